import { type Handlers, read } from '../../platform/handler.ts';
import { type CheckDeps, prepareChecks } from './check-table.ts';

export const checkHandlers: Pick<Handlers<CheckDeps>, 'check_service'> = {
  check_service: read(async (_input, context) => {
    const look = await prepareChecks(context);
    return async () => {
      const results = await look();
      const problems = results.filter(({ level }) => level === 'problem').length;
      return { checks: { made_at: new Date().toISOString(), problems, results } };
    };
  }),
};
