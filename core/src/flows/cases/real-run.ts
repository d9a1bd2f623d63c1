import { moneyEventNames } from '../../billing/money-event.ts';
import { tagKey } from '../../conditions/compare.ts';
import { type FactQuestion, factKey } from '../../conditions/facts.ts';
import type { ConsentKind } from '../../people/consent-operations.ts';
import { isObject, own } from '../../platform/json.ts';
import { recordsNamedInFlow } from '../definition/records-named.ts';
import { questionsOfAll } from '../interpreter/questions.ts';
import { ownEvents } from '../validate/event-unknown.ts';
import { unfolded } from './case-facts.ts';
import type { CaseWorld } from './case-world.ts';
import type { TestedFlow } from './tested-flow.ts';

/** A run as the service shows it. */
export interface RealRun {
  status: string;
  started_at: string;
  trace: readonly {
    at: string;
    step: { id: number; handle: string } | null;
    outcome: string;
    arm: string | null;
  }[];
}

/** The person of a run as they are now. */
export interface RealPerson {
  email: string;
  first_name: string | null;
  last_name: string | null;
  timezone: string | null;
  subscribed_on: string;
  tags: readonly string[];
  fields: Readonly<Record<string, unknown>>;
  unsubscribed_at: string | null;
  hard_bounced_at: string | null;
  complained_at: string | null;
}

export interface RealEvent {
  id: number;
  name: string;
  details: Record<string, unknown>;
  occurred_at: string;
  recorded_at: string;
  historical: boolean;
}

/** Mail of the run. */
export interface RealSend {
  /** The step that queued it. */
  step_id: number;
  email: string | number;
  /** Whether it was decided later that it does not go out. */
  dropped: boolean;
}

/** What is known of a run and its person; only of what the flow reads. */
export interface RealHistory {
  run: RealRun;
  person: RealPerson;
  events: readonly RealEvent[];
  sends: readonly RealSend[];
  /** Everything sent to the person, with what they did first with each email. */
  mail: readonly {
    email: string | number;
    sent_at: string | null;
    opened_at: string | null;
    clicked_at: string | null;
  }[];
  consents: Readonly<Record<string, ConsentKind>>;
  sequences: readonly {
    sequence: string | number;
    started_at: string;
    finished_at: string | null;
  }[];
  flows: readonly { flow: string; completed_at: string }[];
}

/** What a flow can read of a person: nothing else of them belongs in a file (FTEST-04). */
export class ReadByFlow {
  /** Names of events, those that the service itself records of changes among them. */
  readonly events: ReadonlySet<string>;
  readonly #kinds: ReadonlySet<FactQuestion['kind'] | string>;
  readonly #texts = new Set<string>();
  readonly #words = new Set<string>();

  constructor({ compiled }: TestedFlow, world: CaseWorld) {
    const named = recordsNamedInFlow(compiled.definition).flatMap(({ kind, name }) =>
      kind === 'segment' ? [{ kind, segment: name } as const] : [],
    );
    const asked = unfolded([...questionsOfAll(compiled), ...named], world.segments);
    this.#kinds = new Set(asked.map(({ kind }) => kind));
    const segments = asked.flatMap((question) =>
      question.kind === 'segment' ? (world.segments.get(factKey(question)) ?? []) : [],
    );
    const events = new Set<string>(ownEvents);
    for (const one of [compiled.definition, ...segments]) this.#note(one, events);
    const money = ['subscription', 'purchased', 'spend'] as const;
    if (this.asks(...money)) for (const name of moneyEventNames) events.add(name);
    this.events = events;
  }

  asks(...kinds: FactQuestion['kind'][]): boolean {
    return kinds.some((kind) => this.#kinds.has(kind));
  }

  /** Whether a name, as of a field or of a detail, is anywhere in the flow or its segments. */
  names(word: string): boolean {
    return this.#words.has(word) || this.#texts.has(word);
  }

  namesTag(tag: string): boolean {
    return this.#texts.has(tagKey(tag));
  }

  /** Whether it reads the address, or the domain of it. */
  get readsAddress(): boolean {
    if (this.names('email_domain') || this.names('email_domain_in')) return true;
    return [...this.#texts].some((text) => /\bperson\.email\b/.test(text));
  }

  #note(value: unknown, events: Set<string>): void {
    if (typeof value === 'string') this.#noteText(value);
    else if (Array.isArray(value)) for (const one of value) this.#note(one, events);
    else if (isObject(value)) {
      const event = own(value, 'event');
      const name = isObject(event) ? own(event, 'name') : event;
      if (typeof name === 'string') events.add(name.trim());
      const isStep = Object.hasOwn(value, 'id');
      for (const [key, one] of Object.entries(value)) {
        if (isStep && proseOfSteps.has(key)) continue;
        this.#noteText(key);
        this.#note(one, events);
      }
    }
  }

  #noteText(text: string): void {
    this.#texts.add(text).add(tagKey(text));
    for (const word of text.match(/[\p{L}\p{N}_]+/gu) ?? []) this.#words.add(word);
  }
}

/** What people write for people; it reads nothing. */
const proseOfSteps: ReadonlySet<string> = new Set(['name', 'slug', 'description']);
