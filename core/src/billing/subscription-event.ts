import type { ZoneClock } from '../platform/zone-clock.ts';
import { centsAt, currencyOf, flagAt, intervalOf, statusOf, timeAt } from './detail-values.ts';
import { type NamedProduct, namedProduct } from './product-name.ts';
import { activeStatuses, type SubscriptionStatus } from './status.ts';

export type SubscriptionEventName =
  | 'subscription_started'
  | 'subscription_updated'
  | 'subscription_renewed'
  | 'subscription_cancelled'
  | 'subscription_ended';

/** The values of a native subscription row that events set. */
export interface SubscriptionValues {
  status: SubscriptionStatus;
  /** Key. */
  product: string | null;
  interval: string | null;
  renewal_amount_cents: number | null;
  /** ISO 4217. */
  currency: string | null;
  next_renewal_at: Date | null;
  cancel_at_period_end: boolean;
  started_at: Date | null;
  ended_at: Date | null;
}

/** The changes of one event: a missing value stays, null clears it. */
export type SubscriptionPatch = Partial<SubscriptionValues>;

type Details = Readonly<Record<string, unknown>>;

function isRunning(status: SubscriptionStatus): boolean {
  return activeStatuses.includes(status);
}

/**
 * Combines the event's name with its `status`. An ended event always ends the subscription. A
 * canceled event cancels it, unless the cancellation is scheduled for the end of the period.
 */
function statusAfter(
  name: SubscriptionEventName,
  details: Details,
): SubscriptionStatus | undefined {
  const status = statusOf(details);
  if (name === 'subscription_ended') return 'ended';
  if (name === 'subscription_cancelled') {
    const later = flagAt(details, 'cancel_at_period_end') === true;
    if (status === undefined || status === 'unknown') return later ? undefined : 'cancelled';
    return isRunning(status) && !later ? 'cancelled' : status;
  }
  return status ?? (name === 'subscription_updated' ? undefined : 'active');
}

/** A scheduled cancellation is dropped once the subscription starts or continues. */
function cancellationAfter(name: SubscriptionEventName, details: Details): boolean | undefined {
  const given = flagAt(details, 'cancel_at_period_end');
  const begins = name === 'subscription_started' || name === 'subscription_renewed';
  return given ?? (begins ? false : undefined);
}

/** Reads a subscription event (contract §4.4) and leaves out missing or unreadable values. */
export function readSubscriptionEvent(
  name: SubscriptionEventName,
  details: Details,
  occurredAt: Date,
  clock: ZoneClock,
): { patch: SubscriptionPatch; product: NamedProduct | null } {
  const status = statusAfter(name, details);
  const product = namedProduct(details.product);
  const values = {
    status,
    product: details.product === null ? null : product?.key,
    interval: intervalOf(details),
    renewal_amount_cents: centsAt(details, 'renewal_amount_cents'),
    currency: currencyOf(details),
    next_renewal_at: timeAt(details, 'next_renewal_at', clock),
    cancel_at_period_end: cancellationAfter(name, details),
    started_at: name === 'subscription_started' ? occurredAt : undefined,
    ended_at: status === undefined ? undefined : status === 'ended' ? occurredAt : null,
  };
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return { patch: Object.fromEntries(known) as SubscriptionPatch, product };
}
