import { notFound, Refusal } from '@postroad/core/platform/refusal';
import {
  type BroadcastRow,
  type BroadcastStatus,
  lockBroadcast,
} from '@postroad/store/broadcasts/broadcast';
import type { Tx } from '@postroad/store/platform/transaction';

/** Nothing of it is sent yet. */
export const waiting: readonly BroadcastStatus[] = ['draft', 'scheduled'];
/** Its pace and its later checks can be changed, and it can be canceled. */
export const unended: readonly BroadcastStatus[] = [...waiting, 'sending', 'paused'];

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
  const isNow = row.status === 'draft' ? 'a draft' : row.status;
  throw new Refusal('conflict', `Broadcast ${id} is ${isNow}; ${only}.${insteadOf(row, what)}`);
}

/** What to do instead. What is over cannot be changed, so another one has to take its place (FIX-03). */
function insteadOf({ status, email_id }: BroadcastRow, what: string): string {
  if (what === 'paused') {
    if (status === 'paused') return ' Nothing of it goes out until it is resumed.';
    if (status === 'scheduled') return ' Unschedule it, and it is not sent.';
    if (status === 'draft') return ' Nothing of it is sent before you schedule it or send it now.';
  }
  if (what === 'resumed') {
    if (status === 'sending') return ' It goes out already.';
    if (status === 'draft' || status === 'scheduled') return ' Send it now to start it.';
  }
  if (status !== 'canceled' && status !== 'sent') return '';
  return ` Create a new broadcast with email_source copy and email_id ${email_id}.`;
}
