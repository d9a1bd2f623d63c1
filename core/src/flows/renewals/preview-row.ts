import { DateTime } from 'luxon';
import { dayText } from '../../platform/zone-clock.ts';
import { zoneAbbreviation } from '../../platform/zone-name.ts';
import type { RowReason } from './eligibility.ts';
import type { RenewalPlan, RenewalTarget } from './renewal-plan.ts';

/** The subscription and person of a row. */
export interface RenewalIdentity {
  personId: number | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  /** The subscription's id at the seller. */
  externalId: string | null;
  subscriptionId: number;
  amountCents: number | null;
}

/** The time and the renewal of a reminder (RENEW-18 to RENEW-21). */
export interface TargetKeys {
  occurrence_key: string;
  target_at?: string;
  target_local: string;
  target_display?: string;
  next_renewal_at: string;
  next_renewal_date: string;
}

/** A row of `upcoming`; keys without a value are omitted (RENEW-17 to RENEW-22). */
export interface UpcomingRow extends TargetKeys {
  person_id: number;
  name?: string;
  email: string;
  external_id?: string;
  subscription_id: number;
  target_at: string;
  target_display: string;
  timezone: string;
  renewal_amount_cents: number;
}

/** A row of `skipped` about a subscription (RENEW-25, RENEW-29). */
export interface SkippedRow extends Partial<TargetKeys> {
  reason: RowReason;
  person_id?: number;
  email?: string;
  external_id?: string;
  subscription_id: number;
  timezone: string;
  renewal_amount_cents?: number;
}

export function upcomingRow(
  plan: RenewalPlan,
  target: RenewalTarget & { targetAt: number },
  about: RenewalIdentity,
): UpcomingRow {
  const name = [about.firstName, about.lastName].filter(Boolean).join(' ').trim();
  return {
    person_id: about.personId ?? 0,
    ...(name === '' ? {} : { name }),
    email: about.email ?? '',
    ...known('external_id', about.externalId),
    subscription_id: about.subscriptionId,
    ...renewalKeys(plan, target),
    ...targetKeys(plan, target.targetAt),
    timezone: plan.trigger.timezone,
    renewal_amount_cents: about.amountCents ?? 0,
  };
}

export function skippedRow(
  plan: RenewalPlan,
  reason: RowReason,
  target: RenewalTarget | null,
  about: RenewalIdentity,
): SkippedRow {
  return {
    reason,
    ...known('person_id', about.personId),
    ...known('email', about.email),
    ...known('external_id', about.externalId),
    subscription_id: about.subscriptionId,
    ...(target === null ? {} : renewalKeys(plan, target)),
    ...(typeof target?.targetAt !== 'number' ? {} : targetKeys(plan, target.targetAt)),
    timezone: plan.trigger.timezone,
    ...known('renewal_amount_cents', about.amountCents),
  };
}

function known<Key extends string, Value>(key: Key, value: Value | null) {
  return (value === null ? {} : { [key]: value }) as { [K in Key]?: Value };
}

function renewalKeys({ trigger }: RenewalPlan, target: RenewalTarget) {
  const renewal = new Date(target.renewalAt).toISOString();
  return {
    occurrence_key: renewal,
    target_local: `${dayText(target.targetDay)} ${trigger.local_time}`,
    next_renewal_at: renewal,
    next_renewal_date: dayText(target.renewalDay),
  };
}

/** What the clocks of a zone show at a time, with the offset that the zone has then (SAFE-44). */
export function localTime(at: Date, timezone: string): string {
  return DateTime.fromJSDate(at, { zone: timezone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}

/** Many reminders share a time, and luxon is slow. */
function targetKeys({ trigger, displays }: RenewalPlan, at: number) {
  let display = displays.get(at);
  if (display === undefined) {
    const local = DateTime.fromMillis(at, { zone: trigger.timezone, locale: 'en-US' });
    display = `${local.toFormat('MMM d, yyyy, h:mm a')} ${zoneAbbreviation(trigger.timezone, at)}`;
    displays.set(at, display);
  }
  return { target_at: new Date(at).toISOString(), target_display: display };
}
