/**
 * A position in the write-ahead log of PostgreSQL, as it writes them (`pg_lsn`): 16/B374D848. A
 * standby that has replayed the log up to there has everything that was committed before.
 */
export type LogPosition = string;

/** The header that answers of writes have, and reads may have (REPL-03). */
export const positionHeader = 'x-postroad-position';

/** Later than all others: only the primary has come so far. */
export const primaryOnly: LogPosition = 'FFFFFFFF/FFFFFFFF';

const form = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

export function isLogPosition(text: string): boolean {
  return form.test(text);
}

function partsOf(position: LogPosition): [high: number, low: number] {
  const [, high = '0', low = '0'] = form.exec(position) ?? [];
  return [Number.parseInt(high, 16), Number.parseInt(low, 16)];
}

/** The later one of two positions; null is before all. */
export function laterPosition(
  one: LogPosition | null,
  other: LogPosition | null,
): LogPosition | null {
  if (one === null || other === null) return one ?? other;
  const [[high, low], [otherHigh, otherLow]] = [partsOf(one), partsOf(other)];
  return high > otherHigh || (high === otherHigh && low >= otherLow) ? one : other;
}
