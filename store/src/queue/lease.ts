import type { Sql } from '../platform/connection/database.ts';
import type { Tx } from '../platform/transaction.ts';
import { enqueueSequenceWork, processStopped } from './send.ts';

/** How long a lease is valid without renewal, in seconds; a process renews it every few seconds. */
export const leaseSeconds = 30;

/**
 * Opens the lease of a process, and answers which server it is on. Leases use the database's clock,
 * even with a test clock.
 */
export async function openLease({ sql }: Tx, token: string, process: string): Promise<string> {
  const [row] = await sql<{ server: string }[]>`
    insert into leases (token, process, expires_at)
    values (${token}::uuid, ${process}, clock_timestamp() + ${leaseSeconds} * interval '1 second')
    returning ${serverOf(sql)} as server`;
  return row?.server ?? '';
}

/** Another value means that the server was restarted, or is another one after a failover. */
const serverOf = (sql: Sql) => sql`pg_postmaster_start_time()::text`;

/** A process whose lease has not expired; null if there is none. */
export async function findLiveProcess({ sql }: Tx): Promise<string | null> {
  const [row] = await sql<{ process: string }[]>`
    select process from leases where expires_at > clock_timestamp() limit 1`;
  return row?.process ?? null;
}

/**
 * Answers which of the leases have neither expired nor been swept, and which server they are on. The
 * holder of another one opens a new one.
 */
export async function renewLeases(
  { sql }: Tx,
  tokens: readonly string[],
): Promise<{ held: Set<string>; server: string | null }> {
  const rows = await sql<{ token: string; server: string }[]>`
    update leases set expires_at = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where token = any(${[...tokens]}::uuid[]) returning token, ${serverOf(sql)} as server`;
  return { held: new Set(rows.map(({ token }) => token)), server: rows[0]?.server ?? null };
}

/** The journals of hand-offs that this machine has. */
export interface Journals {
  leaseIds: readonly string[];
  /** Ends or puts back what is sure of an ended lease; returns how many go back. */
  recover(leaseId: string): Promise<number>;
}

/** How many claims and attempts went back, how many are in doubt, and which journals have ended. */
export interface TakenBack {
  released: number;
  doubted: number;
  gone: string[];
}

/**
 * Releases the claims of dead processes. Claims become due again. Committed attempts become
 * uncertain, or due again if sending twice is harmless (contract §4.10), unless a journal says what
 * became of them. `died` counts the processes whose leases ran out.
 */
export async function sweepLeases(
  tx: Tx,
  attempted: 'uncertain' | 'scheduled',
  journals: Journals = { leaseIds: [], recover: async () => 0 },
): Promise<TakenBack & { died: number }> {
  const { sql } = tx;
  const expired = await sql<{ token: string }[]>`
    select token from leases where expires_at < clock_timestamp() for update skip locked`;
  // A process that was suspended beyond its lease may claim under it once more.
  const orphaned = await sql<{ token: string }[]>`
    select distinct lease_token as token from in_hand h
    where not exists (select from leases l where l.token = h.lease_token)`;
  const tokens = [...expired, ...orphaned].map((row) => row.token);
  // A lease that has no row can never be renewed, and one that is locked here not before the end.
  const ended = await sql<{ token: string }[]>`
    select token from unnest(${[...journals.leaseIds]}::uuid[]) as j (token)
    where token = any(${tokens}::uuid[]) or not exists (select from leases l where l.token = j.token)`;
  const gone = ended.map((row) => row.token);
  const taken = await takeBack(tx, tokens, attempted, { ...journals, leaseIds: gone });
  return { ...taken, died: expired.length };
}

/** Does the same with the leases of these tokens, which nobody works under any more. */
export async function takeBack(
  tx: Tx,
  tokens: readonly string[],
  attempted: 'uncertain' | 'scheduled',
  journals: Journals,
): Promise<TakenBack> {
  const { sql, now } = tx;
  const gone = [...journals.leaseIds];
  let released = 0;
  for (const token of gone) released += await journals.recover(token);
  if (tokens.length === 0) return { released, doubted: 0, gone };
  const rows = await sql<{ attempted: boolean }[]>`
    with back as (
      update sends s set status = ${attempted}, hold_reason = null, attempts = s.attempts + 1,
        lease_token = case when ${attempted} = 'uncertain' then h.lease_token end,
        last_error = ${processStopped}::text
      from in_hand h
      where h.lease_token = any(${[...tokens]}::uuid[]) and h.attempted and s.id = h.send_id
      returning s.source_kind, s.source_id, s.person_id
    ), turns as (${enqueueSequenceWork(sql, now, sql`back`)})
    delete from in_hand
    where lease_token = any(${[...tokens]}::uuid[]) and (select count(*) from back) >= 0
    returning attempted`;
  await sql`delete from leases where token = any(${[...tokens]}::uuid[])`;
  const doubted = attempted === 'uncertain' ? rows.filter((row) => row.attempted).length : 0;
  return { released: released + rows.length - doubted, doubted, gone };
}

export async function closeLease({ sql }: Tx, token: string): Promise<void> {
  await sql`delete from leases where token = ${token}::uuid`;
}

/** Expires every lease now, so that the next sweep releases its claims. */
export async function releaseAllLeases({ sql }: Tx): Promise<void> {
  await sql`update leases set expires_at = clock_timestamp() - interval '1 second'`;
}
