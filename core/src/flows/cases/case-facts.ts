import { SubscriptionLedger } from '../../billing/ledger.ts';
import { readMoneyEvent } from '../../billing/money-event.ts';
import { countedOnce, type PaymentFact } from '../../billing/payments.ts';
import { activeStatuses } from '../../billing/status.ts';
import { tagKey } from '../../conditions/compare.ts';
import { asks } from '../../conditions/evaluate.ts';
import {
  type FactValue,
  factKey,
  type PersonFacts,
  type Segments,
} from '../../conditions/facts.ts';
import { compileMatch, type Match } from '../../conditions/match.ts';
import { daysAgo } from '../../conditions/within.ts';
import type { MergeContext } from '../../content/text/merge-context.ts';
import { type JsonObject, own } from '../../platform/json.ts';
import { localDate } from '../../platform/local-date.ts';
import { parseTimestamp } from '../../platform/timestamp.ts';
import type { ZoneClock } from '../../platform/zone-clock.ts';
import { ownChange, withChange } from '../interpreter/own-change.ts';
import {
  type Answers,
  isFactQuestion,
  type Question,
  questionKey,
} from '../interpreter/question.ts';
import type { Effect } from '../interpreter/run.ts';
import { type CaseWorld, idNamed } from './case-world.ts';
import type { FlowCase } from './flow-case.ts';

/** An event that was recorded; ids count up in the order of recording. */
export interface CaseEvent {
  id: number;
  name: string;
  details: JsonObject;
  at: Date;
  /** Whether a step fired it, so that goals were looked at then. */
  fired: boolean;
}

/** One mail, and what the person did with it. */
interface CaseMail {
  email_id: number;
  sent_at: Date | null;
  open: Date | null;
  click: Date | null;
}

/**
 * What is known of the person of a case at each moment: what the case says, the events so far, and
 * what the run did. The engine asks the same questions of the database.
 */
export class CaseFacts {
  /** As the run left them. */
  person: PersonFacts;
  merge: MergeContext;
  readonly log: CaseEvent[] = [];
  readonly #case: FlowCase;
  readonly #world: CaseWorld;
  readonly #clock: ZoneClock;
  readonly #mail: CaseMail[];
  readonly #started = new Map<number, Date>();

  constructor(test: FlowCase, world: CaseWorld) {
    this.#case = test;
    this.#world = world;
    this.#clock = world.clock;
    this.#mail = test.person.mail.map(({ email, sent_at, opened_at, clicked_at }) => {
      const times = { sent_at: this.at(sent_at), open: this.at(opened_at) };
      return { email_id: this.#id('email', email), ...times, click: this.at(clicked_at) };
    });
    const { email, first_name, last_name, timezone, suppressed, fields, tags } = test.person;
    const named = { email, first_name, last_name, timezone, fields };
    const clock = this.at(test.clock) ?? new Date(0);
    const subscribedOn = test.person.subscribed_on ?? localDate(clock, world.clock.timezone);
    const about = { subscribed_on: subscribedOn, suppressed, tags: new Set(tags.map(tagKey)) };
    this.person = { ...named, ...about };
    this.merge = {
      now: clock.toISOString(),
      person: { id: 1, ...named, tags: [...tags] },
      ...{ event: null, data: null, automation: null },
      ...{ unsubscribe_url: '', preferences_url: '', mailing_address: '' },
      account: { name: '', timezone: world.clock.timezone },
    };
  }

  /** A moment that the case writes. */
  at(text: string): Date;
  at(text: string | null): Date | null;
  at(text: string | null): Date | null {
    return text === null ? null : parseTimestamp(text, this.#clock);
  }

  /** An event that the service records of a change of the person is that change, too. */
  record(name: string, details: JsonObject, at: Date, fired = false): void {
    this.log.push({ id: this.log.length + 1, name, details, at, fired });
    const change = ownChange({ name, details });
    if (change === null) return;
    const { person, merge } = withChange({ person: this.person, merge: this.merge }, change);
    this.person = person;
    this.merge = merge;
  }

  /** A step changes the person; what was so before is no change (RUN-08). */
  change(effect: Effect, at: Date): void {
    const { tags, fields } = this.person;
    if (effect.kind === 'add_tag' || effect.kind === 'remove_tag') {
      const adds = effect.kind === 'add_tag';
      if (tags.has(tagKey(effect.tag)) === adds) return;
      this.record(adds ? 'tag_added' : 'tag_removed', { tag: effect.tag }, at);
    } else if (effect.kind === 'set_field') {
      const { field: key, value } = effect;
      const old = own(fields, key) ?? null;
      if (old !== value) this.record('field_changed', { key, old, new: value }, at);
    }
  }

  /** The person gets mail of the run, unless they are suppressed. */
  send(emailId: number, at: Date): void {
    if (this.delivers(emailId)) {
      this.#mail.push({ email_id: emailId, sent_at: at, open: null, click: null });
    }
  }

  /** As the engine decides it when the mail is handed over. */
  delivers(emailId: number): boolean {
    const { suppressed } = this.person;
    const transactional = this.#world.emails.get(emailId)?.transactional ?? false;
    return suppressed === null || (transactional && suppressed === 'unsubscribed');
  }

  start(sequenceId: number, at: Date): void {
    this.#started.set(sequenceId, at);
  }

  /** When something happens to the person besides events. */
  moments(): Date[] {
    return this.#mail.flatMap(({ sent_at, open, click }) =>
      [sent_at, open, click].filter((one) => one !== null),
    );
  }

  /** The answers to the questions at a moment. */
  answers(asked: readonly Question[], now: Date): Answers {
    const { tunables, fieldTypes, sequences, emails, segments } = this.#world;
    const known = new Map<string, FactValue>();
    for (const question of unfolded(asked, segments)) {
      const value = this.#answer(question, now);
      if (value !== null) known.set(questionKey(question), value);
    }
    return {
      ...{ person: this.person, known, segments, emails, tunables, fieldTypes, sequences },
      merge: { ...this.merge, now: now.toISOString() },
      renewalOver: null,
      lastEvent: this.log.length,
    };
  }

  #id(kind: 'email' | 'sequence', named: string | number): number {
    return idNamed(this.#world, kind, named) ?? 0;
  }

  #answer(question: Question, now: Date): FactValue {
    if (question.kind === 'event_ever' || question.kind === 'event_after') {
      const after = question.kind === 'event_after' ? question.after : 0;
      const found = this.#events(question).find(({ id }) => id > after);
      return found?.at.toISOString() ?? null;
    }
    return isFactQuestion(question) ? this.#factOf(question, now) : null;
  }

  #factOf(question: Extract<Question, Parameters<typeof factKey>[0]>, now: Date): FactValue {
    switch (question.kind) {
      // Answered whole.
      case 'person':
      case 'segment':
        return null;
      case 'event':
        return last(this.#events(question, now).map(({ at }) => at));
      case 'event_count':
        return this.#events(question, now).length;
      case 'received':
        return last(this.#mailOf(question.email_id).map(({ sent_at }) => upTo(sent_at, now)));
      case 'engaged':
        return last(this.#mailOf(question.email_id).map((one) => upTo(one[question.act], now)));
      case 'received_count': {
        const since = daysAgo(now, question.days);
        const sent = this.#mail.map(({ sent_at }) => upTo(sent_at, now));
        return sent.filter((at) => at !== null && at > since).length;
      }
      case 'consent':
        return this.#case.person.consents[question.purpose] ?? null;
      case 'sequence':
        return this.#sequence(question.moment, question.sequence_id, now);
      case 'completed_flow': {
        const own = this.#case.person.flows.filter(({ flow }) => flow === question.flow);
        return last(own.map(({ completed_at }) => upTo(this.at(completed_at), now)));
      }
      case 'subscription':
        return this.#subscription(question.product);
      case 'purchased': {
        const own = this.#payments().filter(
          ({ kind, product }) => kind === 'purchase' && product === question.product,
        );
        return last(own.map(({ occurred_at }) => occurred_at));
      }
      case 'spend': {
        const cents = this.#payments().map((one) =>
          one.kind === 'refund' ? -one.amount_cents : one.amount_cents,
        );
        return cents.length === 0 ? null : cents.reduce((sum, one) => sum + one, 0);
      }
      case 'today':
        return localDate(now, this.#clock.timezone);
      case 'account_zone':
        return this.#clock.timezone;
    }
  }

  #events(
    { event, match, days = null }: { event: string; match: Match | null; days?: number | null },
    now?: Date,
  ): CaseEvent[] {
    const test = match === null ? () => true : compileMatch(match);
    const since = days === null || now === undefined ? null : daysAgo(now, days);
    return this.log.filter(
      ({ name, details, at }) => name === event && (since === null || at > since) && test(details),
    );
  }

  #mailOf(emailId: number | null): CaseMail[] {
    return this.#mail.filter(({ email_id }) => emailId === null || email_id === emailId);
  }

  #sequence(moment: 'started' | 'finished', id: number, now: Date): FactValue {
    const own = this.#case.person.sequences.filter(
      ({ sequence }) => this.#id('sequence', sequence) === id,
    );
    const said = own.map((one) => (moment === 'started' ? one.started_at : one.finished_at));
    const started = moment === 'started' ? (this.#started.get(id) ?? null) : null;
    return last([...said.map((at) => upTo(this.at(at), now)), started]);
  }

  #subscription(product: string): FactValue {
    const ledger = new SubscriptionLedger([]);
    for (const { name, details, at } of this.log) {
      const read = readMoneyEvent(name, details, at, this.#clock);
      if (read?.of !== 'subscription') continue;
      const { name: of, external_id, patch } = read;
      ledger.add({ name: of, person_id: 1, external_id, patch, occurred: at.getTime() });
    }
    const rows = ledger.kept().flatMap(({ row }) => (row.product === product ? row : []));
    const running = rows.findLast(({ status }) => activeStatuses.includes(status));
    const said = this.#case.person.subscriptions;
    const stated = Object.hasOwn(said, product) ? (said[product] ?? null) : null;
    return (running ?? rows.at(-1))?.status ?? stated;
  }

  #payments(): PaymentFact[] {
    const facts = this.log.flatMap(({ id, name, details, at }): PaymentFact[] => {
      const read = readMoneyEvent(name, details, at, this.#clock);
      if (read?.of !== 'payment') return [];
      const { kind, external_id, product, amount_cents } = read;
      const about = { kind, external_id, amount_cents, product: product?.key ?? null };
      return [{ ...about, person_id: 1, occurred_at: at, event_id: id }];
    });
    return countedOnce(facts);
  }
}

/** The questions, with those of the segments that they name. */
export function unfolded(asked: readonly Question[], segments: Segments): Question[] {
  const all = new Map<string, Question>();
  const open = [...asked];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const key = questionKey(next);
    if (all.has(key)) continue;
    all.set(key, next);
    if (next.kind !== 'segment') continue;
    const definition = segments.get(factKey(next));
    if (definition !== undefined) open.push(...asks(definition as Parameters<typeof asks>[0]));
  }
  return [...all.values()];
}

function upTo(at: Date | null, now: Date): Date | null {
  return at !== null && at <= now ? at : null;
}

function last(times: readonly (Date | null)[]): FactValue {
  const known = times.filter((one) => one !== null);
  if (known.length === 0) return null;
  return new Date(Math.max(...known.map((one) => one.getTime()))).toISOString();
}
