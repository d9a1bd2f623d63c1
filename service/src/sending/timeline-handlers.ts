import { getPerson } from '../people/get-person.ts';
import { type Handlers, read } from '../platform/handler.ts';
import { type ExplainDeps, explainFor } from './explain/explain-delivery.ts';
import { timelineOf } from './timeline.ts';

export const timelineHandlers: Pick<Handlers<ExplainDeps>, 'get_timeline' | 'explain_delivery'> = {
  get_timeline: read(async (input, { tx }) => {
    const { id } = await getPerson(tx, input.person);
    return await timelineOf(tx, id, input);
  }),

  explain_delivery: read(async ({ person, email_id, flow_key }, { tx, deps }) => {
    const row = await getPerson(tx, person);
    const ask = { emailId: email_id ?? null, flowKey: flow_key ?? null };
    const explained = await explainFor(tx, deps, row, ask);
    return { person: { id: row.id, email: row.email }, ...explained };
  }),
};
