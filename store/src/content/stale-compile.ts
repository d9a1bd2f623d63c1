import type { Code } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';
import type { EmailSourceRow } from './email-compile.ts';
import type { PackedCompile } from './packed-compile.ts';

/** The kind of record whose save requires emails to be compiled again. */
export type RecompileSubject = Code<'recompiles.subject'>;

/** An email to compile, with the generation its compile belongs to. */
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
 * Marks every email of the layouts, and the given emails, as stale. All get one new generation,
 * which replaces older ones. The caller holds the content lock alone.
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

/** Emails of a generation: those in use first, then the newest. */
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

/** Stores how many emails a save left to compile, and deletes finished records. */
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

/** Claims stale emails; those that another process is claiming are passed over. */
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

/** Releases every claim, for a database with only one process. */
export async function releaseStale({ sql }: Tx): Promise<void> {
  await sql`update stale_compiles set claim_expires_at = null where claim_expires_at is not null`;
}

/**
 * The sources of the stale emails among `ids`, with their marks, in one statement. Leaves out
 * emails that failed in their generation. Read layouts, themes and components afterwards: a save in
 * between draws a new generation.
 */
export async function readStaleEmails({ sql }: Tx, ids: number[]): Promise<StaleEmailRow[]> {
  return await sql<StaleEmailRow[]>`
    select e.id, e.name, e.subject, e.pre_header, e.body_markdown, e.translations, e.kind,
      coalesce(e.layout_id, d.id) as layout_id, s.generation
    from stale_compiles s join emails e on e.id = s.email_id left join layouts d on d.is_default
    where s.email_id = any(${ids}::bigint[]) and s.error is null order by e.id`;
}

/**
 * Stores compiles, each under the next version of its email, if the email is still stale in the
 * same generation; an email saved meanwhile stays as it is.
 */
export async function settleCompiles(
  { sql, now }: Tx,
  compiles: { email_id: number; generation: number; packed: PackedCompile }[],
): Promise<void> {
  if (compiles.length === 0) return;
  // Locks emails, then marks, then compiles, in the order of a delete, to prevent deadlocks.
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
      compiled_at = excluded.compiled_at, quarantined_at = null`;
}

/** Stores why emails no longer compile, if their generation is still current. */
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

/** How many emails are waiting to be compiled, and how many no longer compile. */
export async function countStale({ sql }: Tx): Promise<{ waiting: number; failed: number }> {
  const [row] = await sql<[{ waiting: number; failed: number }]>`
    select count(*) filter (where error is null)::bigint as waiting, count(error)::bigint as failed
    from stale_compiles`;
  return row;
}

/** Why the email no longer compiles, or null. */
export async function whyStale({ sql }: Tx, emailId: number): Promise<string | null> {
  const [row] = await sql<{ error: string | null }[]>`
    select error from stale_compiles where email_id = ${emailId}`;
  return row?.error ?? null;
}

/**
 * Progress of the last save that left emails to compile; null if none are left. An email that a
 * later save of another record made stale counts as left.
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

/** Emails that no longer compile since a generation, with their display names. */
export async function listFailed(
  { sql }: Tx,
  { since, limit }: { since: number; limit: number },
): Promise<{ id: number; name: string; message: string }[]> {
  return await sql<{ id: number; name: string; message: string }[]>`
    select e.id, e.name, s.error as message
    from stale_compiles s join emails e on e.id = s.email_id
    where s.generation >= ${since} and s.error is not null order by e.id limit ${limit}`;
}
