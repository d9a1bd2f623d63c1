import { ACTIVE_STATUSES } from './status.ts';
import type {
  SubscriptionEventName,
  SubscriptionTold,
  SubscriptionValues,
} from './subscription-event.ts';

/** When each value was told: milliseconds since 1970. */
export type AsOf = { [Key in keyof SubscriptionValues]?: number };

/** A native subscription row; `id` is null while it is not stored. */
export interface Subscription extends SubscriptionValues {
  id: number | null;
  person_id: number;
  external_id: string | null;
  as_of: AsOf;
}

/** An event about a subscription, in the order of recording. */
export interface SubscriptionFact {
  name: SubscriptionEventName;
  person_id: number;
  external_id: string | null;
  told: SubscriptionTold;
  /** Milliseconds since 1970. */
  occurred: number;
}

/** A row that facts made or changed, with the facts that did. */
export interface Kept {
  row: Subscription;
  facts: SubscriptionFact[];
}

/**
 * The row with what the event tells. Each value is the one that was told of the latest time, and of
 * several at one time the last recorded, so the order in which events arrive does not matter.
 */
export function withTold(row: Subscription, fact: SubscriptionFact): Subscription {
  const newer = Object.entries(fact.told).filter(
    ([key]) => fact.occurred >= (row.as_of[key as keyof SubscriptionValues] ?? -Infinity),
  );
  const times = newer.map(([key]) => [key, fact.occurred]);
  return {
    ...row,
    ...Object.fromEntries(newer),
    as_of: { ...row.as_of, ...Object.fromEntries(times) },
  };
}

function newRow({ person_id, external_id, told }: SubscriptionFact): Subscription {
  return {
    id: null,
    ...{ person_id, external_id },
    status: 'active',
    product: external_id === null ? (told.product ?? null) : null,
    interval: null,
    renewal_amount_cents: null,
    next_renewal_at: null,
    cancel_at_period_end: false,
    started_at: null,
    ended_at: null,
    as_of: {},
  };
}

/** Whose and of what it is, is how a subscription without an external id is known. */
function withoutClearing(fact: SubscriptionFact): SubscriptionFact {
  if (fact.told.product !== null) return fact;
  const { product: _, ...told } = fact.told;
  return { ...fact, told };
}

function onlyOne<Value>(values: Value[]): Value | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** The subscriptions that a batch of events is about, as the events leave them. */
export class SubscriptionLedger {
  readonly #rows: Subscription[] = [];
  readonly #byExternalId = new Map<string, number>();
  readonly #byPerson = new Map<number, number[]>();
  readonly #facts = new Map<number, SubscriptionFact[]>();

  /** `rows`: all that the facts' external ids name, and all of people with facts that have none. */
  constructor(rows: readonly Subscription[]) {
    for (const row of rows) this.#push(row);
  }

  /** Changes nothing where the event names no subscription, several, or one of somebody else. */
  add(fact: SubscriptionFact): void {
    const place = fact.external_id === null ? this.#unnamed(fact) : this.#named(fact);
    const row = place === null ? undefined : this.#rows[place];
    if (place === null || row === undefined) return;
    this.#rows[place] = withTold(row, fact.external_id === null ? withoutClearing(fact) : fact);
    const facts = this.#facts.get(place);
    if (facts) facts.push(fact);
    else this.#facts.set(place, [fact]);
  }

  kept(): Kept[] {
    return [...this.#facts].flatMap(([place, facts]) => {
      const row = this.#rows[place];
      return row === undefined ? [] : [{ row, facts }];
    });
  }

  /** An external id belongs to whom it first came with. */
  #named(fact: SubscriptionFact): number | null {
    const place = this.#byExternalId.get(fact.external_id ?? '');
    if (place === undefined) return this.#push(newRow(fact));
    return this.#rows[place]?.person_id === fact.person_id ? place : null;
  }

  /**
   * Without an external id an event is about the person's subscription that has none either; else
   * about the only one that fits, running ones first; else it makes one, where it names a product.
   */
  #unnamed(fact: SubscriptionFact): number | null {
    const product = fact.told.product ?? null;
    const fitting = (this.#byPerson.get(fact.person_id) ?? []).flatMap((place) => {
      const row = this.#rows[place];
      return row && (product === null || row.product === product) ? [{ place, row }] : [];
    });
    const own = onlyOne(fitting.filter(({ row }) => row.external_id === null));
    if (own !== null) return own.place;
    if (fact.name !== 'subscription_started') {
      const running = fitting.filter(({ row }) => ACTIVE_STATUSES.includes(row.status));
      const meant = onlyOne(running) ?? onlyOne(fitting);
      if (meant !== null) return meant.place;
      if (fitting.length > 0) return null;
    }
    return product === null ? null : this.#push(newRow(fact));
  }

  #push(row: Subscription): number {
    const place = this.#rows.push(row) - 1;
    if (row.external_id !== null) this.#byExternalId.set(row.external_id, place);
    const places = this.#byPerson.get(row.person_id);
    if (places) places.push(place);
    else this.#byPerson.set(row.person_id, [place]);
    return place;
  }
}
