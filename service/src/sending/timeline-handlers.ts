import type { Handlers } from '../app/handler.ts';
import { findPerson } from '../people/find-person.ts';
import { explainFor } from './explain/explain-delivery.ts';
import { timelineOf } from './timeline.ts';

export const timelineHandlers: Pick<Handlers, 'get_timeline' | 'explain_delivery'> = {
  async get_timeline(input, { tx }) {
    const { id } = await findPerson(tx, input.person);
    return await timelineOf(tx, id, input);
  },

  async explain_delivery({ person, email_id, flow_key }, { tx, deps }) {
    const row = await findPerson(tx, person);
    const ask = { emailId: email_id ?? null, flowKey: flow_key ?? null };
    const explained = await explainFor(tx, deps, row, ask);
    return { person: { id: row.id, email: row.email }, ...explained };
  },
};
