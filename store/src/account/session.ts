import type { Tx } from '../platform/transaction.ts';

/** Whose a session or a link is: a token of `api_tokens`, or that of the environment. */
export type SessionOwner =
  | { token_id: number; operator_mac: null }
  | { token_id: null; operator_mac: Uint8Array };

export type SessionRow = SessionOwner & {
  id: number;
  expires_at: Date;
  /** When it ends if it is not used any more. */
  idle_until_at: Date;
};

/** How many sessions and links one token may have; the oldest give way. */
const most = 100;

/** Milliseconds as an interval. */
function interval({ sql }: Tx, ms: number) {
  return sql`${ms} * interval '1 millisecond'`;
}

function isOf({ sql }: Tx, tokenId: number | null) {
  return tokenId === null ? sql`token_id is null` : sql`token_id = ${tokenId}`;
}

const keptTables = ['console_sessions', 'sign_in_links'] as const;

type Kept = (typeof keptTables)[number];

/** Removes the oldest of a token, so that one more is not too many. */
async function makeRoom(tx: Tx, table: Kept, { token_id }: SessionOwner): Promise<void> {
  const { sql } = tx;
  await sql`
    delete from ${sql(table)} where hash in (
      select hash from ${sql(table)} where ${isOf(tx, token_id)}
      order by created_at desc, hash offset ${most - 1})`;
}

export async function insertSession(
  tx: Tx,
  { hash, owner, lifeMs }: { hash: Uint8Array; owner: SessionOwner; lifeMs: number },
): Promise<void> {
  const { sql } = tx;
  await makeRoom(tx, 'console_sessions', owner);
  await sql`
    insert into console_sessions
      (hash, token_id, operator_mac, created_at, last_used_at, expires_at)
    values (${hash}, ${owner.token_id}, ${owner.operator_mac}, clock_timestamp(),
      clock_timestamp(), clock_timestamp() + ${interval(tx, lifeMs)})`;
}

/** A session that lasts; its token may have ended. */
export async function findSession(
  tx: Tx,
  hash: Uint8Array,
  idleMs: number,
): Promise<SessionRow | null> {
  const { sql } = tx;
  const [row] = await sql<SessionRow[]>`
    select id, token_id, operator_mac, expires_at,
      clock_timestamp() + ${interval(tx, idleMs)} as idle_until_at
    from console_sessions
    where hash = ${hash} and expires_at > clock_timestamp()
      and last_used_at > clock_timestamp() - ${interval(tx, idleMs)}`;
  return row ?? null;
}

/** Writes that sessions were used; one that was written within the minute stays as it is. */
export async function writeSessionUses({ sql }: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update console_sessions set last_used_at = clock_timestamp()
    where id = any(${[...ids]}::bigint[])
      and last_used_at < clock_timestamp() - interval '1 minute'`;
}

export async function deleteSession({ sql }: Tx, hash: Uint8Array): Promise<void> {
  await sql`delete from console_sessions where hash = ${hash}`;
}

/** Ends every session of a token, and every link that signs it in. */
export async function deleteSessionsOf(tx: Tx, tokenId: number | null): Promise<void> {
  for (const table of keptTables) {
    await tx.sql`delete from ${tx.sql(table)} where ${isOf(tx, tokenId)}`;
  }
}

export async function insertSignInLink(
  tx: Tx,
  { hash, owner, lifeMs }: { hash: Uint8Array; owner: SessionOwner; lifeMs: number },
): Promise<Date> {
  const { sql } = tx;
  await makeRoom(tx, 'sign_in_links', owner);
  const [row] = await sql<[{ expires_at: Date }]>`
    insert into sign_in_links (hash, token_id, operator_mac, created_at, expires_at)
    values (${hash}, ${owner.token_id}, ${owner.operator_mac}, clock_timestamp(),
      clock_timestamp() + ${interval(tx, lifeMs)})
    returning expires_at`;
  return row.expires_at;
}

/** Takes a link, which no other call then gets; null if there is none, or its time is over. */
export async function takeSignInLink({ sql }: Tx, hash: Uint8Array): Promise<SessionOwner | null> {
  const [row] = await sql<SessionOwner[]>`
    delete from sign_in_links where hash = ${hash} and expires_at > clock_timestamp()
    returning token_id, operator_mac`;
  return row ?? null;
}

/** Removes what has ended. */
export async function forgetSessions(tx: Tx, idleMs: number): Promise<void> {
  const { sql } = tx;
  await sql`
    delete from console_sessions where last_used_at <= clock_timestamp() - ${interval(tx, idleMs)}`;
  for (const table of keptTables) {
    await sql`
      delete from ${sql(table)} k where expires_at <= clock_timestamp()
        or exists (select from api_tokens t where t.id = k.token_id and t.revoked_at is not null)`;
  }
}

/** Ends every session and removes every link. */
export async function deleteAllSessions({ sql }: Tx): Promise<void> {
  for (const table of keptTables) await sql`delete from ${sql(table)}`;
}
