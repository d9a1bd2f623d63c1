import {
  type FactQuestion,
  type Facts,
  type FactValue,
  factKey,
  nobody,
  type PersonFacts,
  type Segments,
} from '@postroad/core/conditions/facts';
import { daysAgo } from '@postroad/core/conditions/within';
import {
  type Asked,
  countEvents,
  countReceived,
  type LastTime,
  lastCompletions,
  lastConsents,
  lastEngagements,
  lastEvents,
  lastMatchingEvents,
  lastPurchases,
  lastReceived,
  lastSequenceRuns,
  subscriptionStatuses,
  totalSpends,
} from '@postroad/store/conditions/facts';
import { accountDate, accountZone } from '@postroad/store/conditions/names';
import type { Tx } from '@postroad/store/platform/transaction';

/** The question of one kind. */
type Of<Kind extends FactQuestion['kind']> = Extract<FactQuestion, { kind: Kind }>;

/** The questions with the people they are about, each question once, by `factKey`. */
export type Asks<Kind extends FactQuestion['kind'] = FactQuestion['kind']> = Map<
  string,
  { question: Of<Kind>; people: Set<number> }
>;

/** The facts of a batch of people that were asked for. */
export interface ConditionFacts {
  of(personId: number): Facts;
}

/** The facts while loaders add to them. */
export class LoadedFacts implements ConditionFacts {
  people: ReadonlyMap<number, PersonFacts> = new Map();
  readonly #segments: Segments;
  readonly #known = new Map<number, Map<string, FactValue>>();

  constructor(segments: Segments) {
    this.#segments = segments;
  }

  put(personId: number, question: FactQuestion, value: FactValue): void {
    this.putUnder(personId, factKey(question), value);
  }

  putUnder(personId: number, key: string, value: FactValue): void {
    let known = this.#known.get(personId);
    if (!known) {
      known = new Map();
      this.#known.set(personId, known);
    }
    known.set(key, value);
  }

  of(personId: number): Facts {
    return {
      person: this.people.get(personId) ?? nobody,
      known: this.#known.get(personId) ?? nothing,
      segments: this.#segments,
    };
  }
}

const nothing: ReadonlyMap<string, FactValue> = new Map();

type Loader<Kind extends FactQuestion['kind']> = (
  tx: Tx,
  asked: Asks<Kind>,
  loaded: LoadedFacts,
) => Promise<void>;

/** The loader of each kind of question, for all people it is about. */
export const loaders: {
  [Kind in Exclude<FactQuestion['kind'], 'person' | 'segment'>]: Loader<Kind>;
} & {
  person?: undefined;
  segment?: undefined;
} = {
  async event(tx, asked, loaded) {
    const plain: Asks<'event'> = new Map();
    for (const [key, entry] of asked) {
      const { event, match, days } = entry.question;
      if (match === null) {
        plain.set(key, entry);
        continue;
      }
      const since = days === null ? null : daysAgo(tx.now, days);
      const rows = await lastMatchingEvents(tx, [...entry.people], { name: event, match, since });
      for (const row of rows) loaded.put(row.person_id, entry.question, row.at.toISOString());
    }
    await lastTimes(
      plain,
      ({ event }) => event,
      loaded,
      (pairs) => lastEvents(tx, pairs),
    );
  },

  async event_count(tx, asked, loaded) {
    for (const { question, people } of asked.values()) {
      const { event, match, days } = question;
      const since = days === null ? null : daysAgo(tx.now, days);
      const rows = await countEvents(tx, [...people], { name: event, match, since });
      for (const row of rows) loaded.put(row.person_id, question, row.count);
    }
  },

  async consent(tx, asked, loaded) {
    const { pairs, questions } = pairsOf(asked, ({ purpose }) => purpose);
    for (const row of await lastConsents(tx, pairs)) {
      const question = questions.get(row.about);
      if (question) loaded.put(row.person_id, question, row.kind);
    }
  },

  async received(tx, asked, loaded) {
    const about = (question: { email_id: number | null }) => question.email_id ?? 0;
    await lastTimes(asked, about, loaded, (pairs) => lastReceived(tx, pairs));
  },

  async engaged(tx, asked, loaded) {
    for (const act of ['open', 'click'] as const) {
      await lastTimes(
        narrowed(asked, (question) => question.act === act),
        ({ email_id }) => email_id ?? 0,
        loaded,
        (pairs) => lastEngagements(tx, act, pairs),
      );
    }
  },

  async received_count(tx, asked, loaded) {
    for (const { question, people } of asked.values()) {
      const rows = await countReceived(tx, [...people], daysAgo(tx.now, question.days));
      for (const row of rows) loaded.put(row.person_id, question, row.count);
    }
  },

  async sequence(tx, asked, loaded) {
    for (const moment of ['started', 'finished'] as const) {
      await lastTimes(
        narrowed(asked, (question) => question.moment === moment),
        ({ sequence_id }) => sequence_id,
        loaded,
        (pairs) => lastSequenceRuns(tx, moment, pairs),
      );
    }
  },

  async completed_flow(tx, asked, loaded) {
    await lastTimes(
      asked,
      ({ flow }) => flow,
      loaded,
      (pairs) => lastCompletions(tx, pairs),
    );
  },

  async subscription(tx, asked, loaded) {
    const { pairs, questions } = pairsOf(asked, ({ product }) => product);
    for (const row of await subscriptionStatuses(tx, pairs)) {
      const question = questions.get(row.about);
      if (question) loaded.put(row.person_id, question, row.status);
    }
  },

  async purchased(tx, asked, loaded) {
    await lastTimes(
      asked,
      ({ product }) => product,
      loaded,
      (pairs) => lastPurchases(tx, pairs),
    );
  },

  async spend(tx, asked, loaded) {
    for (const { question, people } of asked.values()) {
      const rows = await totalSpends(tx, [...people]);
      for (const row of rows) loaded.put(row.person_id, question, row.cents);
    }
  },

  async today(tx, asked, loaded) {
    const today = await accountDate(tx);
    for (const { question, people } of asked.values()) {
      for (const person of people) loaded.put(person, question, today);
    }
  },

  async account_zone(tx, asked, loaded) {
    const zone = await accountZone(tx);
    for (const { question, people } of asked.values()) {
      for (const person of people) loaded.put(person, question, zone);
    }
  },
};

function narrowed<Kind extends FactQuestion['kind']>(
  asked: Asks<Kind>,
  fits: (question: Of<Kind>) => boolean,
): Asks<Kind> {
  return new Map([...asked].filter(([, { question }]) => fits(question)));
}

/** The people and subjects of the questions, as lists for one query. */
function pairsOf<Kind extends FactQuestion['kind'], About extends string | number>(
  asked: Asks<Kind>,
  aboutOf: (question: Of<Kind>) => About,
): { pairs: Asked<About>; questions: Map<About, FactQuestion> } {
  const pairs: Asked<About> = { people: [], about: [] };
  const questions = new Map<About, FactQuestion>();
  for (const { question, people } of asked.values()) {
    const about = aboutOf(question);
    questions.set(about, question);
    for (const person of people) {
      pairs.people.push(person);
      pairs.about.push(about);
    }
  }
  return { pairs, questions };
}

async function lastTimes<Kind extends FactQuestion['kind'], About extends string | number>(
  asked: Asks<Kind>,
  aboutOf: (question: Of<Kind>) => About,
  loaded: LoadedFacts,
  find: (pairs: Asked<About>) => Promise<LastTime[]>,
): Promise<void> {
  const { pairs, questions } = pairsOf(asked, aboutOf);
  if (pairs.people.length === 0) return;
  for (const row of await find(pairs)) {
    const question = questions.get(row.about as About);
    if (question) loaded.put(row.person_id, question, row.at.toISOString());
  }
}
