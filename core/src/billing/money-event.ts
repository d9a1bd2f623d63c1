import type { ZoneClock } from '../platform/zone-clock.ts';
import { externalIdOf } from './detail-values.ts';
import { type PaymentEvent, type PaymentEventName, readPaymentEvent } from './payments.ts';
import type { NamedProduct } from './product-name.ts';
import {
  readSubscriptionEvent,
  type SubscriptionEventName,
  type SubscriptionPatch,
} from './subscription-event.ts';

const subscriptionNames: readonly SubscriptionEventName[] = [
  'subscription_started',
  'subscription_updated',
  'subscription_renewed',
  'subscription_cancelled',
  'subscription_ended',
];
const paymentNames: readonly PaymentEventName[] = [
  'purchased',
  'payment_succeeded',
  'payment_refunded',
];

/** Events that the service reads as money (contract §4.4); they are ordinary events too. */
export const moneyEventNames: ReadonlySet<string> = new Set([
  ...subscriptionNames,
  ...paymentNames,
]);

/** The effect of one event on a native row. */
export type MoneyEvent =
  | {
      of: 'subscription';
      name: SubscriptionEventName;
      external_id: string | null;
      product: NamedProduct | null;
      patch: SubscriptionPatch;
    }
  | ({ of: 'payment' } & PaymentEvent);

/**
 * Reads a money event; null for other events, and if there is nothing to count. `clock` is that of the
 * account.
 */
export function readMoneyEvent(
  name: string,
  details: Readonly<Record<string, unknown>>,
  occurredAt: Date,
  clock: ZoneClock,
): MoneyEvent | null {
  if (!moneyEventNames.has(name)) return null;
  const subscription = subscriptionNames.find((known) => known === name);
  if (subscription !== undefined) {
    const externalId = externalIdOf(details);
    const read = readSubscriptionEvent(subscription, details, occurredAt, clock);
    return { of: 'subscription', name: subscription, external_id: externalId, ...read };
  }
  const payment = paymentNames.find((known) => known === name);
  const read = payment === undefined ? null : readPaymentEvent(payment, details);
  return read === null ? null : { of: 'payment', ...read };
}
