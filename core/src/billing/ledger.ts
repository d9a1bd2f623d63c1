import { activeStatuses } from './status.ts';
import type {
  SubscriptionEventName,
  SubscriptionPatch,
  SubscriptionValues,
} from './subscription-event.ts';

/** The time of the event behind each value, in milliseconds since 1970. */
export type ValueTimes = { [Key in keyof SubscriptionValues]?: number };

/** A native subscription row; `id` is null until it is stored. */
export interface Subscription extends SubscriptionValues {
  id: number | null;
  person_id: number;
  external_id: string | null;
  value_times: ValueTimes;
}

/** An event about a subscription, in the order of recording. */
export interface SubscriptionFact {
  name: SubscriptionEventName;
  person_id: number;
  external_id: string | null;
  patch: SubscriptionPatch;
  /** Milliseconds since 1970. */
  occurred: number;
}

/** A row that facts created or changed, with those facts. */
export interface Kept {
  row: Subscription;
  facts: SubscriptionFact[];
}

/**
 * Applies an event to a row. Each value comes from the latest event, and at equal times from the
 * last one recorded, so the order of arrival does not matter.
 */
function withPatch(row: Subscription, fact: SubscriptionFact): Subscription {
  const newer = Object.entries(fact.patch).filter(
    ([key]) => fact.occurred >= (row.value_times[key as keyof SubscriptionValues] ?? -Infinity),
  );
  const times = newer.map(([key]) => [key, fact.occurred]);
  return {
    ...row,
    ...Object.fromEntries(newer),
    value_times: { ...row.value_times, ...Object.fromEntries(times) },
  };
}

function newRow({ person_id, external_id, patch }: SubscriptionFact): Subscription {
  return {
    id: null,
    ...{ person_id, external_id },
    status: 'active',
    product: external_id === null ? (patch.product ?? null) : null,
    interval: null,
    renewal_amount_cents: null,
    currency: null,
    next_renewal_at: null,
    cancel_at_period_end: false,
    started_at: null,
    ended_at: null,
    value_times: {},
  };
}

/** Person and product identify a subscription without an external id, so no event clears them. */
function withoutClearing(fact: SubscriptionFact): SubscriptionFact {
  if (fact.patch.product !== null) return fact;
  const { product: _, ...patch } = fact.patch;
  return { ...fact, patch };
}

function onlyOne<Value>(values: Value[]): Value | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** The subscriptions of a batch of events, with the events applied. */
export class SubscriptionLedger {
  readonly #rows: Subscription[] = [];
  readonly #byExternalId = new Map<string, number>();
  readonly #byPerson = new Map<number, number[]>();
  readonly #facts = new Map<number, SubscriptionFact[]>();

  /**
   * `rows`: every row with one of the facts' external ids, and every row of people whose facts have
   * none.
   */
  constructor(rows: readonly Subscription[]) {
    for (const row of rows) this.#push(row);
  }

  /** Changes nothing if the event matches no subscription, several, or another person's. */
  add(fact: SubscriptionFact): void {
    const index = fact.external_id === null ? this.#withoutId(fact) : this.#withId(fact);
    const row = index === null ? undefined : this.#rows[index];
    if (index === null || row === undefined) return;
    this.#rows[index] = withPatch(row, fact.external_id === null ? withoutClearing(fact) : fact);
    const facts = this.#facts.get(index);
    if (facts) facts.push(fact);
    else this.#facts.set(index, [fact]);
  }

  kept(): Kept[] {
    return [...this.#facts].flatMap(([index, facts]) => {
      const row = this.#rows[index];
      return row === undefined ? [] : [{ row, facts }];
    });
  }

  /** An external id belongs to the person it first arrived with. */
  #withId(fact: SubscriptionFact): number | null {
    const index = this.#byExternalId.get(fact.external_id ?? '');
    if (index === undefined) return this.#push(newRow(fact));
    return this.#rows[index]?.person_id === fact.person_id ? index : null;
  }

  /**
   * An event without an external id is about the person's subscription that has none either;
   * otherwise about the only one that fits, active ones first; otherwise it creates one, if it
   * names a product.
   */
  #withoutId(fact: SubscriptionFact): number | null {
    const product = fact.patch.product ?? null;
    const fitting = (this.#byPerson.get(fact.person_id) ?? []).flatMap((index) => {
      const row = this.#rows[index];
      return row && (product === null || row.product === product) ? [{ index, row }] : [];
    });
    const own = onlyOne(fitting.filter(({ row }) => row.external_id === null));
    if (own !== null) return own.index;
    if (fact.name !== 'subscription_started') {
      const running = fitting.filter(({ row }) => activeStatuses.includes(row.status));
      const meant = onlyOne(running) ?? onlyOne(fitting);
      if (meant !== null) return meant.index;
      if (fitting.length > 0) return null;
    }
    return product === null ? null : this.#push(newRow(fact));
  }

  #push(row: Subscription): number {
    const index = this.#rows.push(row) - 1;
    if (row.external_id !== null) this.#byExternalId.set(row.external_id, index);
    const indexes = this.#byPerson.get(row.person_id);
    if (indexes) indexes.push(index);
    else this.#byPerson.set(row.person_id, [index]);
    return index;
  }
}
