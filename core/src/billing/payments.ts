import { centsAt, externalIdOf } from './detail-values.ts';
import { type NamedProduct, namedProduct } from './product-name.ts';

export type PaymentKind = 'purchase' | 'payment' | 'refund';

export type PaymentEventName = 'purchased' | 'payment_succeeded' | 'payment_refunded';

const kinds: Readonly<Record<PaymentEventName, PaymentKind>> = {
  purchased: 'purchase',
  payment_succeeded: 'payment',
  payment_refunded: 'refund',
};

/** A purchase, payment or refund in one event. */
export interface PaymentEvent {
  kind: PaymentKind;
  external_id: string | null;
  product: NamedProduct | null;
  amount_cents: number;
}

/**
 * Reads a payment event (contract §4.4). A purchase without a valid amount is still a purchase, of
 * zero; a payment or refund without one is not counted and gives null.
 */
export function readPaymentEvent(
  name: PaymentEventName,
  details: Readonly<Record<string, unknown>>,
): PaymentEvent | null {
  const kind = kinds[name];
  const amount = centsAt(details, 'amount_cents') ?? (kind === 'purchase' ? 0 : null);
  if (amount === null) return null;
  return {
    kind,
    external_id: externalIdOf(details),
    product: kind === 'purchase' ? namedProduct(details.product) : null,
    amount_cents: amount,
  };
}

export interface PaymentFact {
  kind: PaymentKind;
  person_id: number;
  external_id: string | null;
  /** Key. */
  product: string | null;
  amount_cents: number;
  occurred_at: Date;
  event_id: number;
}

/**
 * Combines two facts with the same external id: a purchase and its payment become one purchase,
 * counted once with the first known amount. If they name two people, the first one paid.
 */
function combined(first: PaymentFact, second: PaymentFact): PaymentFact {
  if (first.person_id !== second.person_id) return first;
  return {
    ...first,
    kind: second.kind === 'purchase' ? 'purchase' : first.kind,
    product: first.product ?? second.product,
    amount_cents: first.amount_cents || second.amount_cents,
  };
}

/**
 * One fact per external id, in the order of recording. Purchases and payments share ids; refunds
 * have their own, because a refund may carry the id of the payment it refunds (contract §4.11).
 */
export function countedOnce(facts: readonly PaymentFact[]): PaymentFact[] {
  const withoutId: PaymentFact[] = [];
  const withId = new Map<string, PaymentFact>();
  for (const fact of facts) {
    if (fact.external_id === null) {
      withoutId.push(fact);
      continue;
    }
    const space = fact.kind === 'refund' ? 'refund' : 'paid';
    const key = `${space} ${fact.external_id}`;
    const known = withId.get(key);
    withId.set(key, known ? combined(known, fact) : fact);
  }
  return [...withoutId, ...withId.values()];
}
