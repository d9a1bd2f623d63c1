import type { Tx } from '@postroad/store/platform/transaction';
import { sendsTo } from '@postroad/store/queue/in-flight-sends';
import { reopenWindows, reopenWindowsOf } from '@postroad/store/queue/send';
import type { UpdatedPerson } from '../people/change-people.ts';

/** After the commit, the transaction waits for mail in flight to people who are now suppressed. */
export function blockSuppressed({ work }: Tx, people: readonly UpdatedPerson[]): void {
  const suppressed = people.flatMap((person) => (person.suppressed ? person.id : []));
  if (suppressed.length > 0) work.block(sendsTo(suppressed));
}

/** Recomputes the time of mail that waits for a send window, since windows may have changed. */
export async function reopenSendWindows(tx: Tx): Promise<void> {
  if ((await reopenWindows(tx)) > 0) tx.work.wake('sends');
}

/** The same for people whose time zone changed: a window may be one of their own clock (CAP-05). */
export async function reopenMoved(tx: Tx, people: readonly UpdatedPerson[]): Promise<void> {
  const moved = people.flatMap((person) => (person.zoneChanged ? person.id : []));
  if (moved.length === 0) return;
  if ((await reopenWindowsOf(tx, moved)) > 0) tx.work.wake('sends');
}
