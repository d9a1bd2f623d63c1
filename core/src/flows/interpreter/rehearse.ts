import type { LeafValue } from '../../conditions/evaluate.ts';
import type { Issue } from '../../platform/issue.ts';
import { own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { ZoneClock } from '../../platform/zone-clock.ts';
import type { CompiledFlow } from '../definition/compile.ts';
import { handleOf, stepIdOf } from '../definition/step-id.ts';
import { stepSummary } from '../drawing/summary.ts';
import type { TriggeringEvent } from '../triggers/trigger-type.ts';
import { readAssumptions, type SentAssumption, timeFaults } from './assume.ts';
import type { Answers } from './question.ts';
import { questionsOfAll } from './questions.ts';
import type { Effect, Outcome } from './run.ts';
import { supposeEvent } from './suppose-event.ts';
import { type WalkedEntry, type WalkResult, walk } from './walk.ts';

/** What the walk does not need to know of an email, but its description. */
export interface MailFacts {
  title: string | null;
  /** Why it would not reach the person, as one clause; null if nothing prevents it. */
  against: string | null;
}

/** Everything that a dry run is decided on, as plain data, so that it can be sent to a browser. */
export interface RehearsalFacts {
  flowKey: string;
  /** When the walk begins. */
  now: Date;
  /** The time zone of the account. */
  zone: string;
  /** The answers to `questionsOfAll`. */
  answers: Answers;
  /** By id; an email missing from the map does not exist. */
  emails: ReadonlyMap<number, MailFacts>;
  /** Whether a run would start of an event that matches, as the end of a reason. Without an event:
   * when the trigger starts the flow for the person, empty where only an event does. */
  start: string;
}

/** What is asked of a dry run. */
export interface RehearsalAsk {
  event: TriggeringEvent | null;
  assume?: readonly SentAssumption[] | undefined;
  pastWaits?: boolean | undefined;
}

export interface RehearsedStep {
  step_id: string | null;
  handle: string;
  type: string;
  name: string;
  at: string;
  outcome: Outcome;
  would: string;
  /** What it would queue, and why that would not be delivered. */
  mail: { email_id: number; against: string | null } | null;
  values: LeafValue[];
  arm: string | null;
}

export interface Rehearsal {
  triggered: boolean | null;
  reason: string;
  steps: RehearsedStep[];
  stopped_at: { step_id: string | null; reason: string; until: string | null } | null;
  completed: boolean;
  not_reached: string[];
}

/**
 * A dry run (contract §3): the walk of a new run, described step by step, with its effects dropped. A
 * pure function, which a browser runs like the service. Assumptions that cannot be are `faults`.
 */
export function rehearse(
  flow: CompiledFlow,
  facts: RehearsalFacts,
  { event, assume = [], pastWaits = false }: RehearsalAsk,
): Rehearsal | { faults: Issue[] } {
  if (!Array.isArray(flow.definition.nodes)) {
    const why = 'The definition has no list of steps under "nodes", so no step was tried.';
    return { triggered: null, reason: why, ...nothing };
  }
  const { now, zone, flowKey, emails } = facts;
  const { assumed, faults } = readAssumptions(flow, flowKey, assume, new ZoneClock(zone));
  if (faults.length > 0) return { faults };
  const match = event && flow.matches(event);
  const triggered = match?.matched ?? null;
  if (match?.matched === false) return { triggered, reason: match.reason, ...nothing };
  const undelivered = [...emails].flatMap(([id, { against }]) => (against === null ? [] : id));
  const walked = walk(flow, answersFor(flow, facts, event), now, {
    ...{ assumed, pastWaits, zone },
    undelivered: new Set(undelivered),
  });
  const late = timeFaults(flow, assumed, walked.entries);
  if (late.length > 0) return { faults: late };
  const steps = describe(flow, flowKey, walked.entries, emails);
  const reached = new Set(walked.entries.map(({ step_id }) => step_id));
  const missed = [...assumed.keys()].filter((id) => !reached.has(id));
  return {
    triggered,
    reason: match
      ? `${match.reason}${facts.start}`
      : facts.start || 'No event was given, so the trigger was not tried.',
    steps,
    ...endOf(walked, steps.at(-1)),
    not_reached: missed.map((id) => handleOf({ ...flow.byId.get(id)?.step })),
  };
}

const nothing = { steps: [], stopped_at: null, completed: false, not_reached: [] };

/** The facts, with the event as if it had just been recorded. */
function answersFor(
  flow: CompiledFlow,
  { answers, now }: RehearsalFacts,
  event: TriggeringEvent | null,
): Answers {
  return event === null ? answers : supposeEvent(answers, questionsOfAll(flow), event, now);
}

function describe(
  flow: CompiledFlow,
  flowKey: string,
  entries: readonly WalkedEntry[],
  emails: RehearsalFacts['emails'],
): RehearsedStep[] {
  const waited = new Set<number | null>();
  return entries.map((entry) => {
    const step = entry.step_id === null ? undefined : flow.byId.get(entry.step_id)?.step;
    const named = step === undefined ? {} : { ...step };
    const handle = handleOf(named);
    const name = own(named, 'name');
    const would = wouldText(entry, step, waited.has(entry.step_id), emails);
    if (entry.outcome === 'waiting') waited.add(entry.step_id);
    return {
      step_id: handle === '' ? null : stepIdOf(flowKey, handle),
      handle,
      type: entry.type ?? '',
      name: typeof name === 'string' ? name : '',
      at: entry.at.toISOString(),
      outcome: entry.outcome,
      would,
      mail: mailOf(entry, emails),
      values: entry.values ?? [],
      arm: entry.arm ?? null,
    };
  });
}

function mailOf({ effect }: WalkedEntry, emails: RehearsalFacts['emails']): RehearsedStep['mail'] {
  if (effect?.kind !== 'send_email') return null;
  const { email_id } = effect;
  return { email_id, against: emails.get(email_id)?.against ?? null };
}

function endOf(
  { run }: WalkResult,
  last: RehearsedStep | undefined,
): Pick<Rehearsal, 'stopped_at' | 'completed'> {
  if (run.status !== 'active') return { stopped_at: null, completed: run.status !== 'parked' };
  const stoppedAt = {
    step_id: last?.step_id ?? null,
    reason: last?.would ?? '',
    until: run.due_at?.toISOString() ?? null,
  };
  return { stopped_at: stoppedAt, completed: false };
}

function wouldText(
  entry: WalkedEntry,
  step: unknown,
  waited: boolean,
  emails: RehearsalFacts['emails'],
): string {
  const what = stepSummary(step, { email: (id) => emails.get(id)?.title ?? null });
  const why = entry.reason === undefined ? '' : `: ${entry.reason}`;
  const into = entry.arm === undefined ? '' : ` into "${entry.arm}"`;
  switch (entry.outcome) {
    case 'ran':
      return entry.effect === undefined
        ? `Continue at once: ${what}`
        : effectText(entry.effect, emails);
    case 'branched':
      return `Take "${entry.arm ?? ''}": ${what}${why}`;
    case 'waiting':
      return `${what}${why}`;
    case 'released':
      return `${waited ? 'Continue after the wait' : 'Pass at once'}${into}: ${what}${why}`;
    case 'exited':
      if (entry.goal !== undefined) {
        return `Exit the flow: the goal ${quoted(entry.goal)} is reached`;
      }
      return entry.arm === undefined ? 'Exit the flow' : `Exit the flow${why}`;
    case 'skipped':
      return `Skip the step${why}`;
    case 'parked':
      return `Stop${why}`;
  }
}

function effectText(effect: Effect, emails: RehearsalFacts['emails']): string {
  switch (effect.kind) {
    case 'send_email': {
      const { title = null, against = null } = emails.get(effect.email_id) ?? {};
      const queued = `Queue email ${effect.email_id}${title === null ? '' : `, ${quoted(title)}`}`;
      return against === null ? queued : `${queued}; it would not be delivered, since ${against}`;
    }
    case 'add_tag':
      return `Add the tag ${quoted(effect.tag)}`;
    case 'remove_tag':
      return `Remove the tag ${quoted(effect.tag)}`;
    case 'set_field':
      return effect.value === null
        ? `Clear the field ${quoted(effect.field)}`
        : `Set the field ${quoted(effect.field)} to ${quoted(effect.value)}`;
    case 'fire_event':
      return `Record the event ${quoted(effect.event)} with ${cut(JSON.stringify(effect.details))}`;
    case 'start_sequence':
      return `Start sequence ${effect.sequence_id}`;
    case 'choose_arm':
      return `Take ${quoted(effect.arm)}`;
    case 'hold_out':
      return 'End on the holdout';
    case 'call_webhook':
      return `Call a webhook endpoint with ${effect.body === null ? 'no body' : cut(JSON.stringify(effect.body))}`;
    case 'stop_call':
      return 'Stop the call';
  }
}

function cut(text: string): string {
  return text.length > limits.stepTextChars ? `${text.slice(0, limits.stepTextChars)}…` : text;
}
