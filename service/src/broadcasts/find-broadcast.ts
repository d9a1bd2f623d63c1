import { notFound, Refusal } from '@postroad/core/platform/refusal';
import {
  type BroadcastRow,
  type BroadcastStatus,
  lockBroadcast,
} from '@postroad/store/broadcasts/broadcast';
import type { Tx } from '@postroad/store/platform/transaction';

/** Locks the broadcast. Throws a 404, or a 409 if it is in none of these states. */
export async function broadcastIn(
  tx: Tx,
  id: number,
  states: readonly BroadcastStatus[],
  what: string,
): Promise<BroadcastRow> {
  const row = await lockBroadcast(tx, id);
  if (!row) throw notFound('broadcast', id);
  if (states.includes(row.status)) return row;
  const only = `only one that is ${states.join(' or ')} can be ${what}`;
  throw new Refusal('conflict', `Broadcast ${id} is ${row.status}; ${only}.${insteadOf(row)}`);
}

/** What is over cannot be changed, so another broadcast has to take its place (FIX-03). */
function insteadOf({ status, email_id }: BroadcastRow): string {
  if (status !== 'canceled' && status !== 'sent') return '';
  return ` Create a new broadcast with email_source copy and email_id ${email_id}.`;
}
