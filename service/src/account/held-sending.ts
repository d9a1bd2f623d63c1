import type { Issue } from '@postroad/core/platform/issue';
import type { Tx } from '@postroad/store/platform/transaction';
import { findSendingHold } from '@postroad/store/queue/sending-control';

/** The warning for what would send mail while all of it is held; none where mail goes out. */
export async function heldWarnings(tx: Tx): Promise<Issue[]> {
  const hold = await findSendingHold(tx);
  if (hold === null) return [];
  const message = `Sending is held, so this mail waits until it is released. The reason: ${hold.reason}`;
  return [{ path: '', code: 'sending_held', message }];
}
