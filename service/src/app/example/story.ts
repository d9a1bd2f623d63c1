import { founders, newcomers, type SeedPerson } from './people.ts';

/** Number of days from the first to the present one. */
const storyDays = 35;

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Hours of the day (UTC) at which the clock stops, so that readers and operators can act. */
const stopHours = [8, 17];

/** The first midnight of a story that ends at `end`. */
export function startOf(end: Date): Date {
  return new Date(Math.floor(end.getTime() / dayMs) * dayMs - storyDays * dayMs);
}

/** A number from 0 to 99 that depends only on the text. */
export function chance(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return ((hash ^ (hash >>> 13)) >>> 0) % 100;
}

export interface SeedEvent {
  email: string;
  name: string;
  occurred_at: string;
  historical?: boolean;
  details?: Record<string, unknown>;
  person?: Record<string, unknown>;
}

/** The day of each renewal in the story, by first name, counted from its start. */
const growerRenewals: Record<string, number> = {
  ...{ Ada: 4, Daniel: 9, Gustav: 14, Ivan: 33, Lena: 26, Oona: 37, Stefan: 19, Victor: 38 },
};
const withoutPayment = 'Stefan';
const hobbyRenewals: Record<string, number> = {
  ...{ Bruno: 2, Carla: 7, Marta: 12, Quinn: 24, Rosa: 29, Wanda: 36 },
};
const cancelsAtPeriodEnd = 'Quinn';
const cents: Record<string, number> = { grower: 1_900, hobby: 900 };
const monthDays = 30;

class Story {
  readonly events: SeedEvent[] = [];
  readonly #start: number;

  constructor(start: Date) {
    this.#start = start.getTime();
  }

  /** Midday of a day, shifted by some minutes that depend on person and event. */
  at(day: number, email: string, name: string): string {
    const minutes = 8 * 60 + chance(`${email} ${name} ${day}`) * 6;
    return new Date(this.#start + day * dayMs + minutes * minuteMs).toISOString();
  }

  add(day: number, { email }: SeedPerson, name: string, more: Partial<SeedEvent> = {}): void {
    const historical = day < 0 ? { historical: true } : {};
    this.events.push({
      email,
      name,
      occurred_at: this.at(day, email, name),
      ...historical,
      ...more,
    });
  }

  /** A subscription with monthly payments, from the day it starts. */
  subscribe(person: SeedPerson, product: string, first: number, startedOn: number): void {
    const externalId = `sub_${person.first_name.toLowerCase()}`;
    const next = (day: number) => this.at(day, person.email, 'renewal');
    const details = { external_id: externalId, product, interval: 'monthly' };
    const amount = { renewal_amount_cents: cents[product] };
    const started = { ...details, ...amount, next_renewal_at: next(first) };
    this.add(startedOn, person, 'subscription_started', { details: started });
    if (startedOn >= 0) this.#pay(startedOn, person, product);
    if (person.first_name === cancelsAtPeriodEnd) this.#cancel(first, person, details);
    else if (person.first_name === withoutPayment) this.#fail(first, person, details);
    else this.#renew(first, person, details);
  }

  #renew(first: number, person: SeedPerson, details: { product: string }): void {
    for (let day = first; day <= storyDays; day += monthDays) {
      const nextRenewalAt = this.at(day + monthDays, person.email, 'renewal');
      this.add(day, person, 'subscription_renewed', {
        details: { ...details, next_renewal_at: nextRenewalAt },
      });
      this.#pay(day, person, details.product);
    }
  }

  #pay(day: number, person: SeedPerson, product: string): void {
    const externalId = `pay_${person.first_name.toLowerCase()}_${day}`;
    this.add(day, person, 'payment_succeeded', {
      details: { external_id: externalId, amount_cents: cents[product] },
    });
  }

  #cancel(end: number, person: SeedPerson, details: object): void {
    const later = { ...details, cancel_at_period_end: true };
    this.add(end - 12, person, 'subscription_cancelled', { details: later });
    this.add(end, person, 'subscription_ended', { details: { ...details } });
  }

  #fail(day: number, person: SeedPerson, details: object): void {
    this.add(day, person, 'payment_failed', { details: { reason: 'card_expired' } });
    this.add(day + 12, person, 'subscription_ended', { details: { ...details } });
  }
}

function addFounder(story: Story, person: SeedPerson, index: number): void {
  const { first_name } = person;
  story.add(-90 + index * 3, person, 'account_created', { details: { source: 'friend' } });
  const grower = growerRenewals[first_name];
  const hobby = hobbyRenewals[first_name];
  if (grower !== undefined) story.subscribe(person, 'grower', grower, grower - 2 * monthDays);
  if (hobby !== undefined) story.subscribe(person, 'hobby', hobby, hobby - 2 * monthDays);
  for (let day = index % 5; day <= storyDays; day += 3 + (index % 4)) {
    story.add(day, person, 'plan_opened', { details: { beds: 2 + (index % 7) } });
  }
}

function addNewcomer(story: Story, person: SeedPerson, index: number): void {
  const { first_name, last_name, plot_m2, climate, greenhouse } = person;
  const day = 1 + Math.floor(index * 1.72);
  story.add(day, person, 'account_created', {
    details: { source: ['search', 'friend', 'fair'][index % 3] },
    person: { first_name, last_name, fields: { plot_m2, climate, greenhouse } },
  });
  if (index % 3 === 2) return;
  story.add(day + 1 + (index % 3), person, 'plan_created', { details: { template: climate } });
  for (let opened = day + 3; opened <= storyDays; opened += 4) {
    story.add(opened, person, 'bed_added', {
      details: { crop: ['peas', 'kale', 'leek'][opened % 3] },
    });
  }
  const product = index % 2 === 0 ? 'grower' : 'hobby';
  const subscribes = index % 4 !== 3;
  if (subscribes) story.subscribe(person, product, day + 6 + monthDays, day + 6);
}

/** All events of a story from `start` to `end`, in order of time. */
export function eventsBetween(start: Date, end: Date): SeedEvent[] {
  const story = new Story(start);
  for (const [index, person] of founders.entries()) addFounder(story, person, index);
  for (const [index, person] of newcomers.entries()) addNewcomer(story, person, index);
  const buys = (first: string, day: number, name: string, details: object) => {
    const person = founders.find(({ first_name }) => first_name === first);
    if (person) story.add(day, person, name, { details: { ...details } });
  };
  const kit = { product: 'soil-kit', amount_cents: 3_500 };
  buys('Marta', 6, 'purchased', { ...kit, external_id: 'order_101' });
  buys('Kofi', 11, 'purchased', { ...kit, external_id: 'order_102' });
  buys('Ivan', 18, 'purchased', { ...kit, external_id: 'order_103' });
  buys('Ivan', 21, 'payment_refunded', { external_id: 'order_103', amount_cents: 3_500 });
  return story.events
    .filter(({ occurred_at }) => Date.parse(occurred_at) <= end.getTime())
    .toSorted((one, other) => Date.parse(one.occurred_at) - Date.parse(other.occurred_at));
}

/** The times at which the clock stops; the last one is `end`. */
export function stopsBetween(start: Date, end: Date): Date[] {
  const stops: Date[] = [];
  for (let day = 0; day <= storyDays; day += 1) {
    for (const hour of stopHours) {
      const stop = new Date(start.getTime() + day * dayMs + hour * 60 * minuteMs);
      if (stop < end) stops.push(stop);
    }
  }
  return [...stops, end];
}
