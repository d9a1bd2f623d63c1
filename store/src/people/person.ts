import type { Sql } from '../platform/connection/database.ts';
import type { Fragment } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';

export interface PersonRow {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  fields: Record<string, unknown>;
  tag_ids: number[];
  external_id: string | null;
  timezone: string | null;
  /** YYYY-MM-DD. */
  subscribed_on: string;
  unsubscribed_at: Date | null;
  unsubscribe_reason: string | null;
  hard_bounced_at: Date | null;
  complained_at: Date | null;
  attribution: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
}

/** The values of a locked person, compared to find real changes. */
export type LockedPerson = Pick<
  PersonRow,
  | 'id'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'fields'
  | 'tag_ids'
  | 'external_id'
  | 'timezone'
  | 'attribution'
  | 'unsubscribed_at'
  | 'unsubscribe_reason'
  | 'hard_bounced_at'
  | 'complained_at'
>;

/** The change of a time such as `unsubscribed_at`: left alone, set to now, or cleared. */
export type TimeChange = 'keep' | 'set' | 'clear';

/** The values to write to a locked person; of the fields only the differences. */
export interface PersonWrite {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  external_id: string | null;
  timezone: string | null;
  tag_ids: number[];
  /** Values to set; `cleared` lists the keys to remove. */
  fields: Record<string, unknown>;
  cleared: string[];
  attribution: Record<string, unknown> | null;
  unsubscribed: TimeChange;
  unsubscribe_reason: string | null;
  hard_bounced: TimeChange;
  complained: TimeChange;
}

export async function findPeopleByIds({ sql }: Tx, ids: number[]): Promise<PersonRow[]> {
  return await sql<PersonRow[]>`select * from people where id = any(${ids}::bigint[])`;
}

export async function findPersonByEmail({ sql }: Tx, email: string): Promise<PersonRow | null> {
  const [row] = await sql<PersonRow[]>`select * from people where email = ${email}`;
  return row ?? null;
}

export async function findPeopleByEmails(
  { sql }: Tx,
  emails: readonly string[],
): Promise<PersonRow[]> {
  return await sql<PersonRow[]>`select * from people where email = any(${[...emails]}::text[])`;
}

/**
 * The person of a preview: a given one, the one pinned in the profile or else any, or a random one.
 */
export type PreviewedAs = { person_id: number } | { mode: 'pinned' | 'random' };

/**
 * A query for the person of a preview. A random person is chosen by id, at the cost of one index
 * lookup.
 */
export function previewedPerson(sql: Sql, as: PreviewedAs): Fragment {
  if ('person_id' in as) return sql`select * from people where id = ${as.person_id}`;
  const from =
    as.mode === 'random'
      ? sql`(select floor(random() * (max(id) - min(id) + 1))::bigint + min(id) from people)`
      : sql`coalesce((
          select p.id from profile i join people p on p.id = i.preview_person_id), 0)`;
  return sql`select * from people where id >= ${from} order by id limit 1`;
}

export async function findPreviewedPerson({ sql }: Tx, as: PreviewedAs): Promise<PersonRow | null> {
  const [row] = await sql<PersonRow[]>`${previewedPerson(sql, as)}`;
  return row ?? null;
}

/** The people who have these external ids. */
export async function findPeopleByExternalIds(
  { sql }: Tx,
  externalIds: readonly string[],
): Promise<{ id: number; email: string; external_id: string }[]> {
  return await sql<{ id: number; email: string; external_id: string }[]>`
    select id, email, external_id from people
    where external_id = any(${[...externalIds]}::text[])`;
}

/** The unsubscribe reason of a person who returns after erasure. */
export const erasedReason = 'erased';

/** The unsubscribe reason of a person who is known from messages alone (MSG-11). */
const strangerReason = 'never subscribed';

export function isKnownFromMessages({
  unsubscribe_reason,
}: Pick<PersonRow, 'unsubscribe_reason'>): boolean {
  return unsubscribe_reason === strangerReason;
}

/**
 * The id of the person of an address, who is made without consent where there is none: unsubscribed
 * from the start, so that transactional mail alone reaches them.
 */
export async function ensureStranger(
  { sql, now }: Tx,
  email: string,
): Promise<{ id: number; made: boolean }> {
  const find = async () => {
    const [row] = await sql<{ id: number }[]>`select id from people where email = ${email}`;
    return row?.id ?? null;
  };
  const known = await find();
  if (known !== null) return { id: known, made: false };
  const [row] = await sql<{ id: number }[]>`
    insert into people (email, subscribed_on, unsubscribed_at, unsubscribe_reason, created_at,
      updated_at)
    select ${email}, (${now}::timestamptz at time zone timezone)::date, ${now}, ${strangerReason},
      ${now}, ${now}
    from profile on conflict (email) do nothing returning id`;
  // Another transaction committed the same person meanwhile.
  const id = row?.id ?? (await find());
  if (id === null) throw new Error('A person who was made is not there.');
  return { id, made: row !== undefined };
}

/**
 * Ids by address, for those that exist. They are locked as by `lockPeopleKeyShare`, which costs a
 * third of a statement of its own (docs/decisions/0107).
 */
export async function holdPersonIds(
  { sql }: Pick<Tx, 'sql'>,
  addresses: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ id: number; email: string }[]>`
    select id, email from people where email = any(${[...new Set(addresses)]}::text[])
    for key share`;
  return new Map(rows.map((row) => [row.email, row.id]));
}

/**
 * Returns ids by address and creates the missing people. Addresses are sorted, so that batches with
 * the same people wait for each other and never deadlock. A person who was erased is unsubscribed
 * from the start: `hashesOf` are the hashes under which an address may be suppressed. `known` is
 * the result of `holdPersonIds` for these addresses. Nobody is erased before the transaction ends.
 */
export async function ensurePeople(
  tx: Tx,
  addresses: readonly string[],
  hashesOf: (address: string) => readonly string[],
  known?: ReadonlyMap<string, number>,
): Promise<{ ids: Map<string, number>; made: Set<number> }> {
  const { sql, now } = tx;
  const ids = new Map(known ?? (await holdPersonIds(tx, addresses)));
  const missing = [...new Set(addresses)].filter((email) => !ids.has(email)).sort();
  if (missing.length === 0) return { ids, made: new Set() };
  const hashes = missing.map(hashesOf);
  const hashed = missing.flatMap((email, index) => (hashes[index] ?? []).map(() => email));
  const made = await sql<{ id: number; email: string }[]>`
    insert into people (email, subscribed_on, unsubscribed_at, unsubscribe_reason, created_at,
      updated_at)
    select email, (${now}::timestamptz at time zone profile.timezone)::date,
      case when erased.email is not null then ${now}::timestamptz end,
      case when erased.email is not null then ${erasedReason} end, ${now}, ${now}
    from unnest(${missing}::text[]) as wanted (email)
    cross join profile
    left join (
      select distinct asked.email
      from unnest(${hashed}::text[], ${hashes.flat()}::text[]) as asked (email, hash)
      join suppressions s on s.hash = decode(asked.hash, 'hex')
    ) erased using (email)
    order by email
    on conflict (email) do nothing returning id, email`;
  for (const row of made) ids.set(row.email, row.id);
  // Another transaction committed the rest in the meantime.
  const late = missing.filter((email) => !ids.has(email));
  for (const [email, id] of late.length > 0 ? await holdPersonIds(tx, late) : []) {
    ids.set(email, id);
  }
  return { ids, made: new Set(made.map((row) => row.id)) };
}

/**
 * Locks people in order of id and returns their values, to find what a change really changes.
 * Weaker than `for update`, which would also wait for every row that refers to the person.
 */
export async function lockPeople({ sql }: Tx, ids: number[]): Promise<Map<number, LockedPerson>> {
  const rows = await sql<LockedPerson[]>`
    select id, email, first_name, last_name, fields, tag_ids, external_id, timezone, attribution,
      unsubscribed_at, unsubscribe_reason, hard_bounced_at, complained_at
    from people where id = any(${ids}::bigint[]) order by id for no key update`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** A locked person with the values that conditions and merge variables read. */
export type FreePerson = LockedPerson & Pick<PersonRow, 'subscribed_on'>;

/**
 * Locks people who are not locked by another transaction, not even through a row that refers to
 * them, so that nothing happens to them until this one ends. Does not wait; leaves the others out.
 */
export async function lockFreePeople({ sql }: Tx, ids: number[]): Promise<Map<number, FreePerson>> {
  const rows = await sql<FreePerson[]>`
    select id, email, first_name, last_name, fields, tag_ids, external_id, timezone, attribution,
      subscribed_on, unsubscribed_at, unsubscribe_reason, hard_bounced_at, complained_at
    from people where id = any(${ids}::bigint[]) for update skip locked`;
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Until the transaction ends, prevents others from bringing these people to a gate, and from erasing
 * them. Returns how many are there.
 */
export async function lockPeopleKeyShare({ sql }: Tx, ids: number[]): Promise<number> {
  const found = await sql`
    select from people where id = any(${ids}::bigint[]) order by id for key share`;
  return found.count;
}

/** Writes people, whose rows the caller has locked, in one statement. */
export async function writePeople({ sql, now }: Tx, writes: PersonWrite[]): Promise<void> {
  await sql`
    update people p set
      email = w.email, first_name = w.first_name, last_name = w.last_name,
      external_id = w.external_id, timezone = w.timezone, tag_ids = w.tag_ids,
      fields = (p.fields || w.fields) - w.cleared,
      attribution = coalesce(p.attribution, w.attribution),
      unsubscribed_at = case w.unsubscribed
        when 'set' then ${now}::timestamptz when 'clear' then null else p.unsubscribed_at end,
      unsubscribe_reason = w.unsubscribe_reason,
      hard_bounced_at = case w.hard_bounced
        when 'set' then ${now}::timestamptz when 'clear' then null else p.hard_bounced_at end,
      complained_at = case w.complained
        when 'set' then ${now}::timestamptz when 'clear' then null else p.complained_at end,
      updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(writes)}::text::jsonb) as w (
      id bigint, email text, first_name text, last_name text, external_id text, timezone text,
      tag_ids int[], fields jsonb, cleared text[], attribution jsonb, unsubscribed text,
      unsubscribe_reason text, hard_bounced text, complained text)
    where p.id = w.id`;
}

/** Writes the tags alone of people, whose rows the caller has locked, in one statement. */
export async function writeTags(
  { sql, now }: Tx,
  writes: readonly Pick<PersonWrite, 'id' | 'tag_ids'>[],
): Promise<void> {
  await sql`
    update people p set tag_ids = w.tag_ids::int[], updated_at = ${now}
    from unnest(
      ${writes.map(({ id }) => id)}::bigint[],
      ${writes.map(({ tag_ids }) => `{${tag_ids.join(',')}}`)}::text[]
    ) as w (id, tag_ids)
    where p.id = w.id`;
}

/**
 * Shares the rows of people until the transaction ends: an earlier unsubscribe is visible, a later
 * one waits until the attempt is committed.
 */
export async function lockPeopleShared(
  { sql }: Tx,
  ids: number[],
): Promise<Map<number, PersonRow>> {
  const rows = await sql<PersonRow[]>`
    select * from people where id = any(${ids}::bigint[]) order by id for share`;
  return new Map(rows.map((row) => [row.id, row]));
}
