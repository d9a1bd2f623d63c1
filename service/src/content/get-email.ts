import { blankWarnings } from '@postroad/core/content/compile/blank';
import type { Issue } from '@postroad/core/platform/issue';
import { notFound, Refusal } from '@postroad/core/platform/refusal';
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

/** What is missing of the email that something about to be sent was given (SAFE-27). */
export async function blankWarningsOf(tx: Tx, id: number): Promise<Issue[]> {
  return blankWarnings(await getEmail(tx, id));
}

/** The 409 of what would send an email that has no subject or no body. */
export function blankRefusal(id: number): Refusal {
  const message = `Email ${id} has no subject or no body.`;
  return new Refusal('email_blank', `${message} Write both first.`, {
    errors: [{ path: 'email_id', code: 'email_blank', message }],
  });
}

/** The 409 of what would send an archived email. `way` says what to do. */
export function archivedRefusal(id: number, way: string): Refusal {
  const message = `Email ${id} is archived.`;
  return new Refusal('email_archived', `${message} ${way}`, {
    errors: [{ path: 'email_id', code: 'email_archived', message }],
  });
}
