import {
  type Kept,
  type Subscription,
  type SubscriptionFact,
  SubscriptionLedger,
} from '@postroad/core/billing/ledger';
import {
  type MoneyEvent,
  moneyEventNames,
  readMoneyEvent,
} from '@postroad/core/billing/money-event';
import { countedOnce, type PaymentFact } from '@postroad/core/billing/payments';
import type { NamedProduct } from '@postroad/core/billing/product-name';
import { own } from '@postroad/core/platform/json';
import { insertPaid, insertRefunds, type PaymentWrite } from '@postroad/store/billing/payment';
import { ensureProducts } from '@postroad/store/billing/product';
import {
  insertSubscriptions,
  lockSubscriptions,
  type SubscriptionWrite,
  writeSubscriptions,
} from '@postroad/store/billing/subscription';
import type { Tx } from '@postroad/store/platform/transaction';
import type { RecordedEvent } from '../events/record-events.ts';
import { type AccountTime, clockFor } from '../platform/account-clock.ts';
import type { Fact } from '../platform/fact.ts';

/** What billing publishes to other rooms. */
export interface BillingFacts {
  /** People whose subscriptions are written; published together with the write. */
  subscriptionsChanged: Fact<readonly number[]>;
}

/** Product ids by key, for all products that the batch names. */
type ProductIds = ReadonlyMap<string, number>;

/** Rows that others create at the same moment are found on the second or third attempt. */
const looks = 3;

/**
 * Writes what events say about subscriptions, purchases, payments and refunds to the billing
 * tables, in the transaction of the events, with one statement for each kind (EVENT-20, contract
 * §4.4). Historical events count like others. A batch without such events costs nothing.
 */
export async function recordBilling(
  tx: Tx,
  facts: BillingFacts & AccountTime,
  events: readonly RecordedEvent[],
): Promise<void> {
  const ofMoney = events.filter(({ name }) => moneyEventNames.has(name));
  const times = ofMoney.map(({ details }) => own(details, 'next_renewal_at'));
  const clock = await clockFor(tx, facts, times);
  const about = ofMoney.flatMap((event) => {
    const read = readMoneyEvent(event.name, event.details, event.occurred_at, clock);
    return read === null ? [] : [{ event, read }];
  });
  if (about.length === 0) return;
  const products = await productsOf(
    tx,
    about.flatMap(({ read }) => read.product ?? []),
  );
  await keepPayments(tx, products, about);
  await keepSubscriptions(tx, facts, products, about.flatMap(subscriptionFact));
}

type About = { event: RecordedEvent; read: MoneyEvent };

/** A product registers when it is first named, as events, fields and tags do. */
async function productsOf(tx: Tx, named: NamedProduct[]): Promise<ProductIds> {
  if (named.length === 0) return new Map();
  const { ids, made } = await ensureProducts(tx, named);
  tx.work.tellAll(made, { resource: 'products', action: 'created' });
  return ids;
}

async function keepPayments(tx: Tx, products: ProductIds, about: About[]): Promise<void> {
  const facts = about.flatMap(({ event, read }): PaymentFact[] => {
    if (read.of !== 'payment') return [];
    const { kind, external_id, amount_cents } = read;
    const { person_id, occurred_at, id: event_id } = event;
    const product = read.product?.key ?? null;
    return [{ kind, external_id, amount_cents, product, person_id, occurred_at, event_id }];
  });
  const rows = countedOnce(facts).map(({ product, ...fact }): PaymentWrite => {
    return { ...fact, product_id: product === null ? null : (products.get(product) ?? null) };
  });
  const refunds = rows.filter(({ kind }) => kind === 'refund');
  const paid = rows.filter(({ kind }) => kind !== 'refund');
  if (paid.length > 0) await insertPaid(tx, paid);
  if (refunds.length > 0) await insertRefunds(tx, refunds);
}

function subscriptionFact({ event, read }: About): SubscriptionFact[] {
  if (read.of !== 'subscription') return [];
  const { name, external_id, patch } = read;
  const { person_id, occurred_at } = event;
  return [{ name, external_id, person_id, patch, occurred: occurred_at.getTime() }];
}

/**
 * Applies the facts to locked rows. Facts whose row somebody else has just created are tried again.
 */
async function keepSubscriptions(
  tx: Tx,
  { subscriptionsChanged }: BillingFacts,
  products: ProductIds,
  facts: SubscriptionFact[],
): Promise<void> {
  let left = facts;
  for (let look = 0; left.length > 0; look += 1) {
    if (look === looks) throw new Error('Subscriptions were made and removed meanwhile.');
    const rows = await lockSubscriptions(tx, wanted(left));
    const ledger = new SubscriptionLedger(rows.map(({ product_id: _, ...row }) => row));
    for (const fact of left) ledger.add(fact);
    const known = rows.flatMap(({ product, product_id }): [string, number][] =>
      product === null || product_id === null ? [] : [[product, product_id]],
    );
    const kept = ledger.kept();
    const owners = new Set(kept.map(({ row }) => row.person_id));
    [left] = await Promise.all([
      writeKept(tx, new Map([...products, ...known]), kept),
      subscriptionsChanged.publish(tx, [...owners]),
    ]);
  }
}

function wanted(facts: SubscriptionFact[]): { externalIds: string[]; people: number[] } {
  const externalIds = new Set(facts.flatMap(({ external_id }) => external_id ?? []));
  const withoutId = facts.filter(({ external_id }) => external_id === null);
  const people = new Set(withoutId.map(({ person_id }) => person_id));
  return { externalIds: [...externalIds], people: [...people] };
}

/** Returns the facts whose rows could not be created because they exist already. */
async function writeKept(tx: Tx, products: ProductIds, kept: Kept[]): Promise<SubscriptionFact[]> {
  const writeOf = ({ row }: Kept) => toWrite(row, products);
  const known = kept.filter(({ row }) => row.id !== null);
  const fresh = kept.filter(({ row }) => row.id === null);
  const [ids] = await Promise.all([
    fresh.length > 0 ? insertSubscriptions(tx, fresh.map(writeOf)) : [],
    known.length > 0 ? writeSubscriptions(tx, known.map(writeOf)) : null,
  ]);
  const note = (id: number | null, action: 'created' | 'updated') => {
    if (id !== null) tx.work.tell({ resource: 'subscriptions', id, action });
  };
  for (const id of ids) note(id, 'created');
  for (const { row } of known) note(row.id, 'updated');
  return fresh.flatMap(({ facts }, index) => (ids[index] === null ? facts : []));
}

function toWrite({ product, ...row }: Subscription, products: ProductIds): SubscriptionWrite {
  return { ...row, product_id: product === null ? null : (products.get(product) ?? null) };
}
