import { limits } from '../platform/limits.ts';
import type { ZoneClock } from '../platform/zone-clock.ts';
import type { SendWindowRule, SendWindows } from './send-windows.ts';

const minutesOfDay = 1_440;

/** The rule for an email with these labels: the first for one of them, else the first for all (QUEUE-06). */
export function windowRuleFor(
  { rules }: SendWindows,
  labels: readonly string[],
): SendWindowRule | null {
  const labelled = rules.find(({ label }) => label !== null && labels.includes(label));
  return labelled ?? rules.find(({ label }) => label === null) ?? null;
}

/**
 * The first moment from `at` on at which the rule lets emails out; `at` itself where it does then.
 * Times are those of the clock: one that a clock change skips is the next minute there is, one
 * that comes twice the first (contract §4.9).
 */
export function nextOpen(rule: SendWindowRule, at: Date, clock: ZoneClock): Date {
  const now = at.getTime();
  const today = clock.dayOf(now);
  // A clock change can bring the day before back, and leave out the only day of a week.
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
  // Whole days have been skipped, where a zone moved across the date line.
  for (let minute = minutes; minute <= minutes + 2 * minutesOfDay; minute += 1) {
    const instant = clock.instantOf(day, minute);
    if (instant !== null) return instant;
  }
  return clock.nominal(day, minutes);
}
