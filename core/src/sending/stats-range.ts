import { DateTime } from 'luxon';
import { isCalendarDate } from '../people/field-type.ts';
import { limits } from '../platform/limits.ts';
import { isTimestamp, parseTimestamp } from '../platform/timestamp.ts';
import { dayMs, dayText, ZoneClock } from '../platform/zone-clock.ts';

/** A period, and the local days at its end. */
export interface StatsRange {
  /** Null means from the beginning. */
  from: Date | null;
  /** Exclusive; null means until now. */
  to: Date | null;
  /** Dates as YYYY-MM-DD, in order; at least one. */
  dates: string[];
  /** The start of each date within the range, and the end of the last. */
  borders: Date[];
}

/** The moment at which a date begins or, with `ends`, the next date. */
function momentOf(text: string, clock: ZoneClock, ends: boolean): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return parseTimestamp(text, clock);
  if (!isCalendarDate(text) || !isTimestamp(text)) return null;
  // Where clocks are set back at midnight, a day begins at the first of two, as its border does.
  const day = Date.parse(`${text}T00:00:00Z`) / dayMs + (ends ? 1 : 0);
  return new Date(clock.instantOfWall(day * dayMs));
}

/**
 * Reads the period of statistics. Returns which end is invalid, or `order` if they are reversed.
 */
export function statsRange(
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
  accountClock: ZoneClock,
  mostDays: number = limits.statsDays,
): StatsRange | 'from' | 'to' | 'order' {
  const known = DateTime.fromJSDate(now, { zone: accountClock.timezone }).isValid;
  const clock = known ? accountClock : new ZoneClock('UTC');
  const from = asked.from === undefined ? null : momentOf(asked.from, clock, false);
  const to = asked.to === undefined ? null : momentOf(asked.to, clock, true);
  if (asked.from !== undefined && from === null) return 'from';
  if (asked.to !== undefined && to === null) return 'to';
  const end = to ?? new Date(Math.max(now.getTime(), from?.getTime() ?? 0) + 1);
  if (from !== null && from >= end) return 'order';
  const most = from === null ? limits.statsDaysDefault : mostDays;
  // The end is exclusive, so the last moment is just before it.
  let day = clock.dayOf(end.getTime() - 1);
  const dates: string[] = [];
  const borders: Date[] = [end];
  while (dates.length < most) {
    const start = new Date(clock.instantOfWall(day * dayMs));
    dates.push(dayText(day));
    borders.push(from !== null && start < from ? from : start);
    if (from !== null && start <= from) break;
    day -= 1;
  }
  return { from, to, dates: dates.reverse(), borders: borders.reverse() };
}
