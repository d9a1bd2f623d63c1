import { changesAt } from '../../conditions/changes-at.ts';
import { evaluate, type LeafValue } from '../../conditions/evaluate.ts';
import { type LaterEvent, lastHappened } from '../../conditions/facts.ts';
import { conditionSummary } from '../../conditions/summary.ts';
import type { DurationOrSetting } from '../../platform/duration.ts';
import { after, durationMs, durationSummary, resolveDuration } from '../../platform/duration.ts';
import { isObject, type JsonObject, own, quoted } from '../../platform/json.ts';
import type { Step, StepBase } from '../definition/definition.ts';
import { expiry } from '../definition/field-kind.ts';
import { occurrences, type WaitFor, waitFor } from '../definition/wait-for.ts';
import {
  type Answers,
  type Assumption,
  type GateQuestion,
  questionKey,
} from '../interpreter/question.ts';
import { canonicalGate, checkGateArms, expires } from './gate-arms.ts';
import type { Move, StepContext, StepType } from './step-type.ts';

/** Only a gate that expires has arms; `never` and a missing `expires_after` wait forever. */
export interface Gate extends StepBase {
  type: 'gate';
  wait_for: WaitFor;
  expires_after?: DurationOrSetting | 'never';
  met?: Step[];
  expired?: Step[];
}

/**
 * Waits for an event or a condition (RUN-11 to RUN-13). Each time the run is evaluated, the live
 * definition says what to wait for, how long, and where people continue (RUN-15).
 */
export const gate: StepType<Gate> = {
  words: {
    purpose: 'Waits for an event or a condition; arms only where it expires.',
    example: ({ event }) => ({
      name: 'Wait for the order',
      wait_for: { event: { name: event, occurrence: 'next_occurrence' } },
      expires_after: { amount: 7, unit: 'days' },
      met: [],
      expired: [],
    }),
    uses: ['event_types', 'tags', 'fields'],
    armsWhen: 'Only with a duration in expires_after',
    rules: [
      'wait_for takes exactly one of event {name, match?, occurrence} and condition.',
      `occurrence: ${occurrences.join(' counts only events after arrival, ')} also those recorded before. match is as in a trigger.`,
      'expires_after is a duration, counted from arrival, or "never". With a duration the arms met and expired must both be there, [] where nothing is to do; without one there are none, and people continue behind the gate.',
      'People who reach a gate whose condition holds already continue at once.',
      'Historical events open gates only where the trigger has ignore_historical false.',
      'Arms and expiry are read from the flow as it is when someone leaves: editing them moves those who wait.',
    ],
    errors: [/^(wait_for|occurrence|duration|arm)/],
  },
  fields: {
    wait_for: { kind: waitFor, required: true },
    expires_after: { kind: expiry, required: false },
  },
  arms: ['met', 'expired'],
  armsOf: (step) => (expires(step) ? ['met', 'expired'] : Array.isArray(step.met) ? ['met'] : []),
  legacyKeys: ['timeout'],
  checkArms: checkGateArms,
  canonical: canonicalGate,
  ends: false,
  summary: (step) => `Wait for ${awaited(own(step, 'wait_for'))}${bound(step)}`,

  asks({ wait_for }, historical) {
    if (!('event' in wait_for) || wait_for.event.occurrence !== 'any_past') return [];
    return [questionOf(wait_for.event, historical, null)];
  },

  outcomes: (step) => (expires(step) ? ['met', 'expired'] : ['met']),
  waitOf(step) {
    const bound = own(step, 'expires_after') ?? 'never';
    return bound === 'never'
      ? { effect: 'move', text: 'never' }
      : { effect: 'move', duration: bound };
  },
  holds({ wait_for, expires_after: bound }) {
    if (!('event' in wait_for) || wait_for.event.occurrence !== 'next_occurrence') return false;
    if (bound === undefined || bound === 'never') return true;
    // The tunable may be missing or zero when the person enters the step.
    return !('setting' in bound) && durationMs(bound) > 0;
  },

  enter(step, context) {
    const { now, answers } = context;
    const afterEvent = answers.since ?? answers.lastEvent;
    const arrival = { arrived_at: now, after_event: afterEvent, changed_at: now };
    return decide(step, arrival, context, true);
  },

  resume: {
    owns: (run) => run.waits_for !== null && run.after_event !== null,

    asks({ wait_for }, { after_event }, historical) {
      if (!('event' in wait_for) || wait_for.event.occurrence !== 'next_occurrence') return [];
      return [questionOf(wait_for.event, historical, after_event)];
    },

    look(step, run, context) {
      const arrival = {
        arrived_at: run.arrived_at ?? context.now,
        after_event: run.after_event ?? context.answers.lastEvent,
        changed_at: run.due_at ?? context.now,
      };
      return decide(step, arrival, context, false);
    },
  },
};

interface Arrival {
  arrived_at: Date;
  after_event: number;
  /** The deadline; occurrences after it do not count. */
  changed_at: Date;
}

function decide(step: Gate, arrival: Arrival, context: StepContext, entering: boolean): Move {
  const { wait_for } = step;
  const set = expiryOf(step, arrival.arrived_at, context.answers);
  if (set === 'unknown') {
    const reason = `No expiry: ${durationSummary(step.expires_after)} is unknown.`;
    return { kind: 'skip', reason };
  }
  const assumed = context.answers.assumed?.get(step.id);
  const end = assumed?.outcome === 'expired' ? later(set, assumed.at) : set;
  const seen =
    assumed !== undefined
      ? assume(assumed, arrival, context)
      : 'event' in wait_for
        ? lookForEvent(wait_for.event, arrival, context, entering)
        : lookAtCondition(wait_for.condition, arrival, context);
  if (seen.met !== null && (end === null || seen.met <= end)) {
    return release(armOf(step, 'met'), seen);
  }
  if (end !== null && end <= context.now) {
    const reason = `It expired after ${durationSummary(step.expires_after)}.`;
    return release(armOf(step, 'expired'), { ...seen, reason });
  }
  const passed = entering && 'event' in wait_for && context.answers.since !== undefined;
  const dueAt = passed ? context.now : earlier(end, seen.look_again);
  const waitsFor: { event: string } | { condition: true } =
    'event' in wait_for ? { event: wait_for.event.name } : { condition: true };
  const { arrived_at, after_event } = arrival;
  const wait = { due_at: dueAt, arrived_at, after_event, waits_for: waitsFor };
  return { kind: entering ? 'wait' : 'stay', wait };
}

interface Seen {
  /** When the awaited thing happened; null if it has not. */
  met: Date | null;
  values?: LeafValue[];
  /** Why the gate is met, if the values do not show it. */
  reason?: string;
  /** When time alone may change the answer. */
  look_again: Date | null;
  /** The event that meets it, where a dry run assumes one. */
  happened?: LaterEvent;
}

/** In a dry run the assumption decides, whatever the facts say (DRY2-01). */
function assume({ outcome, at, event }: Assumption, arrival: Arrival, { now }: StepContext): Seen {
  const met = outcome === 'met' ? (at ?? arrival.arrived_at) : null;
  if (met === null || met > now) return { met: null, look_again: met };
  if (event === null) return { met, reason: 'That is assumed.', look_again: null };
  const reason = `It is assumed that the event ${quoted(event.name)} was recorded at ${met.toISOString()}.`;
  const happened = { event: event.name, details: event.details, at: met.toISOString() };
  return { met, reason, look_again: null, happened };
}

type Awaited = Extract<Gate['wait_for'], { event: unknown }>['event'];

function lookForEvent(
  event: Awaited,
  arrival: Arrival,
  context: StepContext,
  entering: boolean,
): Seen {
  const past = event.occurrence === 'any_past';
  // A next occurrence cannot have happened on arrival.
  const question =
    entering && !past
      ? null
      : questionOf(event, context.historical, past ? null : arrival.after_event);
  const recorded =
    question === null
      ? null
      : (context.answers.known.get(questionKey(question)) ?? firedBefore(question, context));
  const met = typeof recorded === 'string' ? new Date(recorded) : null;
  if (met === null) return { met, look_again: null };
  const reason = `The event ${quoted(event.name)} was recorded at ${met.toISOString()}.`;
  return { met, reason, look_again: null };
}

/** An event that the same walk fired earlier, at a gate that past events open. */
function firedBefore(question: GateQuestion, { answers }: StepContext): string | undefined {
  return question.kind === 'event_ever' ? lastHappened(answers, question)?.at : undefined;
}

function lookAtCondition(
  condition: Parameters<typeof evaluate>[0],
  { changed_at }: Arrival,
  { answers, now, memo }: StepContext,
): Seen {
  const { result, values } = evaluate(condition, answers, now, memo.leafTypes);
  const lookAgain = result ? null : changesAt(condition, answers, now, memo.leafTypes);
  return { met: result ? changed_at : null, values, look_again: lookAgain };
}

function questionOf(event: Awaited, historical: boolean, after: number | null): GateQuestion {
  const about = { event: event.name, match: event.match ?? null, historical };
  if (after === null) return { kind: 'event_ever', ...about };
  return { kind: 'event_after', ...about, after };
}

function expiryOf(step: Gate, arrived: Date, answers: Answers): Date | null | 'unknown' {
  const { expires_after: bound } = step;
  if (bound === undefined || bound === 'never') return null;
  const found = resolveDuration(bound, answers.tunables);
  return found === null ? 'unknown' : after(arrived, found);
}

/**
 * A gate that never expires continues after itself, unless it has steps under `met` (contract
 * §5.4).
 */
function armOf(step: Gate, arm: 'met' | 'expired'): string | undefined {
  const forever = step.expires_after === undefined || step.expires_after === 'never';
  return forever && !Array.isArray(step[arm]) ? undefined : arm;
}

function release(
  arm: string | undefined,
  { values, reason, happened }: Pick<Seen, 'values' | 'reason' | 'happened'>,
): Move {
  return {
    kind: 'release',
    ...(arm && { arm }),
    ...(values && { values }),
    ...(reason !== undefined && { reason }),
    ...(happened && { happened }),
  };
}

function later(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function awaited(value: unknown): string {
  if (!isObject(value)) return '(unreadable)';
  const event = own(value, 'event');
  if (isObject(event)) {
    const matching = own(event, 'match') === undefined ? '' : ' with matching details';
    const past = own(event, 'occurrence') === 'any_past' ? ', past ones too' : '';
    return `the event ${quoted(own(event, 'name'))}${matching}${past}`;
  }
  return `the person to match: ${conditionSummary(own(value, 'condition'))}`;
}

function bound(step: JsonObject): string {
  return expires(step) ? `, ${durationSummary(own(step, 'expires_after'))} at most` : '';
}
