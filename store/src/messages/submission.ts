import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Tx } from '../platform/transaction.ts';

/** One mail to one recipient, as a program submitted it. */
export interface Submission {
  actor: string;
  message_id: string;
  address: string;
  body_hash: string;
}

/**
 * The hash of what was submitted under the same name since `after`; null if nothing was. Makes another
 * transaction with the same name wait.
 */
export async function findSubmission(
  { sql }: Tx,
  { actor, message_id, address }: Submission,
  after: Date,
): Promise<string | null> {
  const name = JSON.stringify([actor, message_id, address]);
  await sql`select pg_advisory_xact_lock(${advisoryLocks.submissions}::int, hashtext(${name}))`;
  const [row] = await sql<{ body_hash: string }[]>`
    select body_hash from submissions
    where actor = ${actor} and message_id = ${message_id} and address = ${address}
      and created_at > ${after}`;
  return row?.body_hash ?? null;
}

export async function noteSubmission(
  { sql, now }: Tx,
  submission: Submission,
  sendId: number,
): Promise<void> {
  const { actor, message_id, address, body_hash } = submission;
  await sql`
    insert into submissions (actor, message_id, address, body_hash, send_id, created_at)
    values (${actor}, ${message_id}, ${address}, ${body_hash}, ${sendId}, ${now})
    on conflict (actor, message_id, address) do update
      set body_hash = excluded.body_hash, send_id = excluded.send_id,
        created_at = excluded.created_at`;
}

export async function forgetSubmissions({ sql }: Tx, before: Date): Promise<void> {
  await sql`delete from submissions where created_at < ${before}`;
}
