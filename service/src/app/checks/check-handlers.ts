import { type Handlers, read } from '../../platform/handler.ts';
import { type CheckDeps, prepareChecks } from './check-table.ts';

export const checkHandlers: Pick<Handlers<CheckDeps>, 'check_service'> = {
  check_service: read(async (_input, context) => {
    const look = await prepareChecks(context);
    return async () => {
      const checks = await look();
      const problems = checks.filter(({ level }) => level === 'problem').length;
      return { checked_at: new Date().toISOString(), problems, checks };
    };
  }),
};
