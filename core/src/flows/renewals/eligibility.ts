import { activeStatuses, type SubscriptionStatus } from '../../billing/status.ts';
import { type RenewalPlan, type RenewalTarget, targetOf } from './renewal-plan.ts';

/** Why a subscription gets no reminder, in order of precedence. */
export const rowReasons = [
  'no_person',
  'ambiguous',
  'cancelled',
  'not_active',
  'scheduled_cancel',
  'missing_date',
  'missing_amount',
  'suppressed',
  'already_sent',
  'already_enrolled',
  'same_cycle',
  'unresolved_time',
  'past_target',
] as const;

export type RowReason = (typeof rowReasons)[number];

/** Reasons about the definition as a whole, before any row. */
export const skipReasons = ['not_renewal_trigger', 'unknown_product', ...rowReasons] as const;

/** An earlier reminder of the subscription by the flow. */
export interface PastReminder {
  /** The renewal it was for, in milliseconds since 1970. */
  renewalAt: number;
  /** Days since 1970-01-01, in the trigger's calendar at that time. */
  renewalDay: number;
  /** Whether its mail was sent, or may have been. */
  sent: boolean;
  /** Whether it was, or is in the queue. */
  mailed: boolean;
  /** Whether its run has not ended. */
  inside: boolean;
}

/**
 * The facts that decide eligibility, for one subscription with the trigger's product and interval.
 */
export interface RenewalFacts {
  status: SubscriptionStatus;
  cancelAtPeriodEnd: boolean;
  /** Milliseconds since 1970. */
  nextRenewalAt: number | null;
  amountCents: number | null;
  /** Null if the person does not exist. */
  person: { suppressed: boolean } | null;
  /**
   * Whether the person has several subscriptions with this product and interval that have not
   * ended.
   */
  several: boolean;
  past: readonly PastReminder[];
}

export type Verdict =
  /** `due` from the target until its local day ends. */
  | { eligible: true; due: boolean; target: RenewalTarget & { targetAt: number } }
  /** `target` is null if there is no renewal date. */
  | { eligible: false; reason: RowReason; target: RenewalTarget | null };

const over: readonly SubscriptionStatus[] = ['cancelled', 'ended'];

/** Statuses that do not count as another subscription of the person. */
const uncounted: readonly SubscriptionStatus[] = [...over, 'incomplete_expired'];

/**
 * Whether and when a subscription gets a reminder. The scan, the preview of the flow and that of an
 * email all use this answer (RENEW-11 to RENEW-13, RENEW-27 to RENEW-35). `once` is the run policy
 * single_run: one reminder per subscription. `now` is in milliseconds.
 */
export function eligibility(
  plan: RenewalPlan,
  once: boolean,
  facts: RenewalFacts,
  now: number,
): Verdict {
  const target = facts.nextRenewalAt === null ? null : targetOf(plan, facts.nextRenewalAt);
  const skip = (reason: RowReason): Verdict => ({ eligible: false, reason, target });
  const over = whyOver(facts);
  if (over !== null) return skip(over);
  if (target === null) return skip('missing_date');
  const before = reminded(plan, once, facts.past, target, now);
  if (before !== null) return skip(before);
  const { targetAt } = target;
  if (targetAt === null) return skip('unresolved_time');
  const today = plan.clock.dayOf(now);
  if (today > target.targetDay && now >= targetAt) return skip('past_target');
  const due = now >= targetAt && today === target.targetDay;
  return { eligible: true, due, target: { ...target, targetAt } };
}

/**
 * Why a subscription gets no reminder, whatever its dates and earlier reminders: also for a run that
 * began while it was eligible, which then sends nothing more (SAFE-45).
 */
export function whyOver(facts: Omit<RenewalFacts, 'past'>): RowReason | null {
  if (facts.person === null) return 'no_person';
  if (facts.several && !uncounted.includes(facts.status)) return 'ambiguous';
  if (over.includes(facts.status)) return 'cancelled';
  if (!activeStatuses.includes(facts.status)) return 'not_active';
  if (facts.cancelAtPeriodEnd) return 'scheduled_cancel';
  if (facts.nextRenewalAt === null) return 'missing_date';
  if (facts.amountCents === null) return 'missing_amount';
  return facts.person.suppressed ? 'suppressed' : null;
}

/** The effect of earlier reminders of the same subscription. */
function reminded(
  { trigger }: RenewalPlan,
  once: boolean,
  past: readonly PastReminder[],
  target: RenewalTarget,
  now: number,
): RowReason | null {
  if (past.length === 0) return null;
  // The same date at another hour is the same renewal (RENEW-12).
  const same = past.filter(
    ({ renewalAt, renewalDay }) =>
      renewalAt === target.renewalAt || renewalDay === target.renewalDay,
  );
  if (same.length > 0) return begun(same);
  const mailed = past.filter((reminder) => reminder.mailed);
  if (mailed.length > 0 && (once || trigger.repeat === false)) return begun(mailed);
  // Contract §4.1: again once the earlier run has ended; with single_run, never.
  if (once || past.some(({ inside }) => inside)) return 'already_enrolled';
  return mailed.some(({ renewalAt }) => renewalAt > now) ? 'same_cycle' : null;
}

/** Mail that waits in the queue may still be skipped, so it is not sent yet. */
function begun(reminders: readonly PastReminder[]): RowReason {
  return reminders.some(({ sent }) => sent) ? 'already_sent' : 'already_enrolled';
}
