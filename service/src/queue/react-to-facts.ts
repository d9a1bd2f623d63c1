import type { Tx } from '@postroad/store/platform/transaction';
import { sendsTo } from '@postroad/store/queue/in-flight-sends';
import { reopenWindows } from '@postroad/store/queue/send';
import type { UpdatedPerson } from '../people/change-people.ts';

/** Has the transaction wait, once committed, for mail that is on its way to people now suppressed. */
export function blockSuppressed({ work }: Tx, people: readonly UpdatedPerson[]): void {
  const suppressed = people.flatMap((person) => (person.suppressed ? person.id : []));
  if (suppressed.length > 0) work.block(sendsTo(suppressed));
}

/** Looks again at mail that waits for a window, which may open at another time now. */
export async function reopenSendWindows(tx: Tx): Promise<void> {
  if ((await reopenWindows(tx)) > 0) tx.work.wake('sends');
}
