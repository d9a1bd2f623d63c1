import { type EventEntry, parseEventEntry } from '@postroad/core/event';
import { drawEventIds, findEventKeys, takeEventKeys } from '@postroad/store/event';
import { ensurePeople } from '@postroad/store/person';
import type { Tx } from '@postroad/store/transaction';
import type { Deps } from '../deps.ts';
import { suppressionHash } from '../suppression-hash.ts';
import { applyChanges, type PersonChange } from './change-people.ts';
import { type Happening, recordEvents } from './record-events.ts';
import { registerFields } from './register-fields.ts';

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
  const fitting = await withSoundFields(tx, accepted, results);
  const fresh = await takeKeys(tx, deps, fitting, results);
  if (fresh.length === 0) return results;
  const people = await peopleOf(tx, deps, fresh);
  const recorded = fresh.map((item) => ({
    ...item,
    person_id: people.get(item.entry.email) ?? missing(item.entry.email),
  }));
  const own = await applyChanges(tx, deps, personChanges(recorded));
  const posted = recorded.map((item) => happeningOf(item, source));
  await recordEvents(tx, deps, [...posted, ...own]);
  for (const { place, person_id, event_id } of recorded) {
    results[place] = { status: 'created', person_id, event_id };
  }
  return results;
}

async function peopleOf(tx: Tx, deps: Deps, entries: Accepted[]): Promise<Map<string, number>> {
  const addresses = entries.map(({ entry }) => entry.email);
  const hashOf = (email: string) => suppressionHash(deps.secretKey, email);
  const { ids, made } = await ensurePeople(tx, addresses, hashOf);
  deps.changes.note(
    tx,
    ...[...made].map((id) => ({ resource: 'people', id, action: 'created' as const })),
  );
  return ids;
}

function missing(email: string): never {
  throw new Error(`No row was made for a person of this batch (${email.length} characters).`);
}

/** Sets entries aside whose fields are of another type than they were registered with. */
async function withSoundFields(
  tx: Tx,
  accepted: Accepted[],
  results: EventResult[],
): Promise<Accepted[]> {
  const fields = accepted.map(({ entry }) => entry.person?.fields ?? {});
  const faults = await registerFields(tx, fields, 'person.fields.');
  return accepted.filter(({ place }, index) => {
    const error = faults[index];
    if (error) results[place] = { status: 'invalid', error };
    return !error;
  });
}

/** Draws event ids and takes idempotency keys; what is a repeat gets its first answer (EVENT-09). */
async function takeKeys(
  tx: Tx,
  deps: Deps,
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
  if (repeats.length > 0) await answerRepeats(tx, deps, repeats, fresh, results);
  return fresh;
}

/** A repeat names the first event and its person; one within the batch shares the first's answer. */
async function answerRepeats(
  tx: Tx,
  deps: Deps,
  repeats: (Accepted & { event_id: number })[],
  fresh: (Accepted & { event_id: number })[],
  results: EventResult[],
): Promise<void> {
  const keys = repeats.flatMap(({ entry }) => entry.idempotency_key ?? []);
  const found = await findEventKeys(tx, keys);
  const people = await peopleOf(
    tx,
    deps,
    fresh.filter(({ entry }) => keys.includes(entry.idempotency_key ?? '')),
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

/** What an event brings for its person happened when it did, and is as historical as it is. */
function personChanges(recorded: Recorded[]): PersonChange[] {
  return recorded.flatMap(({ person_id, entry }) => {
    const { person, attribution, occurred_at, historical } = entry;
    if (person === null && attribution === null) return [];
    const { tags, ...values } = person ?? { tags: [] };
    const cause = { how: 'event' as const, occurred_at, historical };
    return [{ person_id, ...values, add_tags: tags, attribution, ...cause }];
  });
}

function happeningOf({ event_id, person_id, entry }: Recorded, source: string): Happening {
  const { name, details, occurred_at, historical } = entry;
  return { id: event_id, person_id, name, details, occurred_at, historical, source };
}
