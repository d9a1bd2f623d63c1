import { DateTime } from 'luxon';
import { limits } from '../platform/limits.ts';
import { parseTimestamp } from '../platform/timestamp.ts';

/** A stretch of time, and the local days at its end. */
export interface StatsRange {
  /** Null: from the beginning. */
  from: Date | null;
  /** Not counted in; null: everything until now. */
  to: Date | null;
  /** Dates, YYYY-MM-DD, in order; there is at least one. */
  dates: string[];
  /** Where each of them begins within the range, and where the last one ends. */
  borders: Date[];
}

/** A date as the moment at which it begins, or with `ends` at which the next one does. */
function momentOf(text: string, zone: string, ends: boolean): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return parseTimestamp(text);
  const day = DateTime.fromISO(text, { zone });
  if (!day.isValid || day.year < 1970 || day.year > 2200) return null;
  return (ends ? day.plus({ days: 1 }) : day).startOf('day').toJSDate();
}

/**
 * Reads what statistics are asked for; answers which of the two cannot be read, or `order` where
 * they are the wrong way round.
 */
export function statsRange(
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
  timezone: string,
): StatsRange | 'from' | 'to' | 'order' {
  const zone = DateTime.fromJSDate(now, { zone: timezone }).isValid ? timezone : 'utc';
  const from = asked.from === undefined ? null : momentOf(asked.from, zone, false);
  const to = asked.to === undefined ? null : momentOf(asked.to, zone, true);
  if (asked.from !== undefined && from === null) return 'from';
  if (asked.to !== undefined && to === null) return 'to';
  const end = to ?? new Date(Math.max(now.getTime(), from?.getTime() ?? 0) + 1);
  if (from !== null && from >= end) return 'order';
  const most = from === null ? limits.statsDaysDefault : limits.statsDays;
  // The last moment that counts is before the end.
  let day = DateTime.fromMillis(end.getTime() - 1, { zone }).startOf('day');
  const dates: string[] = [];
  const borders: Date[] = [end];
  while (dates.length < most) {
    const start = day.toJSDate();
    dates.unshift(day.toFormat('yyyy-MM-dd'));
    borders.unshift(from !== null && start < from ? from : start);
    if (from !== null && start <= from) break;
    day = day.minus({ days: 1 }).startOf('day');
  }
  return { from, to, dates, borders };
}
