import type { Tx } from '../platform/transaction.ts';

/** The people whom a date trigger may concern: what their field holds, with the date it counts for. */
export interface DateWindow {
  flowId: number;
  /** Key of the field. */
  field: string;
  held: readonly { value: string; dateDay: number }[];
}

/** A person whose date may be due. */
export interface DateCandidate {
  id: number;
  timezone: string | null;
  value: unknown;
}

/** The people by the index of their fields, without those for whom the date fired. */
const dated = ({ sql }: Tx, { flowId, field, held }: DateWindow) => sql`
  unnest(
    ${held.map(({ value }) => value)}::text[],
    ${held.map(({ dateDay }) => dateDay)}::int[]
  ) as h (value, day)
  cross join lateral (
    select id, timezone from people where fields @> jsonb_build_object(${field}::text, h.value)
  ) p
  where not exists (
    select from date_starts s
    where s.person_id = p.id and s.flow_id = ${flowId} and s.dated_on = date '1970-01-01' + h.day)`;

/** In order of id, after the given one. */
export async function listDated(
  tx: Tx,
  window: DateWindow,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx.sql<{ id: number }[]>`
    select distinct p.id from ${dated(tx, window)} and p.id > ${after}
    order by p.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** The zones of those people, each once; null for those without one. */
export async function zonesOfDated(tx: Tx, window: DateWindow): Promise<(string | null)[]> {
  const rows = await tx.sql<{ timezone: string | null }[]>`
    select distinct p.timezone from ${dated(tx, window)}`;
  return rows.map(({ timezone }) => timezone);
}

/** Every value that people have in a field. Reads all people. */
export async function valuesOfDates({ sql }: Tx, field: string): Promise<string[]> {
  const rows = await sql<{ value: string }[]>`
    select distinct fields ->> ${field}::text as value from people
    where jsonb_typeof(fields -> ${field}::text) = 'string'`;
  return rows.map(({ value }) => value);
}

/** These people as they are now. */
export async function findDated(
  { sql }: Tx,
  field: string,
  ids: readonly number[],
): Promise<DateCandidate[]> {
  return await sql<DateCandidate[]>`
    select id, timezone, fields -> ${field}::text as value from people
    where id = any(${[...ids]}::bigint[]) order by id`;
}

/**
 * Records that a date trigger fired, and answers for whom it had not: another process that records the
 * same waits for this transaction. In order of id, so that two never deadlock.
 */
export async function noteDateStarts(
  { sql, now }: Tx,
  flowId: number,
  starts: readonly { person_id: number; date_day: number }[],
): Promise<Set<number>> {
  const rows = await sql<{ person_id: number }[]>`
    insert into date_starts (person_id, flow_id, dated_on, started_at)
    select p.id, ${flowId}, date '1970-01-01' + w.day, ${now}
    from unnest(
      ${starts.map(({ person_id }) => person_id)}::bigint[],
      ${starts.map(({ date_day }) => date_day)}::int[]
    ) as w (id, day) join people p on p.id = w.id
    order by p.id
    on conflict do nothing returning person_id`;
  return new Set(rows.map(({ person_id }) => person_id));
}

/**
 * Forgets dates for which a trigger fired before a time, the oldest first: their days are long over, so
 * no flow fires for them again. Answers how many.
 */
export async function forgetDateStarts({ sql }: Tx, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    with old as materialized (
      select person_id, flow_id, dated_on from date_starts
      where started_at < ${before} order by started_at limit ${limit} for update skip locked
    )
    delete from date_starts s using old
    where (s.person_id, s.flow_id, s.dated_on) = (old.person_id, old.flow_id, old.dated_on)
    returning 1`;
  return rows.length;
}
