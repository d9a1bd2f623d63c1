import { isObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { dayMs, ZoneClock } from '../../platform/zone-clock.ts';
import { renewalTrigger } from '../triggers/renewal.ts';
import { minutesOf } from '../triggers/trigger-keys.ts';
import { type RenewalTrigger, renewalTriggerType } from './renewal-trigger.ts';

/** A valid renewal trigger, prepared for any number of subscriptions. */
export interface RenewalPlan {
  trigger: RenewalTrigger;
  clock: ZoneClock;
  /** `local_time` in minutes from midnight. */
  minutes: number;
  /** Caches the displayed times of reminders by instant. */
  displays: Map<number, string>;
}

/** The time of one reminder; instants are milliseconds since 1970. */
export interface RenewalTarget {
  renewalAt: number;
  /** Days since 1970-01-01 in the trigger's time zone. */
  renewalDay: number;
  targetDay: number;
  /** Null if the local time does not exist on that day (contract §4.9). */
  targetAt: number | null;
}

/** From inclusive, to exclusive. */
export interface Span {
  from: number;
  to: number;
}

export function isRenewalTrigger(trigger: unknown): boolean {
  return isObject(trigger) && own(trigger, 'type') === renewalTriggerType;
}

/** Null for other triggers and for invalid ones. */
export function planRenewals(trigger: unknown): RenewalPlan | null {
  if (!isObject(trigger) || own(trigger, 'type') !== renewalTriggerType) return null;
  if (renewalTrigger.check(trigger, '').length > 0) return null;
  const valid = trigger as unknown as RenewalTrigger;
  const clock = new ZoneClock(valid.timezone);
  return { trigger: valid, clock, minutes: minutesOf(valid.local_time), displays: new Map() };
}

/** When to remind of a subscription that renews at an instant. */
export function targetOf({ trigger, clock, minutes }: RenewalPlan, renewalAt: number) {
  const renewalDay = clock.dayOf(renewalAt);
  const targetDay = renewalDay - trigger.days_before;
  const targetAt = clock.instantOf(targetDay, minutes);
  return { renewalAt, renewalDay, targetDay, targetAt } satisfies RenewalTarget;
}

/**
 * The renewal times whose reminders are due now, at most some hours too wide; null if there can be
 * none.
 */
export function renewalsDue({ trigger, clock, minutes }: RenewalPlan, now: number): Span | null {
  const today = clock.dayOf(now);
  const targetAt = clock.instantOf(today, minutes);
  if (targetAt === null || now < targetAt) return null;
  return clock.around(today + trigger.days_before);
}

/** The renewal times of a preview, from today's reminders to its horizon. */
export function renewalsPreviewed({ trigger, clock }: RenewalPlan, now: number): Span {
  const first = clock.around(clock.dayOf(now) + trigger.days_before);
  const last = clock.around(clock.dayOf(horizonOf(now)) + trigger.days_before);
  return { from: first.from, to: last.to };
}

/** RENEW-23: a time that does not exist counts by its nominal instant. */
export function isBeyondHorizon(plan: RenewalPlan, target: RenewalTarget, now: number): boolean {
  const at = target.targetAt ?? plan.clock.nominal(target.targetDay, plan.minutes);
  return at > horizonOf(now);
}

function horizonOf(now: number): number {
  return now + limits.renewalPreviewDays * dayMs;
}

/** The first instant after `now` at which reminders come due, and the earliest renewal of those. */
export function nextDue(
  { trigger, clock, minutes }: RenewalPlan,
  now: number,
): { at: number; renewalsFrom: number } {
  for (let day = clock.dayOf(now); ; day += 1) {
    const at = clock.instantOf(day, minutes);
    if (at !== null && at > now) {
      return { at, renewalsFrom: clock.around(day + trigger.days_before).from };
    }
  }
}
