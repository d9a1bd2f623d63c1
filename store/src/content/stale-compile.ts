import type { Code } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';
import type { EmailSourceRow } from './email-compile.ts';
import type { PackedCompile } from './packed-compile.ts';

/** What was saved so that emails have to be compiled again. */
export type RecompileSubject = Code<'recompiles.subject'>;

/** An email to be compiled, with the generation its compile counts under. */
export interface StaleEmailRow extends EmailSourceRow {
  generation: number;
}

export interface RecompileProgress {
  /** Emails that the last save made stale. */
  total: number;
  waiting: number;
  failed: number;
}

/**
 * Marks every email that renders in one of the layouts, and those named, as stale: one generation for
 * all, in place of an older one. The caller holds the library alone.
 */
export async function markStale(
  { sql }: Tx,
  { layoutIds, emailIds }: { layoutIds: number[]; emailIds: number[] },
): Promise<{ generation: number; count: number }> {
  const [row] = await sql<[{ generation: number; count: number }]>`
    with drawn as materialized (select nextval('compile_generations')::bigint as generation),
    marked as (
      insert into stale_compiles (email_id, generation)
      select e.id, drawn.generation
      from drawn, emails e left join layouts d on d.is_default
      where coalesce(e.layout_id, d.id) = any(${layoutIds}::bigint[])
        or e.id = any(${emailIds}::bigint[])
      order by e.id
      on conflict (email_id) do update
      set generation = excluded.generation, claim_expires_at = null, error = null
      returning 1)
    select generation, (select count(*) from marked)::bigint as count from drawn`;
  return row;
}

/** Emails of a generation, those in use and the newest first. */
export async function listMarked(
  { sql }: Tx,
  generation: number,
  limit: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select e.id from stale_compiles s join emails e on e.id = s.email_id
    where s.generation = ${generation} order by e.archived_at is not null, e.id desc limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Keeps how much a save left to be done, and forgets what is done. */
export async function keepRecompile(
  { sql }: Tx,
  kept: { subject: RecompileSubject; subjectId: number; generation: number; total: number },
): Promise<void> {
  await sql`
    delete from recompiles r
    where not exists (select from stale_compiles s where s.generation >= r.generation)`;
  await sql`
    insert into recompiles (subject, subject_id, generation, total)
    values (${kept.subject}, ${kept.subjectId}, ${kept.generation}, ${kept.total})
    on conflict (subject, subject_id) do update
    set generation = excluded.generation, total = excluded.total`;
}

/** Takes emails in hand that nobody has in hand; what others look at just now is passed over. */
export async function claimStale(
  { sql }: Tx,
  { limit, ms }: { limit: number; ms: number },
): Promise<number[]> {
  const rows = await sql<{ email_id: number }[]>`
    update stale_compiles
    set claim_expires_at = clock_timestamp() + ${ms}::int * interval '1 millisecond'
    where email_id = any(array(
      select email_id from stale_compiles
      where error is null and (claim_expires_at is null or claim_expires_at < clock_timestamp())
      order by email_id limit ${limit} for update skip locked))
    returning email_id`;
  return rows.map(({ email_id }) => email_id);
}

/** Lets everything that is in hand be taken up again; for a database that one process has. */
export async function releaseStale({ sql }: Tx): Promise<void> {
  await sql`update stale_compiles set claim_expires_at = null where claim_expires_at is not null`;
}

/**
 * What the stale ones among these emails compile from, with their marks, in one statement; those
 * that failed in their generation are left out. Read layouts, themes and components after it: a save
 * that comes between them draws a new generation.
 */
export async function readStaleEmails({ sql }: Tx, ids: number[]): Promise<StaleEmailRow[]> {
  return await sql<StaleEmailRow[]>`
    select e.id, e.name, e.subject, e.pre_header, e.body_markdown,
      coalesce(e.layout_id, d.id) as layout_id, s.generation
    from stale_compiles s join emails e on e.id = s.email_id left join layouts d on d.is_default
    where s.email_id = any(${ids}::bigint[]) and s.error is null order by e.id`;
}

/**
 * Writes compiles, each under the next version of its email, where the email is stale under the
 * same generation still; what was saved meanwhile is left as it is.
 */
export async function settleCompiles(
  { sql, now }: Tx,
  compiles: { email_id: number; generation: number; packed: PackedCompile }[],
): Promise<void> {
  if (compiles.length === 0) return;
  // Emails before marks before compiles, as deleting an email goes; else the two could deadlock.
  await sql`
    select from emails where id = any(${compiles.map((row) => row.email_id)}::bigint[])
    order by id for key share`;
  await sql`
    with ready as materialized (
      select email_id, generation, decode(packed, 'base64') as compiled
      from unnest(
        ${compiles.map((row) => row.email_id)}::bigint[],
        ${compiles.map((row) => row.generation)}::bigint[],
        ${compiles.map((row) => row.packed)}::text[]
      ) as c (email_id, generation, packed)),
    settled as (
      delete from stale_compiles s using ready
      where s.email_id = ready.email_id and s.generation = ready.generation
      returning s.email_id)
    insert into email_compiles (email_id, version, compiled, compiled_at)
    select email_id, 1, compiled, ${now} from ready join settled using (email_id)
    on conflict (email_id) do update
    set version = email_compiles.version + 1, compiled = excluded.compiled,
      compiled_at = excluded.compiled_at`;
}

/** Says of emails why they no longer compile, where their generation is still the same. */
export async function failStale(
  { sql }: Tx,
  failed: { email_id: number; generation: number; error: string }[],
): Promise<void> {
  if (failed.length === 0) return;
  await sql`
    update stale_compiles s set error = f.error
    from unnest(
      ${failed.map((row) => row.email_id)}::bigint[],
      ${failed.map((row) => row.generation)}::bigint[],
      ${failed.map((row) => row.error)}::text[]
    ) as f (email_id, generation, error)
    where s.email_id = f.email_id and s.generation = f.generation`;
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
): Promise<(RecompileProgress & { generation: number }) | null> {
  const [row] = await sql<(RecompileProgress & { generation: number })[]>`
    select r.generation, r.total, count(*) filter (where s.error is null)::bigint as waiting,
      count(s.error)::bigint as failed
    from recompiles r join stale_compiles s on s.generation >= r.generation
    where r.subject = ${subject} and r.subject_id = ${subjectId}
    group by r.generation, r.total`;
  return row ?? null;
}

/** Emails that no longer compile since a generation, by what people know them by. */
export async function listFailed(
  { sql }: Tx,
  { since, limit }: { since: number; limit: number },
): Promise<{ id: number; name: string; message: string }[]> {
  return await sql<{ id: number; name: string; message: string }[]>`
    select e.id, e.name, s.error as message
    from stale_compiles s join emails e on e.id = s.email_id
    where s.generation >= ${since} and s.error is not null order by e.id limit ${limit}`;
}
