import type { Tx } from '@postroad/store/platform/transaction';
import { reopenWindows } from '@postroad/store/queue/send';

/** Makes all mail due that a send window holds, so that the pipeline applies the windows as they are now. */
export async function releaseFromWindows(tx: Tx): Promise<void> {
  if ((await reopenWindows(tx)) > 0) tx.work.wake('sends');
}
