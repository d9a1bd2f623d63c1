import { notFound } from '@postroad/core/platform/refusal';
import { type EmailRow, findEmail } from '@postroad/store/content/email';
import type { Tx } from '@postroad/store/platform/transaction';

/** Locked if it is going to be changed. Throws a 404. */
export async function getEmail(
  tx: Tx,
  id: number,
  lock: 'for update' | 'no lock' = 'no lock',
): Promise<EmailRow> {
  const row = await findEmail(tx, id, lock);
  if (!row) throw notFound('email', id);
  return row;
}
