import type { Tx } from '../platform/transaction.ts';
import type { EmailSourceRow } from './email-compile.ts';
import type { PackedCompile } from './packed-compile.ts';

/** What was saved so that emails have to be compiled again. */
export type RecompileSubject = 'theme' | 'layout' | 'component';

/** An email to be compiled, with the mark its compile counts under. */
export interface StaleEmailRow extends EmailSourceRow {
  mark: number;
}

export interface RecompileProgress {
  /** Emails that the last save made stale. */
  total: number;
  waiting: number;
  failed: number;
}

/**
 * Marks every email that renders in one of the layouts, and those named, as stale: one mark for
 * all, in place of an older one. The caller holds the library alone.
 */
export async function markStale(
  { sql }: Tx,
  { layoutIds, emailIds }: { layoutIds: number[]; emailIds: number[] },
): Promise<{ mark: number; count: number }> {
  const [row] = await sql<[{ mark: number; count: number }]>`
    with drawn as materialized (select nextval('compile_marks')::bigint as mark),
    marked as (
      insert into stale_compiles (email_id, mark)
      select e.id, drawn.mark
      from drawn, emails e left join layouts d on d.is_default
      where coalesce(e.layout_id, d.id) = any(${layoutIds}::bigint[])
        or e.id = any(${emailIds}::bigint[])
      order by e.id
      on conflict (email_id) do update
      set mark = excluded.mark, claimed_until = null, error = null
      returning 1)
    select mark, (select count(*) from marked)::bigint as count from drawn`;
  return row;
}

/** Emails under a mark, those in use and the newest first. */
export async function listMarked({ sql }: Tx, mark: number, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select e.id from stale_compiles s join emails e on e.id = s.email_id
    where s.mark = ${mark} order by e.archived_at is not null, e.id desc limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Keeps how much a save left to be done, and forgets what is done. */
export async function keepRecompile(
  { sql }: Tx,
  kept: { subject: RecompileSubject; subjectId: number; mark: number; total: number },
): Promise<void> {
  await sql`
    delete from recompiles r
    where not exists (select from stale_compiles s where s.mark >= r.mark)`;
  await sql`
    insert into recompiles (subject, subject_id, mark, total)
    values (${kept.subject}, ${kept.subjectId}, ${kept.mark}, ${kept.total})
    on conflict (subject, subject_id) do update
    set mark = excluded.mark, total = excluded.total`;
}

/** Takes emails in hand that nobody has in hand; what others look at just now is passed over. */
export async function claimStale(
  { sql }: Tx,
  { limit, ms }: { limit: number; ms: number },
): Promise<number[]> {
  const rows = await sql<{ email_id: number }[]>`
    update stale_compiles
    set claimed_until = clock_timestamp() + ${ms}::int * interval '1 millisecond'
    where email_id = any(array(
      select email_id from stale_compiles
      where error is null and (claimed_until is null or claimed_until < clock_timestamp())
      order by email_id limit ${limit} for update skip locked))
    returning email_id`;
  return rows.map(({ email_id }) => email_id);
}

/** Lets everything that is in hand be taken up again; for a database that one process has. */
export async function releaseStale({ sql }: Tx): Promise<void> {
  await sql`update stale_compiles set claimed_until = null where claimed_until is not null`;
}

/**
 * What the stale ones among these emails compile from, with their marks, in one statement; those
 * that failed under their mark are left out. Read layouts, themes and components after it: a save
 * that comes between them draws a new mark.
 */
export async function readStaleEmails({ sql }: Tx, ids: number[]): Promise<StaleEmailRow[]> {
  return await sql<StaleEmailRow[]>`
    select e.id, e.name, e.subject, e.pre_header, e.body_markdown,
      coalesce(e.layout_id, d.id) as layout_id, s.mark
    from stale_compiles s join emails e on e.id = s.email_id left join layouts d on d.is_default
    where s.email_id = any(${ids}::bigint[]) and s.error is null order by e.id`;
}

/**
 * Writes compiles, each under the next version of its email, where the email is stale under the
 * same mark still; what was saved meanwhile is left as it is.
 */
export async function settleCompiles(
  { sql, now }: Tx,
  compiles: { email_id: number; mark: number; packed: PackedCompile }[],
): Promise<void> {
  if (compiles.length === 0) return;
  // Emails before marks before compiles, as deleting an email goes; else the two could deadlock.
  await sql`
    select from emails where id = any(${compiles.map((row) => row.email_id)}::bigint[])
    order by id for key share`;
  await sql`
    with ready as materialized (
      select email_id, mark, decode(packed, 'base64') as compiled
      from unnest(
        ${compiles.map((row) => row.email_id)}::bigint[],
        ${compiles.map((row) => row.mark)}::bigint[],
        ${compiles.map((row) => row.packed)}::text[]
      ) as c (email_id, mark, packed)),
    settled as (
      delete from stale_compiles s using ready
      where s.email_id = ready.email_id and s.mark = ready.mark
      returning s.email_id)
    insert into email_compiles (email_id, version, compiled, compiled_at)
    select email_id, 1, compiled, ${now} from ready join settled using (email_id)
    on conflict (email_id) do update
    set version = email_compiles.version + 1, compiled = excluded.compiled,
      compiled_at = excluded.compiled_at`;
}

/** Says of emails why they no longer compile, where they are stale under the same mark still. */
export async function failStale(
  { sql }: Tx,
  failed: { email_id: number; mark: number; error: string }[],
): Promise<void> {
  if (failed.length === 0) return;
  await sql`
    update stale_compiles s set error = f.error
    from unnest(
      ${failed.map((row) => row.email_id)}::bigint[],
      ${failed.map((row) => row.mark)}::bigint[],
      ${failed.map((row) => row.error)}::text[]
    ) as f (email_id, mark, error)
    where s.email_id = f.email_id and s.mark = f.mark`;
}

/** How many emails are to be compiled, and how many no longer compile. */
export async function countStale({ sql }: Tx): Promise<{ waiting: number; failed: number }> {
  const [row] = await sql<[{ waiting: number; failed: number }]>`
    select count(*) filter (where error is null)::bigint as waiting, count(error)::bigint as failed
    from stale_compiles`;
  return row;
}

export async function anyStaleWaiting({ sql }: Tx): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select exists (select from stale_compiles where error is null) as found`;
  return row.found;
}

/** Why the email no longer compiles, or null. */
export async function whyStale({ sql }: Tx, emailId: number): Promise<string | null> {
  const [row] = await sql<{ error: string | null }[]>`
    select error from stale_compiles where email_id = ${emailId}`;
  return row?.error ?? null;
}

/**
 * How far the last save got that left emails to be compiled later; null where nothing is left of
 * it. What a later save of something else made stale again counts as left.
 */
export async function findRecompile(
  { sql }: Tx,
  subject: RecompileSubject,
  subjectId: number,
): Promise<(RecompileProgress & { mark: number }) | null> {
  const [row] = await sql<(RecompileProgress & { mark: number })[]>`
    select r.mark, r.total, count(*) filter (where s.error is null)::bigint as waiting,
      count(s.error)::bigint as failed
    from recompiles r join stale_compiles s on s.mark >= r.mark
    where r.subject = ${subject} and r.subject_id = ${subjectId}
    group by r.mark, r.total`;
  return row ?? null;
}

/** Emails that no longer compile since a mark, by what people know them by. */
export async function listFailed(
  { sql }: Tx,
  { since, limit }: { since: number; limit: number },
): Promise<{ id: number; name: string; message: string }[]> {
  return await sql<{ id: number; name: string; message: string }[]>`
    select e.id, e.name, s.error as message
    from stale_compiles s join emails e on e.id = s.email_id
    where s.mark >= ${since} and s.error is not null order by e.id limit ${limit}`;
}
