import type { Tx } from '../platform/transaction.ts';

/** A person to create by import; null for values missing in the file. */
export interface NewPerson {
  email: string;
  first_name: string | null;
  last_name: string | null;
  external_id: string | null;
  timezone: string | null;
  fields: Record<string, unknown> | null;
  tag_ids: number[];
  subscribed_on: string | null;
  /** ISO 8601, like all times here. */
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

/** Draws `count` ids in ascending order. */
async function drawPersonIds({ sql }: Tx, count: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('people', 'id')) as id from generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}

/** The values of one column; undefined if all are null, because `unnest` fills with nulls. */
function column(
  people: readonly NewPerson[],
  read: (person: NewPerson) => string | null,
): (string | null)[] {
  const values = people.map(read);
  return values.every((value) => value === null) ? [] : values;
}

const jsonOf = (value: object | null) => value && JSON.stringify(value);

/**
 * Creates complete people in one statement and returns their ids in the given order. Arrays are
 * twice as fast as JSON. Rows are written in order of address, so that two imports of the same
 * people wait for each other and never deadlock. An address that was created meanwhile has no id in
 * the result.
 */
export async function insertPeople(
  tx: Tx,
  people: readonly NewPerson[],
): Promise<Map<string, number>> {
  const { sql, now } = tx;
  const ids = await drawPersonIds(tx, people.length);
  const numbered = people.map((person, index) => ({ id: ids[index] ?? 0, person }));
  numbered.sort((a, b) => (a.person.email < b.person.email ? -1 : 1));
  const sorted = numbered.map(({ person }) => person);
  const of = (read: (person: NewPerson) => string | null) => column(sorted, read);
  const written = await sql`
    insert into people (id, email, first_name, last_name, external_id, timezone, fields, tag_ids,
      subscribed_on, unsubscribed_at, unsubscribe_reason, hard_bounced_at, complained_at,
      attribution, created_at, updated_at)
    overriding system value
    select w.id, w.email, w.first_name, w.last_name, w.external_id, w.timezone,
      coalesce(w.fields::jsonb, '{}'), coalesce(w.tag_ids::int[], '{}'),
      coalesce(w.subscribed_on::date, (${now}::timestamptz at time zone profile.timezone)::date),
      w.unsubscribed_at::timestamptz, w.reason, w.hard_bounced_at::timestamptz,
      w.complained_at::timestamptz, w.attribution::jsonb,
      coalesce(w.created_at::timestamptz, ${now}::timestamptz), ${now}
    from unnest(
      ${numbered.map(({ id }) => id)}::bigint[], ${sorted.map(({ email }) => email)}::text[],
      ${of((person) => person.first_name)}::text[], ${of((person) => person.last_name)}::text[],
      ${of((person) => person.external_id)}::text[], ${of((person) => person.timezone)}::text[],
      ${of((person) => jsonOf(person.fields))}::text[],
      ${of(({ tag_ids }) => (tag_ids.length > 0 ? `{${tag_ids.join(',')}}` : null))}::text[],
      ${of((person) => person.subscribed_on)}::text[],
      ${of((person) => person.unsubscribed_at)}::text[], ${of((person) => person.reason)}::text[],
      ${of((person) => person.hard_bounced_at)}::text[],
      ${of((person) => person.complained_at)}::text[],
      ${of((person) => jsonOf(person.attribution))}::text[],
      ${of((person) => person.created_at)}::text[])
      as w (id, email, first_name, last_name, external_id, timezone, fields, tag_ids, subscribed_on,
        unsubscribed_at, reason, hard_bounced_at, complained_at, attribution, created_at)
    cross join profile
    on conflict (email) do nothing`;
  if (written.count === people.length) {
    return new Map(numbered.map(({ id, person }) => [person.email, id]));
  }
  const made = await sql<{ id: number; email: string }[]>`
    select id, email from people where id = any(${ids}::bigint[])`;
  return new Map(made.map((row) => [row.email, row.id]));
}

/**
 * Times from a file for people who already existed. The time of a mark is written only if this import
 * has just set it.
 */
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
