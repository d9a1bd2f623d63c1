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
