import { type Handlers, stream } from '../platform/handler.ts';
import { documentOfPerson, pageOfPerson } from './export-person.ts';
import type { SubscriptionDeps } from './subscription-page.ts';

export const personExportHandlers: Pick<Handlers<SubscriptionDeps>, 'export_person'> = {
  export_person: stream({
    page: (input, { tx, deps }) => pageOfPerson(tx, deps, input),
    pieces: ({ person }, deps) => documentOfPerson(deps, person),
  }),
};
