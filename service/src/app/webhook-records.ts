import type { JsonObject } from '@postroad/core/platform/json';
import { findBroadcasts } from '@postroad/store/broadcasts/broadcast';
import { findEventRows } from '@postroad/store/events/event';
import { findFlowsByIds } from '@postroad/store/flows/flow';
import { findRuns } from '@postroad/store/flows/run-view';
import { findMessages } from '@postroad/store/messages/message';
import { findPeopleByIds } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { findSends } from '@postroad/store/queue/send-view';
import { findSequences } from '@postroad/store/sequences/sequence';
import { broadcastViews } from '../broadcasts/broadcast-view.ts';
import { eventView } from '../events/event-handlers.ts';
import { runView, ShownSteps } from '../flows/run-view.ts';
import { messageRow } from '../messages/message-handlers.ts';
import { peopleViews } from '../people/person-handlers.ts';
import { sendItems } from '../sending/send-items.ts';
import { sequenceViews } from '../sequences/sequence-view.ts';
import type { Undescribed } from '../webhooks/deliver.ts';
import type { Deps } from './deps.ts';

type Records = ReadonlyMap<number, JsonObject>;

/** Records by id, as the API reads them. */
type Read = (tx: Tx, deps: Deps, ids: number[]) => Promise<Records>;

function byId(records: readonly { id: number }[]): Records {
  return new Map(records.map((record) => [record.id, { ...record }]));
}

/** How the records of each noun are read. */
const readers: Readonly<Record<string, Read>> = {
  person: async (tx, deps, ids) =>
    byId(await peopleViews(tx, deps, await findPeopleByIds(tx, ids))),
  event: async (tx, _deps, ids) => byId((await findEventRows(tx, ids)).map(eventView)),
  email: mails,
  message: async (tx, _deps, ids) => byId((await findMessages(tx, ids)).map(messageRow)),
  flow: runs,
  sequence: async (tx, _deps, ids) => byId(await sequenceViews(tx, await findSequences(tx, ids))),
  broadcast: async (tx, deps, ids) =>
    byId(await broadcastViews(tx, deps, await findBroadcasts(tx, ids))),
};

async function mails(tx: Tx, _deps: Deps, ids: number[]): Promise<Records> {
  return byId(await sendItems(tx, await findSends(tx, ids)));
}

async function runs(tx: Tx, _deps: Deps, ids: number[]): Promise<Records> {
  const rows = await findRuns(tx, ids);
  const flows = await findFlowsByIds(tx, [...new Set(rows.map(({ flow_id }) => flow_id))]);
  const steps = new Map(
    flows.map(({ id, key, definition }) => [id, new ShownSteps(key, definition)]),
  );
  return byId(
    rows.flatMap((run) => {
      const known = steps.get(run.flow_id);
      return known === undefined ? [] : [runView(run, known)];
    }),
  );
}

const nounOf = ({ type }: Undescribed) => type.slice(0, type.indexOf('.'));

/** Of a record that is gone by its nature, which cannot be read any more. */
function goneRecord({ type, subject_id }: Undescribed): JsonObject | null {
  return type === 'person.deleted' ? { id: subject_id, deleted: true } : null;
}

/** `{id, email}` of the people that deliveries are of. */
async function peopleOf(tx: Tx, deliveries: readonly Undescribed[]): Promise<Records> {
  const ids = [...new Set(deliveries.flatMap(({ person_id }) => person_id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await findPeopleByIds(tx, ids);
  return byId(rows.map(({ id, email }) => ({ id, email })));
}

/**
 * What deliveries say, with one query for each kind of record (HOOK-06): the record, what else happened
 * to it, and the person. One whose record or person is gone says nothing.
 */
export async function readWebhookRecords(
  tx: Tx,
  deps: Deps,
  deliveries: readonly Undescribed[],
): Promise<ReadonlyMap<number, JsonObject>> {
  const people = await peopleOf(tx, deliveries);
  const records = new Map<string, Records>();
  const readable = deliveries.filter((delivery) => goneRecord(delivery) === null);
  for (const noun of new Set(readable.map(nounOf))) {
    const ids = readable
      .filter((one) => nounOf(one) === noun)
      .flatMap((one) => one.subject_id ?? []);
    records.set(noun, (await readers[noun]?.(tx, deps, [...new Set(ids)])) ?? new Map());
  }
  const data = new Map<number, JsonObject>();
  for (const delivery of deliveries) {
    const record =
      goneRecord(delivery) ?? records.get(nounOf(delivery))?.get(delivery.subject_id ?? 0);
    const person = delivery.person_id === null ? null : people.get(delivery.person_id);
    if (record === undefined || person === undefined) continue;
    data.set(delivery.id, { ...record, ...delivery.about, ...(person === null ? {} : { person }) });
  }
  return data;
}
