import { activeStatuses, type SubscriptionStatus } from '../../billing/status.ts';
import { type RenewalPlan, type RenewalTarget, targetOf } from './renewal-plan.ts';

/** Why a subscription gets no reminder, in the order in which the reasons take precedence. */
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

/** What is said of a definition as a whole, before any row. */
export const skipReasons = ['not_renewal_trigger', 'unknown_product', ...rowReasons] as const;

/** A reminder of the subscription that the flow began before. */
export interface PastReminder {
  /** Milliseconds since 1970: the renewal that it was for. */
  renewalAt: number;
  /** Days since 1970-01-01, as the calendar of the trigger had it then. */
  renewalDay: number;
  /** Whether mail of it was sent or may have been, or waits in the queue. */
  mailed: boolean;
  /** Whether its run has not ended. */
  inside: boolean;
}

/** Everything eligibility looks at, of one subscription that has the trigger's product and interval. */
export interface RenewalFacts {
  status: SubscriptionStatus;
  cancelAtPeriodEnd: boolean;
  /** Milliseconds since 1970. */
  nextRenewalAt: number | null;
  amountCents: number | null;
  /** Null where there is no such person. */
  person: { suppressed: boolean } | null;
  /** Whether it is one of several of the person, with this product and interval, that are not over. */
  several: boolean;
  past: readonly PastReminder[];
}

export type Verdict =
  /** `due` from the target until its local day ends. */
  | { eligible: true; due: boolean; target: RenewalTarget & { targetAt: number } }
  /** `target` is null where there is no date. */
  | { eligible: false; reason: RowReason; target: RenewalTarget | null };

/** Over, as far as telling one subscription from another goes; these are not reminded of either. */
export const overStatuses: readonly SubscriptionStatus[] = ['cancelled', 'ended'];

/**
 * Whether and when a subscription is to be reminded of: the one answer that the scan, the preview of
 * the flow and that of an email share (RENEW-11 to RENEW-13, RENEW-27 to RENEW-35). `once` is the
 * run policy single_run: the flow is for each subscription once. `now` is in milliseconds.
 */
export function eligibility(
  plan: RenewalPlan,
  once: boolean,
  facts: RenewalFacts,
  now: number,
): Verdict {
  const target = facts.nextRenewalAt === null ? null : targetOf(plan, facts.nextRenewalAt);
  const skip = (reason: RowReason): Verdict => ({ eligible: false, reason, target });
  const unfit = unfitness(facts);
  if (unfit !== null) return skip(unfit);
  if (target === null) return skip('missing_date');
  if (facts.amountCents === null) return skip('missing_amount');
  if (facts.person?.suppressed) return skip('suppressed');
  const before = reminded(plan, once, facts.past, target, now);
  if (before !== null) return skip(before);
  const { targetAt } = target;
  if (targetAt === null) return skip('unresolved_time');
  const today = plan.clock.dayOf(now);
  if (today > target.targetDay && now >= targetAt) return skip('past_target');
  const due = now >= targetAt && today === target.targetDay;
  return { eligible: true, due, target: { ...target, targetAt } };
}

function unfitness(facts: RenewalFacts): RowReason | null {
  if (facts.person === null) return 'no_person';
  const over = overStatuses.includes(facts.status);
  if (!over && facts.several) return 'ambiguous';
  if (over) return 'cancelled';
  if (!activeStatuses.includes(facts.status)) return 'not_active';
  return facts.cancelAtPeriodEnd ? 'scheduled_cancel' : null;
}

/** What earlier reminders of the same subscription leave to be done. */
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
  if (same.some(({ mailed }) => mailed)) return 'already_sent';
  if (same.length > 0) return 'already_enrolled';
  const mailed = past.filter((reminder) => reminder.mailed);
  if (mailed.length > 0 && (once || trigger.repeat === false)) return 'already_sent';
  // Contract §4.1: again once the earlier run has ended, and where it runs once, never.
  if (once || past.some(({ inside }) => inside)) return 'already_enrolled';
  return mailed.some(({ renewalAt }) => renewalAt > now) ? 'same_cycle' : null;
}
