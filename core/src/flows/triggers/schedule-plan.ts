import { isObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { dayMs, ZoneClock } from '../../platform/zone-clock.ts';
import { CountedPeriod, isRule, parseRule, type Rule, timesOn } from './rrule.ts';
import { checkScheduleTrigger } from './schedule-keys.ts';
import { type ScheduleTrigger, scheduleTriggerType } from './schedule-trigger.ts';

/** A valid schedule, prepared. */
export interface SchedulePlan {
  trigger: ScheduleTrigger;
  rule: Rule;
  clock: ZoneClock;
}

/** Null for other triggers and for invalid ones. */
export function planSchedule(trigger: unknown): SchedulePlan | null {
  if (!isObject(trigger) || own(trigger, 'type') !== scheduleTriggerType) return null;
  if (checkScheduleTrigger(trigger, '').length > 0) return null;
  const valid = trigger as unknown as ScheduleTrigger;
  const rule = parseRule(valid.rrule);
  return isRule(rule) ? { trigger: valid, rule, clock: new ZoneClock(valid.timezone) } : null;
}

/**
 * The instants of a local day, in order: of a time that a clock change leaves out the next minute
 * that exists, of one that comes twice the first (contract §4.9).
 */
function instantsOn({ rule, clock }: SchedulePlan, day: number, counted: CountedPeriod): number[] {
  const { until } = rule;
  const instants = timesOn(rule, day, counted).flatMap((minutes) => {
    const wall = day * dayMs + minutes * 60_000;
    if (until !== null && 'wall' in until && wall > until.wall) return [];
    const instant = clock.instantOfWall(wall);
    return until !== null && 'instant' in until && instant > until.instant ? [] : [instant];
  });
  return [...new Set(instants)].toSorted((a, b) => a - b);
}

/** The last time of a schedule after a time and up to now; null if there is none (TRIG2-05). */
export function lastScheduled(plan: SchedulePlan, after: number, now: number): number | null {
  const first = Math.max(plan.clock.dayOf(after) - 1, plan.clock.dayOf(now) - limits.scheduleDays);
  const counted = new CountedPeriod();
  // A time that a clock change moves may fall on the next day.
  for (let day = plan.clock.dayOf(now); day >= first; day -= 1) {
    const last = instantsOn(plan, day, counted).findLast((at) => at <= now && at > after);
    if (last !== undefined) return last;
  }
  return null;
}

/** The local day of UNTIL. */
function lastDay({ rule: { until }, clock }: SchedulePlan): number {
  if (until === null) return Number.POSITIVE_INFINITY;
  return 'wall' in until ? Math.floor(until.wall / dayMs) : clock.dayOf(until.instant);
}

/** The next time of a schedule after a time; null if there is none. */
export function nextScheduled(plan: SchedulePlan, after: number): number | null {
  const first = plan.clock.dayOf(after) - 1;
  const last = Math.min(first + limits.scheduleDays, lastDay(plan));
  const counted = new CountedPeriod();
  for (let day = first; day <= last; day += 1) {
    const next = instantsOn(plan, day, counted).find((at) => at > after);
    if (next !== undefined) return next;
  }
  return null;
}
