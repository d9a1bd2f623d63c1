const minute = 60_000;
const hour = 60 * minute;

/** What passes between two attempts; all together are a little less than a day (HOOK-10). */
const pauses = [
  10_000,
  minute,
  5 * minute,
  20 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
  10 * hour,
] as const;

const dayMs = 24 * hour;

/** The share of a pause that chance may take off, so that what failed together comes back apart. */
const jitter = 0.1;

/**
 * When the next attempt is due after so many; null if there is none. `chance` is from 0 to 1. An
 * endpoint may ask for a longer pause (`Retry-After`), but not for longer than a day.
 */
export function nextAttemptAt(
  now: Date,
  attempts: number,
  { chance, askedMs = null }: { chance: number; askedMs?: number | null },
): Date | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  const planned = pause * (1 - jitter * chance);
  return new Date(now.getTime() + Math.min(dayMs, Math.max(planned, askedMs ?? 0)));
}

/**
 * What waits for a disabled endpoint is given up if it was due before this: a day is left to enable it
 * again, as a day is left to an endpoint that fails.
 */
export function givenUpIfDueBefore(now: Date): Date {
  return new Date(now.getTime() - dayMs);
}

/** The pause in a header `Retry-After` (RFC 9110 §10.2.3): seconds or a date. Null for neither. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** Failures alone for so long disable an endpoint (HOOK-11). */
const failingDays = 5;

export function isFailingTooLong(since: Date | null, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() >= failingDays * dayMs;
}
