import { tagKey } from '@postroad/core/condition/compare';
import {
  type EventEntry,
  fieldTypeFault,
  inferFieldType,
  parseEventEntry,
} from '@postroad/core/event';
import { drawEventIds, findEventKeys, insertEvents, takeEventKeys } from '@postroad/store/event';
import { ensureFields, findFields } from '@postroad/store/field';
import { changePeople, ensurePeople, lockPeople, type PersonChange } from '@postroad/store/person';
import { startRuns } from '@postroad/store/run';
import type { Tx } from '@postroad/store/transaction';
import type { Deps } from '../deps.ts';

/** What became of one event (contract §3, Event). */
export interface EventResult {
  status: 'created' | 'duplicate' | 'invalid';
  person_id?: number | null;
  event_id?: number | null;
  error?: string;
}

interface Accepted {
  place: number;
  entry: EventEntry;
}

interface Recorded extends Accepted {
  event_id: number;
  person_id: number;
}

/**
 * Records events and starts the runs they trigger, one query per kind of fact however many events
 * there are; it never advances a run. Answers in the order of the entries; a faulty entry leaves
 * the others whole (EVENT-03).
 */
export async function ingest(
  tx: Tx,
  deps: Deps,
  values: readonly unknown[],
  source: string,
): Promise<EventResult[]> {
  const results: EventResult[] = [];
  const accepted: Accepted[] = [];
  for (const [place, value] of values.entries()) {
    const { entry, error } = parseEventEntry(value, tx.now);
    if (entry) accepted.push({ place, entry });
    else results[place] = { status: 'invalid', error };
  }
  const fitting = await registerFields(tx, accepted, results);
  const fresh = await takeKeys(tx, fitting, results);
  if (fresh.length === 0) return results;
  const people = await ensurePeople(
    tx,
    fresh.map(({ entry }) => entry.email),
  );
  const recorded = fresh.map((item) => ({
    ...item,
    person_id: people.get(item.entry.email) ?? missing(item.entry.email),
  }));
  await applyPersonChanges(tx, deps, recorded);
  await writeEvents(tx, deps, recorded, source);
  await startTriggeredRuns(tx, deps, recorded);
  for (const { place, person_id, event_id } of recorded) {
    results[place] = { status: 'created', person_id, event_id };
  }
  return results;
}

function missing(email: string): never {
  throw new Error(`No row was made for a person of this batch (${email.length} characters).`);
}

/** Fields register on first arrival with the type they came in; a value of another type is refused. */
async function registerFields(
  tx: Tx,
  accepted: Accepted[],
  results: EventResult[],
): Promise<Accepted[]> {
  const keys = new Set(accepted.flatMap(({ entry }) => Object.keys(entry.person?.fields ?? {})));
  if (keys.size === 0) return accepted;
  const known = new Map((await findFields(tx, [...keys])).map((field) => [field.key, field.type]));
  const created = new Map<string, string>();
  const fitting = accepted.filter(({ place, entry }) => {
    const fields = Object.entries(entry.person?.fields ?? {});
    for (const [key, value] of fields) {
      const type = known.get(key);
      const fault = type && value !== null ? fieldTypeFault(key, type, value) : null;
      if (fault) {
        results[place] = { status: 'invalid', error: fault };
        return false;
      }
    }
    for (const [key, value] of fields) {
      if (value === null || known.has(key)) continue;
      known.set(key, inferFieldType(value));
      created.set(key, inferFieldType(value));
    }
    return true;
  });
  if (created.size > 0) {
    await ensureFields(
      tx,
      [...created].map(([key, type]) => ({ key, type })),
    );
  }
  return fitting;
}

/** Draws event ids and takes idempotency keys; what is a repeat gets its first answer (EVENT-09). */
async function takeKeys(
  tx: Tx,
  entries: Accepted[],
  results: EventResult[],
): Promise<(Accepted & { event_id: number })[]> {
  if (entries.length === 0) return [];
  const ids = await drawEventIds(tx, entries.length);
  const drawn = entries.map((item, index) => ({ ...item, event_id: ids[index] ?? 0 }));
  const firstByKey = new Map<string, { key: string; event_id: number }>();
  for (const { entry, event_id } of drawn) {
    const key = entry.idempotency_key;
    if (key !== null && !firstByKey.has(key)) firstByKey.set(key, { key, event_id });
  }
  if (firstByKey.size === 0) return drawn;
  const taken = await takeEventKeys(tx, [...firstByKey.values()]);
  const isFresh = ({ entry, event_id }: (typeof drawn)[number]) =>
    entry.idempotency_key === null ||
    (taken.has(entry.idempotency_key) &&
      firstByKey.get(entry.idempotency_key)?.event_id === event_id);
  const repeats = drawn.filter((item) => !isFresh(item));
  const fresh = drawn.filter(isFresh);
  if (repeats.length > 0) await answerRepeats(tx, repeats, fresh, results);
  return fresh;
}

/** A repeat names the first event and its person; one within the batch shares the first's answer. */
async function answerRepeats(
  tx: Tx,
  repeats: (Accepted & { event_id: number })[],
  fresh: (Accepted & { event_id: number })[],
  results: EventResult[],
): Promise<void> {
  const keys = repeats.flatMap(({ entry }) => entry.idempotency_key ?? []);
  const found = await findEventKeys(tx, keys);
  const people = await ensurePeople(
    tx,
    fresh
      .filter(({ entry }) => keys.includes(entry.idempotency_key ?? ''))
      .map(({ entry }) => entry.email),
  );
  for (const { place, entry } of repeats) {
    const first = found.get(entry.idempotency_key ?? '');
    const sameBatch = fresh.find((item) => item.entry.idempotency_key === entry.idempotency_key);
    results[place] = {
      status: 'duplicate',
      person_id: first?.person_id ?? people.get(sameBatch?.entry.email ?? '') ?? null,
      event_id: first?.event_id ?? null,
    };
  }
}

/** What the batch brings for each person, later entries winning, in one statement. */
async function applyPersonChanges(tx: Tx, deps: Deps, recorded: Recorded[]): Promise<void> {
  const changed = recorded.filter(
    ({ entry }) => entry.person !== null || entry.attribution !== null,
  );
  if (changed.length === 0) return;
  const tagIds = await deps.tagNames.ensure(
    tx,
    changed.flatMap(({ entry }) => entry.person?.tags ?? []),
  );
  const changes = new Map<number, PersonChange>();
  for (const { person_id, entry } of changed) {
    const change = changes.get(person_id) ?? emptyChange(person_id);
    mergeChange(change, entry, tagIds);
    changes.set(person_id, change);
  }
  await lockPeople(tx, [...changes.keys()]);
  await changePeople(tx, [...changes.values()]);
}

function emptyChange(id: number): PersonChange {
  return { id, fields: {}, cleared: [], tag_ids: [], attribution: null };
}

function mergeChange(change: PersonChange, entry: EventEntry, tagIds: Map<string, number>): void {
  const person = entry.person;
  change.attribution ??= entry.attribution;
  if (person?.first_name !== undefined) change.first_name = person.first_name;
  if (person?.last_name !== undefined) change.last_name = person.last_name;
  for (const [key, value] of Object.entries(person?.fields ?? {})) {
    if (value === null) {
      delete change.fields[key];
      change.cleared.push(key);
    } else {
      change.fields[key] = value;
      change.cleared = change.cleared.filter((cleared) => cleared !== key);
    }
  }
  for (const tag of person?.tags ?? []) {
    const id = tagIds.get(tagKey(tag));
    if (id !== undefined && !change.tag_ids.includes(id)) change.tag_ids.push(id);
  }
}

async function writeEvents(
  tx: Tx,
  deps: Deps,
  recorded: Recorded[],
  source: string,
): Promise<void> {
  const types = await deps.eventTypes.ids(
    tx,
    recorded.map(({ entry }) => entry.name),
  );
  const rows = recorded.map(({ entry, event_id, person_id }) => ({
    id: event_id,
    person_id,
    type_id: types.get(entry.name) ?? 0,
    details: entry.details,
    occurred_at: entry.occurred_at,
    historical: entry.historical,
  }));
  await insertEvents(tx, rows, source);
  tx.afterCommit(() => {
    deps.counters.add('events_recorded', rows.length);
    for (const row of rows) deps.eventCounts.add(row.type_id, source, row.details, tx.now);
  });
}

/** Matches every live flow on the event's name, then starts the runs in one statement. */
async function startTriggeredRuns(tx: Tx, deps: Deps, recorded: Recorded[]): Promise<void> {
  const flowsByEvent = await deps.liveFlows.byEvent(tx);
  const starts = recorded.flatMap(({ entry, event_id, person_id }) =>
    (flowsByEvent.get(entry.name) ?? [])
      .filter((flow) => flow.compiled.matches(entry).matched)
      .map((flow) => ({ flow_id: flow.id, person_id, event_id, once: flow.once })),
  );
  if (starts.length === 0) return;
  const started = await startRuns(tx, starts);
  if (started > 0) await deps.wake.after(tx);
}
