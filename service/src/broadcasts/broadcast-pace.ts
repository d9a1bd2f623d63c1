import { settingsWith } from '@postroad/core/account/settings';
import { findSettings } from '@postroad/store/account/setting';
import type { Tx } from '@postroad/store/platform/transaction';

/** How fast the mail provider takes mail. */
export interface SpeedDeps {
  provider: { pace?: { gapMs: number } };
}

/** Milliseconds between two mails at the rate limit of the provider; 0 without one. */
export function gapOf({ provider }: SpeedDeps): number {
  return provider.pace?.gapMs ?? 0;
}

const key = 'sending.broadcast_emails_per_hour';

/** Emails an hour for broadcasts without a rate of their own (QUEUE-04). */
export async function broadcastPace(tx: Tx): Promise<number> {
  return settingsWith(await findSettings(tx, [key]))[key];
}
