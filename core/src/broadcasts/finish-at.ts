/**
 * When the last of `emails` is due if the first is due at `from` and each next one `stepMs` later. The
 * first one's time where there are none.
 */
export function finishAt(from: Date, emails: number, stepMs: number): Date {
  return new Date(from.getTime() + Math.max(0, emails - 1) * stepMs);
}

/** Milliseconds from one email to the next, at a pace that the mail provider may slow down. */
export function stepMs(emailsPerHour: number, providerGapMs: number): number {
  return Math.max(3_600_000 / emailsPerHour, providerGapMs);
}
