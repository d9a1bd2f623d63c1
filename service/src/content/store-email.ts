import { isDeepStrictEqual } from 'node:util';
import { type EmailContent, type EmailRow, updateEmail } from '@postroad/store/content/email';
import type { Tx } from '@postroad/store/platform/transaction';
import { reopenEmail } from '@postroad/store/queue/send';

type Waiting = Pick<EmailContent, 'labels' | 'kind' | 'from_address'>;

/** What decides whether mail of an email waits for a window, a frequency cap or a sender. */
const waitingBy = ({ labels, kind, from_address }: Waiting): Waiting => ({
  ...{ labels, kind, from_address },
});

/**
 * Writes the content of an email. Where its mail waits by other rules from now on, what is held is
 * judged again at once, so that the queue tells no old reason (QUEUE-06, QUEUE-08). The caller holds the row.
 */
export async function storeEmail(
  tx: Tx,
  held: Waiting & { id: number },
  content: EmailContent,
): Promise<EmailRow> {
  const row = await updateEmail(tx, held.id, content);
  const isSame = isDeepStrictEqual(waitingBy(content), waitingBy(held));
  if (!isSame && (await reopenEmail(tx, held.id)) > 0) tx.work.wake('sends');
  return row;
}
