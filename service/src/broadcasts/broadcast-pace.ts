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

/** Milliseconds from one email to the next, at a pace that the mail provider may slow down. */
export function stepMs(emailsPerHour: number, providerGapMs: number): number {
  return Math.max(3_600_000 / emailsPerHour, providerGapMs);
}

/**
 * When the last of `emails` is due if the first is due at `from` and each next one `stepMs` later. The
 * first one's time where there are none.
 */
export function finishAt(from: Date, emails: number, stepMs: number): Date {
  return new Date(from.getTime() + Math.max(0, emails - 1) * stepMs);
}

const key = 'sending.broadcast_emails_per_hour';

/** Emails an hour for broadcasts without a rate of their own (QUEUE-04). */
export async function broadcastPace(tx: Tx): Promise<number> {
  return settingsWith(await findSettings(tx, [key]))[key];
}
