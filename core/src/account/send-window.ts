import { limits } from '../platform/limits.ts';
import type { ZoneClock } from '../platform/zone-clock.ts';
import type { SendWindowRule, SendWindows } from './send-windows.ts';

const minutesOfDay = 1_440;

/**
 * The rule for an email with these labels: the first for one of them, otherwise the first for all
 * emails (QUEUE-06).
 */
export function windowRuleFor(
  { rules }: SendWindows,
  labels: readonly string[],
): SendWindowRule | null {
  const labelled = rules.find(({ label }) => label !== null && labels.includes(label));
  return labelled ?? rules.find(({ label }) => label === null) ?? null;
}

/**
 * The first moment from `at` on at which the rule is open; `at` itself if it is open then. Times
 * are local: a time that a clock change skips becomes the next existing minute, one that occurs
 * twice the first (contract §4.9).
 */
export function nextOpen(rule: SendWindowRule, at: Date, clock: ZoneClock): Date {
  const now = at.getTime();
  const today = clock.dayOf(now);
  // A clock change can repeat the previous day, and skip the only day of a week.
  for (let day = today - 1; day <= today + limits.sendWindowDaysAhead; day += 1) {
    if (!rule.days.includes(weekday(day))) continue;
    const open = instantFrom(clock, day, minutesOf(rule.start));
    const close = instantFrom(clock, day, minutesOf(rule.end));
    if (open >= close || now >= close) continue;
    return now < open ? new Date(open) : at;
  }
  return at;
}

/** 1970-01-01, day 0, was a Thursday. */
function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function instantFrom(clock: ZoneClock, day: number, minutes: number): number {
  // Zones that moved across the date line skipped whole days.
  for (let minute = minutes; minute <= minutes + 2 * minutesOfDay; minute += 1) {
    const instant = clock.instantOf(day, minute);
    if (instant !== null) return instant;
  }
  return clock.nominal(day, minutes);
}
