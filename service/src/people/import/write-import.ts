import { tagKey } from '@postroad/core/conditions/compare';
import { type ImportedPerson, mergeRows } from '@postroad/core/people/import/imported-person';
import type { ImportCounts, ImportErrorRow, ImportRow } from '@postroad/store/people/import';
import {
  findPersonIds,
  insertPeople,
  type NewPerson,
  setPersonTimes,
} from '@postroad/store/people/import-people';
import { erasedReason, findPeopleByExternalIds } from '@postroad/store/people/person';
import { anySuppressed } from '@postroad/store/people/suppression';
import type { Tx } from '@postroad/store/platform/transaction';
import { changePeople, type PeopleDeps, type PersonChange, tellCreated } from '../change-people.ts';
import { type ConsentAct, recordConsents } from '../consents.ts';
import { registerFields } from '../register-fields.ts';
import { erasedAmong } from '../suppression-hash.ts';

/** A row of a file that waits to be written. */
export interface Entry {
  row: number;
  /** Whether an earlier row of the file has the same person. */
  repeat: boolean;
  person: ImportedPerson;
}

/** All rows of one person. */
interface Wanted {
  person: ImportedPerson;
  rows: Entry[];
  /** Null for a new person. */
  id: number | null;
}

/** What will be written, and the outcome of the faulty rows. */
export interface Plan {
  wanted: Wanted[];
  errors: UnwrittenRow[];
  counts: ImportCounts;
}

/** A row that cannot be written, with what was read of it. */
export interface UnwrittenRow extends ImportErrorRow {
  person: ImportedPerson;
}

function faultOf(entry: Entry, column: string | null, message: string): UnwrittenRow {
  const { row, person } = entry;
  return { row, column, message, excerpt: person.email, left_out: 'row', person };
}

function byPerson(entries: readonly Entry[]): Map<string, Wanted> {
  const found = new Map<string, Wanted>();
  for (const entry of entries) {
    const before = found.get(entry.person.email);
    if (before) {
      before.person = mergeRows(before.person, entry.person);
      before.rows.push(entry);
    } else found.set(entry.person.email, { person: entry.person, rows: [entry], id: null });
  }
  return found;
}

/**
 * Removes people whose external id belongs to somebody else, in the database or in an earlier row.
 */
async function refuseTaken(tx: Tx, found: Map<string, Wanted>): Promise<UnwrittenRow[]> {
  const given = [...found.values()].flatMap(({ person }) => person.external_id ?? []);
  if (given.length === 0) return [];
  const rows = await findPeopleByExternalIds(tx, given);
  const holders = new Map(rows.map(({ external_id, email }) => [external_id, email]));
  const errors: UnwrittenRow[] = [];
  for (const [email, { person, rows }] of found) {
    const { external_id } = person;
    if (external_id === undefined || external_id === null) continue;
    const holder = holders.get(external_id);
    if (holder === undefined) holders.set(external_id, email);
    if (holder === undefined || holder === email) continue;
    found.delete(email);
    const message = 'external_id is that of another person.';
    errors.push(...rows.map((entry) => faultOf(entry, 'external_id', message)));
  }
  return errors;
}

/** Works out what writing the rows would do. Reads only. */
export async function planRows(tx: Tx, entries: readonly Entry[]): Promise<Plan> {
  const found = byPerson(entries);
  const ids = await findPersonIds(tx, [...found.keys()]);
  for (const [email, wanted] of found) wanted.id = ids.get(email) ?? null;
  const errors = await refuseTaken(tx, found);
  const wanted = [...found.values()];
  const counts = { created: 0, updated: 0, repeated: 0, invalid: errors.length };
  for (const { rows, id } of wanted) {
    const fresh = rows.some(({ repeat }) => !repeat);
    if (fresh) counts[id === null ? 'created' : 'updated'] += 1;
    counts.repeated += rows.length - (fresh ? 1 : 0);
  }
  return { wanted, errors, counts };
}

/** Sets rows aside whose fields have got another type since the file was read. */
async function withValidFields(
  tx: Tx,
  entries: readonly Entry[],
): Promise<{ valid: Entry[]; errors: UnwrittenRow[] }> {
  const faults = await registerFields(
    tx,
    entries.map(({ person }) => person.fields ?? {}),
    'fields.',
  );
  const errors = entries.flatMap((entry, index) => {
    const fault = faults[index];
    return fault ? [faultOf(entry, /^\S+/.exec(fault)?.[0] ?? null, fault)] : [];
  });
  return { valid: entries.filter((_, index) => !faults[index]), errors };
}

/** The addresses that stay suppressed because their people were erased. */
async function erasedOf(tx: Tx, deps: PeopleDeps, wanted: readonly Wanted[]): Promise<Set<string>> {
  if (!(await anySuppressed(tx))) return new Set();
  const addresses = wanted.map(({ person: { email } }) => email);
  return await erasedAmong(tx, deps, addresses);
}

function setFields(person: ImportedPerson): Record<string, unknown> | null {
  const fields = person.fields;
  if (fields === undefined) return null;
  for (const key of Object.keys(fields)) if (fields[key] === null) delete fields[key];
  return fields;
}

function newPerson(
  { person }: Wanted,
  {
    now,
    erased,
    tagIds,
    whole,
  }: { now: string; erased: boolean; tagIds: number[]; whole: boolean },
): NewPerson {
  const out = person.unsubscribed === true || erased;
  return {
    email: person.email,
    first_name: person.first_name ?? null,
    last_name: person.last_name ?? null,
    external_id: person.external_id ?? null,
    timezone: person.timezone ?? null,
    fields: whole ? setFields(person) : null,
    tag_ids: whole ? tagIds : [],
    subscribed_on: person.subscribed_on ?? null,
    unsubscribed_at: out ? (person.unsubscribed_at ?? now) : null,
    reason: person.reason ?? (erased ? erasedReason : null),
    hard_bounced_at: person.hard_bounced_at ?? null,
    complained_at: person.complained_at ?? null,
    attribution: person.attribution ?? null,
    created_at: person.created_at ?? null,
  };
}

/**
 * Creates the new people. Without triggers, one statement writes them completely; with triggers,
 * tags and fields follow as changes, which are events. Returns those whom somebody else created
 * meanwhile.
 */
async function makePeople(
  tx: Tx,
  deps: PeopleDeps,
  { wanted, tags, trigger }: { wanted: Wanted[]; tags: string[]; trigger: boolean },
): Promise<Wanted[]> {
  const all = wanted.map(({ person }) => [...(person.tags ?? []), ...tags]);
  const names = trigger ? [] : all.flat();
  const ids = names.length > 0 ? await deps.tagNames.ensure(tx, names) : new Map<string, number>();
  const erased = await erasedOf(tx, deps, wanted);
  const now = tx.now.toISOString();
  const rows = wanted.map((entry, index) => {
    const tagIds = (all[index] ?? []).flatMap((tag) => ids.get(tagKey(tag)) ?? []);
    return newPerson(entry, {
      now,
      erased: erased.has(entry.person.email),
      tagIds: tagIds.length > 1 ? [...new Set(tagIds)] : tagIds,
      whole: !trigger,
    });
  });
  const made = await insertPeople(tx, rows);
  tellCreated(tx, made.values());
  const out = rows.filter((row) => row.unsubscribed_at !== null || row.complained_at !== null);
  const optedOut = new Set(out.map(({ email }) => email));
  await deps.facts.peopleAdded.publish(
    tx,
    [...made].map(([email, id]) => ({ id, optOut: optedOut.has(email) ? 'out' : null })),
  );
  for (const entry of wanted) entry.id = made.get(entry.person.email) ?? null;
  return wanted.filter(({ id }) => id === null);
}

function changeOf(id: number, person: ImportedPerson, tags: string[], quiet: boolean) {
  const { email: _, tags: own = [], created_at: __, subscribed_on: ___, ...values } = person;
  const { unsubscribed_at, hard_bounced_at, complained_at, ...others } = values;
  const { opted_in_at: ____, consent_source: _____, ...rest } = others;
  const change: PersonChange = {
    person_id: id,
    how: 'import',
    quiet,
    ...rest,
    add_tags: [...own, ...tags],
    ...(unsubscribed_at !== undefined && { consent: { happened_at: new Date(unsubscribed_at) } }),
    ...(hard_bounced_at === undefined ? {} : { hard_bounced: true }),
    ...(complained_at === undefined ? {} : { complained: true as const }),
  };
  return change;
}

/**
 * What a file says of consent (CONS-02). People whom it adds as unsubscribed have said so elsewhere; of
 * others, the change says it.
 */
function consentsOf(wanted: readonly Wanted[], added: ReadonlySet<Wanted>): ConsentAct[] {
  const timeOf = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return wanted.flatMap((entry) => {
    const { opted_in_at, consent_source, unsubscribed, unsubscribed_at } = entry.person;
    const act = { person_id: entry.id ?? notMade(), source: consent_source ?? 'import' };
    const acts: ConsentAct[] = [];
    if (opted_in_at !== undefined || consent_source !== undefined) {
      acts.push({ ...act, kind: 'imported', happened_at: timeOf(opted_in_at), once: true });
    }
    if (unsubscribed && added.has(entry)) {
      acts.push({
        ...{ ...act, kind: 'withdrawn', source: 'import' },
        happened_at: timeOf(unsubscribed_at),
      });
    }
    return acts;
  });
}

function timesOf(id: number, person: ImportedPerson) {
  return {
    id,
    subscribed_on: person.subscribed_on ?? null,
    unsubscribed_at: person.unsubscribed_at ?? null,
    hard_bounced_at: person.hard_bounced_at ?? null,
    complained_at: person.complained_at ?? null,
  };
}

/** Changes the existing people. An unsubscribed or erased person stays suppressed. */
async function changeExisting(
  tx: Tx,
  deps: PeopleDeps,
  { wanted, tags, trigger }: { wanted: Wanted[]; tags: string[]; trigger: boolean },
): Promise<void> {
  const known = wanted.flatMap(({ id, person }) => (id === null ? [] : [{ id, person }]));
  if (known.length === 0) return;
  const changes = known.map(({ id, person }) => changeOf(id, person, tags, !trigger));
  await changePeople(tx, deps, changes);
  const times = known
    .map(({ id, person }) => timesOf(id, person))
    .filter(({ id: _, ...given }) => Object.values(given).some((time) => time !== null));
  if (times.length === 0) return;
  await Promise.all([
    setPersonTimes(tx, times),
    deps.facts.peopleChanged.publish(
      tx,
      times.map(({ id }) => ({
        ...{ id, cause: undefined, optOut: null, suppressed: false, zoneChanged: false },
      })),
    ),
  ]);
}

function notMade(): never {
  throw new Error('A person of an import was neither made nor found.');
}

/** The changes of new people that become events, if changes are recorded. */
function asChanges({ id, person }: Wanted): Wanted {
  const { email, tags, fields } = person;
  return { id, rows: [], person: { email, ...(tags && { tags }), ...(fields && { fields }) } };
}

/**
 * Writes one chunk of an import with a few statements, however many rows it has: valid rows are
 * written, faulty ones are answered. The caller has locked the chunk.
 */
export async function writeRows(
  tx: Tx,
  deps: PeopleDeps,
  given: Pick<ImportRow, 'tags' | 'trigger'>,
  entries: readonly Entry[],
): Promise<Pick<Plan, 'errors' | 'counts'>> {
  const { tags, trigger } = given;
  const { valid, errors } = await withValidFields(tx, entries);
  const plan = await planRows(tx, valid);
  plan.errors.unshift(...errors);
  plan.counts.invalid += errors.length;
  const existing = plan.wanted.filter(({ id }) => id !== null);
  const fresh = plan.wanted.filter(({ id }) => id === null);
  const added = new Set(fresh);
  if (fresh.length > 0) {
    const late = await makePeople(tx, deps, { wanted: fresh, tags, trigger });
    if (late.length > 0) {
      const ids = await findPersonIds(
        tx,
        late.map(({ person }) => person.email),
      );
      for (const entry of late) {
        entry.id = ids.get(entry.person.email) ?? notMade();
        added.delete(entry);
      }
      existing.push(...late);
    }
    if (trigger) existing.push(...fresh.filter((entry) => !late.includes(entry)).map(asChanges));
  }
  const consents = consentsOf(plan.wanted, added);
  await recordConsents(tx, consents);
  await deps.facts.consentsRecorded.publish(
    tx,
    consents.map(({ person_id }) => person_id),
  );
  await changeExisting(tx, deps, { wanted: existing, tags, trigger });
  return plan;
}
