import { limits } from '../platform/limits.ts';

/**
 * The next attempt after a temporary refusal: pauses double from half a minute to an hour, and
 * spread by a quarter in both directions so that a refused batch does not return at once. `spread`
 * is from 0 to 1. Null after the last attempt (contract §4.10).
 */
export function retryAt(now: Date, attempts: number, spread: number): Date | null {
  if (attempts >= limits.sendAttemptsMax) return null;
  const delay = Math.min(
    limits.sendRetryFirstMs * 2 ** Math.max(0, attempts - 1),
    limits.sendRetryMostMs,
  );
  return new Date(now.getTime() + Math.round(delay * (0.75 + spread / 2)));
}

/** The next attempt after a server was unreachable; it does not use up an attempt. */
export function unreachableRetryAt(now: Date, spread: number): Date {
  return new Date(now.getTime() + Math.round(limits.sendUnreachableMs * (0.75 + spread / 2)));
}

/**
 * Whether a permanent refusal means that the recipient's address does not exist. 5.1.7 and 5.1.8
 * (RFC 3463 §3.2) concern the sender's address, and 5.1.0 may: Postfix answers it for a sender that it
 * does not list. Marking the recipient for them would suppress everybody. A refusal without a reply code is our own and says nothing about the address.
 */
export function isAddressGone(status: number | null, enhanced: string | null): boolean {
  return status !== null && enhanced !== null && /^5\.1\.(?!0$|7$|8$)\d+$/.test(enhanced);
}
