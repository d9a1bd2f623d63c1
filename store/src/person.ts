import type { Tx } from './transaction.ts';

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

/** What an event brings for its person; null clears a value, a missing key leaves it. */
export interface PersonChange {
  id: number;
  first_name?: string | null;
  last_name?: string | null;
  /** Values to set; keys to remove stand in `cleared`. */
  fields: Record<string, unknown>;
  cleared: string[];
  tag_ids: number[];
  attribution: Record<string, unknown> | null;
}

export async function findPeopleByIds({ sql }: Tx, ids: number[]): Promise<PersonRow[]> {
  return await sql<PersonRow[]>`select * from people where id = any(${ids}::bigint[])`;
}

export async function findPersonByEmail({ sql }: Tx, email: string): Promise<PersonRow | null> {
  const [row] = await sql<PersonRow[]>`select * from people where email = ${email}`;
  return row ?? null;
}

/** A person to preview as: any, or one picked at random by id, which costs one index look. */
export async function anyPerson({ sql }: Tx, random: boolean): Promise<PersonRow | null> {
  const from = random
    ? sql`(select floor(random() * (max(id) - min(id) + 1))::bigint + min(id) from people)`
    : sql`0`;
  const [row] = await sql<PersonRow[]>`
    select * from people where id >= ${from} order by id limit 1`;
  return row ?? null;
}

/** Newest first; `before` is the id of the last row shown. */
export async function listPeople(
  { sql }: Tx,
  query: { q: string | null; tagId: number | null; before: number | null; limit: number },
): Promise<PersonRow[]> {
  const pattern = query.q === null ? null : `${query.q.replace(/[\\%_]/g, '\\$&')}%`;
  return await sql<PersonRow[]>`
    select * from people
    where (${query.before}::bigint is null or id < ${query.before})
      and (${query.tagId}::int is null or tag_ids @> array[${query.tagId}::int])
      and (${pattern}::text is null or email like ${pattern}
        or first_name ilike ${pattern} or last_name ilike ${pattern})
    order by id desc limit ${query.limit}`;
}

/**
 * Ids by address, with a row made for each address that had none. Addresses are sorted, so that
 * batches that make the same people wait for each other and never deadlock.
 */
export async function ensurePeople(
  { sql, now }: Tx,
  addresses: string[],
): Promise<Map<string, number>> {
  const wanted = [...new Set(addresses)].sort();
  const found = new Map<string, number>();
  const read = async (emails: string[]) => {
    const rows = await sql<{ id: number; email: string }[]>`
      select id, email from people where email = any(${emails}::text[])`;
    for (const row of rows) found.set(row.email, row.id);
  };
  await read(wanted);
  const missing = wanted.filter((email) => !found.has(email));
  if (missing.length === 0) return found;
  const made = await sql<{ id: number; email: string }[]>`
    insert into people (email, subscribed_on, created_at, updated_at)
    select email, (${now}::timestamptz at time zone instance.timezone)::date, ${now}, ${now}
    from unnest(${missing}::text[]) as wanted (email), instance
    on conflict (email) do nothing returning id, email`;
  for (const row of made) found.set(row.email, row.id);
  // Whoever is still missing was made by a transaction that committed meanwhile.
  const late = missing.filter((email) => !found.has(email));
  if (late.length > 0) await read(late);
  return found;
}

/**
 * Locks people in order of id and answers their present tags, to tell which ones are new. A weaker
 * lock than `for update`, which would also wait for every row that refers to the person.
 */
export async function lockPeople(
  { sql }: Tx,
  ids: number[],
): Promise<Map<number, { tag_ids: number[]; fields: Record<string, unknown> }>> {
  const rows = await sql<{ id: number; tag_ids: number[]; fields: Record<string, unknown> }[]>`
    select id, tag_ids, fields from people where id = any(${ids}::bigint[]) order by id
    for no key update`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes what events brought, one statement for all; the caller has locked the rows. */
export async function changePeople({ sql, now }: Tx, changes: PersonChange[]): Promise<void> {
  const rows = changes.map((change) => ({
    ...change,
    sets_first: change.first_name !== undefined,
    sets_last: change.last_name !== undefined,
  }));
  await sql`
    update people p set
      first_name = case when c.sets_first then c.first_name else p.first_name end,
      last_name = case when c.sets_last then c.last_name else p.last_name end,
      fields = (p.fields || c.fields) - c.cleared,
      tag_ids = p.tag_ids || array(
        select id from unnest(c.tag_ids) with ordinality as added (id, place)
        where not p.tag_ids @> array[id] order by place),
      attribution = coalesce(p.attribution, c.attribution),
      updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as c (
      id bigint, sets_first boolean, first_name text, sets_last boolean, last_name text,
      fields jsonb, cleared text[], tag_ids int[], attribution jsonb)
    where p.id = c.id`;
}

/** Adds one tag to each person that does not have it; pairs need not be distinct. */
export async function addTags(
  { sql, now }: Tx,
  personIds: number[],
  tagIds: number[],
): Promise<void> {
  await sql`
    update people p set tag_ids = p.tag_ids || added.ids, updated_at = ${now}
    from (
      select person_id, array_agg(distinct tag_id) as ids
      from unnest(${personIds}::bigint[], ${tagIds}::int[]) as pair (person_id, tag_id)
      where not exists (
        select from people q where q.id = pair.person_id and q.tag_ids @> array[pair.tag_id])
      group by person_id
    ) added
    where p.id = added.person_id`;
}

/**
 * People with their rows shared until the transaction ends: an unsubscribe that commits before is
 * seen, one that comes later waits until the attempt is committed.
 */
export async function sharePeople({ sql }: Tx, ids: number[]): Promise<Map<number, PersonRow>> {
  const rows = await sql<PersonRow[]>`
    select * from people where id = any(${ids}::bigint[]) order by id for share`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** A 5.1.x refusal: the address does not exist (contract §4.10). */
export async function markHardBounced({ sql, now }: Tx, ids: number[]): Promise<void> {
  await sql`
    update people set hard_bounced_at = coalesce(hard_bounced_at, ${now}), updated_at = ${now}
    where id = any(${ids}::bigint[])`;
}
