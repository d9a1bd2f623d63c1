import { isLocalTime } from '@postroad/core/platform/timestamp';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import type { Tx } from '@postroad/store/platform/transaction';

/** The part of the service that knows the time zone of the account. */
export interface AccountTime {
  accountClock(tx: Tx): Promise<ZoneClock>;
}

const utc = new ZoneClock('UTC');

/**
 * The clock by which times without an offset are read (SAFE-43). The zone is asked for only where a
 * text needs it.
 */
export async function clockFor(
  tx: Tx,
  time: AccountTime,
  texts: readonly unknown[],
): Promise<ZoneClock> {
  return texts.some(isLocalTime) ? await time.accountClock(tx) : utc;
}
