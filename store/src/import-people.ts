import type { Tx } from './transaction.ts';

/** A person as an import makes one; null where the file says nothing. */
export interface NewPerson {
  email: string;
  /** Under which the address is kept suppressed where it was erased, in hex. */
  hash: string;
  first_name: string | null;
  last_name: string | null;
  external_id: string | null;
  timezone: string | null;
  fields: Record<string, unknown>;
  tag_ids: number[];
  subscribed_on: string | null;
  unsubscribed: boolean;
  unsubscribed_at: string | null;
  reason: string | null;
  hard_bounced_at: string | null;
  complained_at: string | null;
  attribution: Record<string, unknown> | null;
  created_at: string | null;
}

export async function findPersonIds(
  { sql }: Tx,
  emails: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ id: number; email: string }[]>`
    select id, email from people where email = any(${emails as string[]}::text[])`;
  return new Map(rows.map((row) => [row.email, row.id]));
}

/** Whose the external ids are. */
export async function findExternalIds(
  { sql }: Tx,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ email: string; external_id: string }[]>`
    select email, external_id from people
    where external_id = any(${externalIds as string[]}::text[])`;
  return new Map(rows.map((row) => [row.external_id, row.email]));
}

/**
 * Makes people whole in one statement, with ids in the order given. They are written in order of
 * address, so that two that make the same people wait for each other and never deadlock. Whoever was
 * erased is unsubscribed from the start.
 * Addresses that somebody made meanwhile are left out of the answer.
 */
export async function insertPeople(
  { sql, now }: Tx,
  people: readonly NewPerson[],
  erasedReason: string,
): Promise<Map<string, number>> {
  const rows = await sql<{ id: number; email: string }[]>`
    with numbered as materialized (
      select nextval(pg_get_serial_sequence('people', 'id')) as id, w.*
      from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb) as w (
        email text, hash text, first_name text, last_name text, external_id text, timezone text,
        fields jsonb, tag_ids int[], subscribed_on date, unsubscribed boolean,
        unsubscribed_at timestamptz, reason text, hard_bounced_at timestamptz,
        complained_at timestamptz, attribution jsonb, created_at timestamptz)
    )
    insert into people (id, email, first_name, last_name, external_id, timezone, fields, tag_ids,
      subscribed_on, unsubscribed_at, unsubscribe_reason, hard_bounced_at, complained_at,
      attribution, created_at, updated_at)
    overriding system value
    select w.id, w.email, w.first_name, w.last_name, w.external_id, w.timezone, w.fields, w.tag_ids,
      coalesce(w.subscribed_on, (${now}::timestamptz at time zone instance.timezone)::date),
      case when w.unsubscribed or s.hash is not null
        then coalesce(w.unsubscribed_at, ${now}::timestamptz) end,
      case when w.unsubscribed then w.reason when s.hash is not null then ${erasedReason} end,
      w.hard_bounced_at, w.complained_at, w.attribution,
      coalesce(w.created_at, ${now}::timestamptz), ${now}
    from numbered w
    cross join instance
    left join suppressions s on s.hash = decode(w.hash, 'hex')
    order by w.email collate "C"
    on conflict (email) do nothing returning id, email`;
  return new Map(rows.map((row) => [row.email, row.id]));
}

/** Times that a file says of people who were there; a time stands where the mark was set just now. */
export interface PersonTimes {
  id: number;
  subscribed_on: string | null;
  unsubscribed_at: string | null;
  hard_bounced_at: string | null;
  complained_at: string | null;
}

export async function setPersonTimes(
  { sql, now }: Tx,
  times: readonly PersonTimes[],
): Promise<void> {
  await sql`
    update people p set
      subscribed_on = coalesce(w.subscribed_on, p.subscribed_on),
      unsubscribed_at = case when p.unsubscribed_at = ${now}
        then coalesce(w.unsubscribed_at, p.unsubscribed_at) else p.unsubscribed_at end,
      hard_bounced_at = case when p.hard_bounced_at = ${now}
        then coalesce(w.hard_bounced_at, p.hard_bounced_at) else p.hard_bounced_at end,
      complained_at = case when p.complained_at = ${now}
        then coalesce(w.complained_at, p.complained_at) else p.complained_at end
    from jsonb_to_recordset(${JSON.stringify(times)}::text::jsonb) as w (
      id bigint, subscribed_on date, unsubscribed_at timestamptz, hard_bounced_at timestamptz,
      complained_at timestamptz)
    where p.id = w.id`;
}
