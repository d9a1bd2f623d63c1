import { type EventEntry, eventPersonKeys, parseEventEntry } from '@postroad/core/events/event';
import { parseAddress } from '@postroad/core/people/address';
import { besideFields, misplacedFields } from '@postroad/core/people/misplaced-fields';
import type { Issue } from '@postroad/core/platform/issue';
import { isObject, own as ownValue } from '@postroad/core/platform/json';
import {
  drawEventIds,
  findEventKeys,
  type KeyedEvent,
  takeEventKeys,
} from '@postroad/store/events/event';
import { ensurePeople, holdPersonIds } from '@postroad/store/people/person';
import type { Opening, Tx } from '@postroad/store/platform/transaction';
import {
  applyChanges,
  type PeopleDeps,
  type PersonChange,
  tellCreated,
} from '../people/change-people.ts';
import { registerFields } from '../people/register-fields.ts';
import { suppressionHashes } from '../people/suppression-hash.ts';
import { type AccountTime, clockFor } from '../platform/account-clock.ts';
import {
  type ExpectedEvents,
  expectEvents,
  type RecordingDeps,
  recordEvents,
  type UnrecordedEvent,
} from './record-events.ts';

/** The result of one event (contract §3, Event). */
export interface EventResult {
  status: 'created' | 'duplicate' | 'invalid';
  person_id?: number | null;
  event_id?: number | null;
  error?: string;
  /** What was accepted and may not be what was meant. */
  warnings?: Issue[];
}

interface Accepted {
  index: number;
  entry: EventEntry;
}

interface Recorded extends Accepted {
  event_id: number;
  person_id: number;
}

/** The parts of the service that ingesting events needs. */
export type IngestDeps = PeopleDeps & RecordingDeps & AccountTime;

/** What is asked while the transaction begins, before the entries can be read by its instant. */
export interface AskedAhead {
  ids: Promise<number[]>;
  people: Promise<Map<string, number>>;
  expected: ExpectedEvents;
}

/** Asks for the ids of as many events, and for the people of all that looks like their addresses. */
export function askAhead(
  opening: Opening,
  deps: IngestDeps,
  values: readonly unknown[],
  attempt: number,
): AskedAhead {
  const ids = drawEventIds(opening, values.length);
  const people = holdPersonIds(opening, values.flatMap(addressIn));
  // Nobody waits for them where the transaction does not begin.
  for (const asked of [ids, people]) asked.catch(() => {});
  return { ids, people, expected: expectEvents(opening, deps, { yields: attempt === 1 }) };
}

function addressIn(value: unknown): string[] {
  const email = isObject(value) ? ownValue(value, 'email') : null;
  const address = typeof email === 'string' ? parseAddress(email) : null;
  return address === null ? [] : [address];
}

/**
 * Records events and starts the runs they trigger, with one query for each kind of fact, however
 * many events there are. Never advances a run. Results are in the order of the entries; a faulty
 * entry does not affect the others (EVENT-03). `asked` is what `askAhead` returned for these entries,
 * and perhaps for others.
 */
export async function ingest(
  tx: Tx,
  deps: IngestDeps,
  values: readonly unknown[],
  source: string,
  asked: AskedAhead,
): Promise<EventResult[]> {
  // Before any other statement, whose fault would only follow from one of these.
  const [ids, known] = await Promise.all([asked.ids, asked.people, asked.expected.ahead]);
  const results: EventResult[] = [];
  const accepted: Accepted[] = [];
  const times = values.map((value) => (isObject(value) ? ownValue(value, 'occurred_at') : null));
  const clock = await clockFor(tx, deps, times);
  for (const [index, value] of values.entries()) {
    const { entry, error } = parseEventEntry(value, tx.now, clock);
    if (entry) accepted.push({ index, entry });
    else results[index] = { status: 'invalid', error };
  }
  const fitting = await withValidFields(tx, accepted, results);
  if (fitting.length === 0) return results;
  const drawn = fitting.map(
    ({ index, entry }, order): Drawn => ({ index, entry, event_id: ids[order] ?? 0 }),
  );
  const { fresh, repeats } = await takeKeys(tx, drawn);
  const people = await peopleOf(tx, deps, fresh, known);
  if (repeats.length > 0) {
    await answerRepeats(tx, repeats, new Map([...known, ...people]), results);
  }
  if (fresh.length === 0) return results;
  const recorded = fresh.map(({ index, entry, event_id }): Recorded => {
    const personId = people.get(entry.email) ?? missing(entry.email);
    return { index, entry, event_id, person_id: personId };
  });
  const own = await applyChanges(tx, deps, personChanges(recorded));
  const posted = recorded.map((item) => unrecordedEventOf(item, source));
  await recordEvents(tx, deps, [...posted, ...own], asked.expected);
  for (const { index, person_id, event_id, entry } of recorded) {
    const found = [...deps.facts.warningsOf(entry), ...misplacedIn(entry)];
    results[index] = { status: 'created', person_id, event_id, ...warningsIn(found) };
  }
  return results;
}

function misplacedIn({ person }: EventEntry): Issue[] {
  return person === null
    ? []
    : misplacedFields(person.fields, 'person.fields', (member) =>
        eventPersonKeys.includes(member)
          ? besideFields(member)
          : `Write ${member} with upsert_person: an event does not take it.`,
      );
}

/** The member of a result; none where there is nothing to warn of. */
function warningsIn(warnings: NonNullable<EventResult['warnings']>): Pick<EventResult, 'warnings'> {
  return warnings.length > 0 ? { warnings } : {};
}

function addressesOf(entries: readonly Accepted[]): string[] {
  return entries.map(({ entry }) => entry.email);
}

/** Person ids by address. People who are not `known` are created. */
async function peopleOf(
  tx: Tx,
  deps: IngestDeps,
  entries: readonly Accepted[],
  known: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const hashesOf = (email: string) => suppressionHashes(deps, email);
  const { ids, made } = await ensurePeople(tx, addressesOf(entries), hashesOf, known);
  tellCreated(tx, made);
  return ids;
}

function missing(email: string): never {
  throw new Error(`No row was made for a person of this batch (${email.length} characters).`);
}

/** Sets entries aside whose fields have another type than the registered one. */
async function withValidFields(
  tx: Tx,
  accepted: Accepted[],
  results: EventResult[],
): Promise<Accepted[]> {
  if (accepted.every(({ entry }) => entry.person === null)) return accepted;
  const fields = accepted.map(({ entry }) => entry.person?.fields ?? {});
  const faults = await registerFields(tx, fields, 'person.fields.');
  return accepted.filter(({ index }, order) => {
    const error = faults[order];
    if (error) results[index] = { status: 'invalid', error };
    return !error;
  });
}

type Drawn = Accepted & { event_id: number };

/** An event whose key belongs to an earlier event, perhaps in this batch. */
interface Repeat extends Accepted {
  key: string;
  sameBatch: Drawn | undefined;
}

/** Takes idempotency keys and separates repeats from new events (EVENT-09). */
async function takeKeys(tx: Tx, drawn: Drawn[]): Promise<{ fresh: Drawn[]; repeats: Repeat[] }> {
  const firsts = new Map<string, Drawn>();
  for (const item of drawn) {
    const key = item.entry.idempotency_key;
    if (key !== null && !firsts.has(key)) firsts.set(key, item);
  }
  if (firsts.size === 0) return { fresh: drawn, repeats: [] };
  const wanted = [...firsts].map(([key, { event_id }]) => ({ key, event_id }));
  const taken = await takeEventKeys(tx, wanted);
  const fresh: Drawn[] = [];
  const repeats: Repeat[] = [];
  for (const item of drawn) {
    const key = item.entry.idempotency_key;
    const first = key !== null && taken.has(key) ? firsts.get(key) : undefined;
    if (key === null || first === item) fresh.push(item);
    else repeats.push({ ...item, key, sameBatch: first });
  }
  return { fresh, repeats };
}

/**
 * A repeat names the first event and its person. A repeat within the batch gets the result of the
 * first.
 */
async function answerRepeats(
  tx: Tx,
  repeats: readonly Repeat[],
  people: ReadonlyMap<string, number>,
  results: EventResult[],
): Promise<void> {
  const elsewhere = repeats.flatMap(({ key, sameBatch }) => (sameBatch ? [] : [key]));
  const found = elsewhere.length > 0 ? await findEventKeys(tx, elsewhere) : new Map();
  for (const { index, entry, key, sameBatch } of repeats) {
    const first = sameBatch ? keyedEventOf(sameBatch, people) : found.get(key);
    const warnings = otherThanFirst(entry, people.get(entry.email), first);
    results[index] = {
      status: 'duplicate',
      person_id: first?.person_id ?? null,
      event_id: first?.event_id ?? null,
      ...warningsIn(warnings),
    };
  }
}

function keyedEventOf({ event_id, entry }: Drawn, people: ReadonlyMap<string, number>): KeyedEvent {
  return { event_id, person_id: people.get(entry.email) ?? null, name: entry.name };
}

/** A key that was used for another address or another name is most likely a mistake (SPEC-12). */
function otherThanFirst(
  { name }: EventEntry,
  personId: number | undefined,
  first: KeyedEvent | undefined,
): NonNullable<EventResult['warnings']> {
  const differ = [
    ...(first && first.person_id !== null && first.person_id !== personId ? ['address'] : []),
    ...(first && first.name !== null && first.name !== name ? ['name'] : []),
  ];
  if (differ.length === 0) return [];
  const what = differ.length === 2 ? 'address and name differ' : `${differ[0]} differs`;
  const message = `The ${what} from the event that this key was first used for. Nothing was recorded; use a key of its own for each event.`;
  return [{ path: 'idempotency_key', code: 'idempotency_key_shared', message }];
}

/** The changes that an event makes to its person have its time, and are historical if it is. */
function personChanges(recorded: Recorded[]): PersonChange[] {
  return recorded.flatMap(({ person_id, entry }) => {
    const { person, attribution, occurred_at, historical } = entry;
    if (person === null && attribution === null) return [];
    const { tags, ...values } = person ?? { tags: [] };
    const cause = { how: 'event' as const, occurred_at, historical };
    return [{ person_id, ...values, add_tags: tags, attribution, ...cause }];
  });
}

function unrecordedEventOf(
  { event_id, person_id, entry }: Recorded,
  source: string,
): UnrecordedEvent {
  const { name, details, occurred_at, historical } = entry;
  return { id: event_id, person_id, name, details, occurred_at, historical, source };
}
