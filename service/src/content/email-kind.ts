import type { EmailKind } from '@postroad/core/content/compile/email';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Tx } from '@postroad/store/platform/transaction';
import { holderNames, recordHolders } from '../platform/record-holders.ts';

/** The 409 of a broadcast or sequence that would send a transactional email (MSG-04). */
export function transactionalRefusal(id: number): Refusal {
  const message = `Email ${id} is transactional, and broadcasts and sequences send marketing emails alone.`;
  return new Refusal('email_transactional', `${message} Use another email, or set its kind.`, {
    errors: [{ path: 'email_id', code: 'email_transactional', message }],
  });
}

/**
 * Throws a 409 if an email becomes transactional that a broadcast or sequence uses (MSG-04). The caller
 * holds the row, which attaching it waits for.
 */
export async function checkKindChange(
  tx: Tx,
  held: { id: number; kind: EmailKind },
  kind: EmailKind,
): Promise<void> {
  if (kind === held.kind || kind === 'marketing') return;
  const users = await recordHolders(tx, { kind: 'email', ids: [held.id] }, { every: true });
  const holders = users.filter((user) => user.kind === 'broadcast' || user.kind === 'sequence');
  if (holders.length === 0) return;
  const message = `Email ${held.id} is in use by ${holderNames(holders)}, and broadcasts and sequences send marketing emails alone.`;
  throw new Refusal('email_transactional', `${message} Copy it, and change the kind of the copy.`, {
    errors: [{ path: 'kind', code: 'email_transactional', message }],
    holders: holders.slice(0, limits.usersListed),
  });
}
