import { limits } from '../platform/limits.ts';

/**
 * When a mail that a server refused for now is tried again: doubling from half a minute to an hour,
 * spread by a quarter to either side so that a refused batch does not come back as one. `spread` is
 * a number from 0 to 1. Null where it has been tried often enough (contract §4.10).
 */
export function retryAt(now: Date, attempts: number, spread: number): Date | null {
  if (attempts >= limits.sendAttemptsMax) return null;
  const delay = Math.min(
    limits.sendRetryFirstMs * 2 ** Math.max(0, attempts - 1),
    limits.sendRetryMostMs,
  );
  return new Date(now.getTime() + Math.round(delay * (0.75 + spread / 2)));
}

/** When a server that could not be reached is tried again; no attempt is used up. */
export function unreachableRetryAt(now: Date, spread: number): Date {
  return new Date(now.getTime() + Math.round(limits.sendUnreachableMs * (0.75 + spread / 2)));
}

/**
 * Whether a permanent refusal says that the recipient's address does not exist. 5.1.7 and 5.1.8
 * (RFC 3463 §3.2) are about the sender's address, and marking the recipient for them would suppress
 * everybody. A refusal without a reply code is our own and says nothing about the address.
 */
export function isAddressGone(status: number | null, enhanced: string | null): boolean {
  return status !== null && enhanced !== null && /^5\.1\.(?!7$|8$)\d+$/.test(enhanced);
}
