import { type OperationInput, operationNamed } from '@postroad/core/catalog/catalog';
import { addressFault, parseAddress } from '@postroad/core/people/address';
import { besideFields, misplacedFields } from '@postroad/core/people/misplaced-fields';
import { personValuesAt, plainTextAt } from '@postroad/core/people/person-values';
import { type Issue, ValueError } from '@postroad/core/platform/issue';
import { isObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { FaultyEntry } from '@postroad/core/platform/operations/faulty-entry';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { isTimezone } from '@postroad/core/platform/timestamp';
import { ensurePeople, findPeopleByExternalIds } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { runYielding } from '../platform/cooperative.ts';
import { changePeople, type PeopleDeps, type PersonChange, tellCreated } from './change-people.ts';
import { registerFields } from './register-fields.ts';
import { suppressionHashes } from './suppression-hash.ts';

/** Values of a person as operators send them. */
export type PersonInput = Omit<OperationInput<'update_person'>, 'person' | 'email'>;

/** The same, parsed. */
export type PersonInputValues = Omit<PersonChange, 'person_id'>;

/** What a request may have meant otherwise, as members of its answer. */
export function warnedOf(values: PersonInputValues): { warnings?: Issue[] } {
  const warnings = misplacedFields(values.fields ?? {}, 'fields', besideFields);
  return warnings.length > 0 ? { warnings } : {};
}

/** A 422 about one value. */
function valueFault(path: string, message: string): Refusal {
  return invalid([{ path, code: 'value_invalid', message }]);
}

/** A 422 for a fault of `registerFields`, which begins with its path. */
export function fieldFault(message: string): Refusal {
  return valueFault(/^[^ ]+/.exec(message)?.[0] ?? 'fields', message);
}

/** Throws a 422. */
export function readAddress(value: string): string {
  const address = parseAddress(value);
  if (address !== null) return address;
  throw valueFault('email', `email ${addressFault(value)}`);
}

/** The values of a request, parsed. Throws a 422 that names the faulty value. */
export function readValues(input: PersonInput): PersonInputValues {
  const { external_id, unsubscribed, reason, hard_bounced } = input;
  const timezone = input.timezone?.trim() === '' ? null : input.timezone;
  try {
    const { tags, ...values } = personValuesAt({ ...input }, '');
    if (timezone != null && !isTimezone(timezone)) {
      throw new ValueError('timezone', 'must be an IANA time zone, such as Europe/Lisbon.');
    }
    if (reason !== undefined && unsubscribed === undefined) {
      throw new ValueError('reason', 'says why unsubscribed changes; send both.');
    }
    return {
      ...values,
      how: 'operator',
      add_tags: tags,
      ...(external_id !== undefined && {
        external_id:
          external_id === null
            ? null
            : plainTextAt(external_id, 'external_id', limits.externalIdChars),
      }),
      ...(timezone !== undefined && { timezone }),
      ...(unsubscribed !== undefined && { unsubscribed, reason: reason?.trim() || null }),
      ...(hard_bounced !== undefined && { hard_bounced }),
    };
  } catch (error) {
    if (error instanceof ValueError) throw invalid([error.issue]);
    throw error;
  }
}

/** A 409 for a value that another person has. */
export function takenFault(path: string, holder: string): Refusal {
  const message = `${holder} has this ${path} already.`;
  return new Refusal('conflict', message, { errors: [{ path, code: 'taken', message }] });
}

export interface Upserted {
  personId: number;
  created: boolean;
  warnings?: Issue[];
}

interface Entry {
  index: number;
  address: string;
  values: PersonInputValues;
}

/**
 * Creates and changes people, each by address, with one statement for each kind of fact however many
 * they are. Results are in the order of the entries; a faulty entry is refused alone, and entries of
 * one person apply in order (FIND-05).
 */
export async function upsertPeople(
  tx: Tx,
  deps: PeopleDeps,
  entries: readonly unknown[],
): Promise<(Upserted | Refusal)[]> {
  const results: (Upserted | Refusal)[] = [];
  const read = await runYielding(readEntries(entries, results));
  const holders = await externalIdHolders(tx, read);
  // Whom an entry would take an external id from is known before its fields are registered; two entries
  // that want one id are compared once the faulty ones are gone.
  const free = read.filter((entry) => isFree(holders, entry, results));
  const valid = await withValidFields(tx, free, results);
  const fitting = valid.filter((entry) => {
    if (!isFree(holders, entry, results)) return false;
    const { external_id } = entry.values;
    if (external_id && !holders.has(external_id))
      holders.set(external_id, { email: entry.address, named: `Entry ${entry.index}` });
    return true;
  });
  if (fitting.length === 0) return results;
  const { ids, made } = await ensurePeople(
    tx,
    fitting.map(({ address }) => address),
    (address) => suppressionHashes(deps, address),
  );
  const changes = fitting.map(({ address, values }) => ({
    person_id: ids.get(address) ?? notMade(),
    ...values,
  }));
  // First, since a receiver hears of a person before it hears of what they were given.
  tellCreated(tx, made);
  await changePeople(tx, deps, changes);
  const fresh = new Set(made);
  for (const [order, { index, values }] of fitting.entries()) {
    const personId = changes[order]?.person_id ?? notMade();
    results[index] = { personId, created: fresh.delete(personId), ...warnedOf(values) };
  }
  return results;
}

function notMade(): never {
  throw new Error('A person of a batch was neither made nor found.');
}

/** An entry can have faults enough to keep others waiting, so there is a pause behind each (SEC-16). */
function* readEntries(
  entries: readonly unknown[],
  results: (Upserted | Refusal)[],
): Generator<undefined, Entry[]> {
  const read: Entry[] = [];
  for (const [index, value] of entries.entries()) {
    const entry = readEntry(value);
    if (entry instanceof Refusal) results[index] = entry;
    else read.push({ index, ...entry });
    yield;
  }
  return read;
}

function readEntry(value: unknown): Omit<Entry, 'index'> | Refusal {
  try {
    if (value instanceof FaultyEntry) throw invalid([value.issue]);
    if (!isObject(value)) {
      const message = 'Each entry of people must be an object.';
      throw invalid([{ path: '', code: 'type_invalid', message }]);
    }
    const input = parseInput(operationNamed('upsert_person').input, value);
    const { email, ...values } = input as OperationInput<'upsert_person'>;
    return { address: readAddress(email), values: readValues(values) };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Who has an external id: their address, and their name in a refusal. */
type Holders = Map<string, { email: string; named: string }>;

async function externalIdHolders(tx: Tx, entries: readonly Entry[]): Promise<Holders> {
  const given = entries.flatMap(({ values }) => values.external_id ?? []);
  if (given.length === 0) return new Map();
  const rows = await findPeopleByExternalIds(tx, given);
  return new Map(
    rows.map(({ id, email, external_id }) => [external_id, { email, named: `Person ${id}` }]),
  );
}

/** Whether nobody else has the external id of an entry; otherwise it is refused. */
function isFree(
  holders: Holders,
  { index, address, values }: Entry,
  results: (Upserted | Refusal)[],
): boolean {
  const holder = values.external_id ? holders.get(values.external_id) : undefined;
  if (holder === undefined || holder.email === address) return true;
  results[index] = takenFault('external_id', holder.named);
  return false;
}

async function withValidFields(
  tx: Tx,
  entries: readonly Entry[],
  results: (Upserted | Refusal)[],
): Promise<Entry[]> {
  const faults = await registerFields(
    tx,
    entries.map(({ values }) => values.fields ?? {}),
    'fields.',
  );
  return entries.filter(({ index }, order) => {
    const fault = faults[order];
    if (fault) results[index] = fieldFault(fault);
    return !fault;
  });
}
