import { compileMatch } from '../../conditions/match.ts';
import { type Issue, meant } from '../../platform/issue.ts';
import { type JsonObject, quoted } from '../../platform/json.ts';
import { nearest } from '../../platform/nearest.ts';
import { parseTimestamp } from '../../platform/timestamp.ts';
import type { ZoneClock } from '../../platform/zone-clock.ts';
import type { CompiledFlow, CompiledStep, RunnableStep } from '../definition/compile.ts';
import { addressedStep } from '../definition/step-address.ts';
import { handleOf } from '../definition/step-id.ts';
import type { Gate } from '../steps/gate.ts';
import type { Assumption } from './question.ts';
import { satisfyingEvent } from './satisfying-event.ts';

/** An assumption as a caller writes it; `step` is a handle. */
export interface SentAssumption {
  step: string;
  outcome: Assumption['outcome'];
  /** Without an offset it is the account's time. */
  at?: string | undefined;
  event?: { name: string; details?: JsonObject | undefined } | undefined;
}

export interface Assumed {
  assumed: ReadonlyMap<number, Assumption>;
  /** What is wrong with assumptions, each with its path. */
  faults: Issue[];
}

/** Reads the assumptions of a dry run against the flow that it walks (DRY2-01). */
export function readAssumptions(
  flow: CompiledFlow,
  flowKey: string,
  sent: readonly SentAssumption[],
  clock: ZoneClock,
): Assumed {
  const assumed = new Map<number, Assumption>();
  const faults: Issue[] = [];
  for (const [index, one] of sent.entries()) {
    const path = `assume[${index}]`;
    const at = waitingStep(flow, flowKey, one.step, `${path}.step`);
    if ('message' in at) {
      faults.push(at);
      continue;
    }
    const fault = assumed.has(at.id)
      ? wrong(`${path}.step`, `${quoted(handleOf({ ...at.step }))} is assumed about twice.`)
      : (outcomeFault(at, one, path) ?? eventFault(at, one, path));
    if (fault === null) assumed.set(at.id, assumptionOf(at, one, clock));
    else faults.push(fault);
  }
  return { assumed, faults };
}

function assumptionOf(at: RunnableStep, sent: SentAssumption, clock: ZoneClock): Assumption {
  const { outcome, event } = sent;
  const given = event === undefined ? null : { name: event.name, details: event.details ?? {} };
  const awaited = outcome === 'met' ? awaitedBy(at) : null;
  const likely = awaited && satisfyingEvent({ event: awaited.name, match: awaited.match });
  return {
    outcome,
    at: sent.at === undefined ? null : parseTimestamp(sent.at, clock),
    event: given ?? (likely && { name: likely.name, details: { ...likely.details } }),
  };
}

function wrong(path: string, message: string, fix?: string): Issue {
  return { path, code: 'assumption_invalid', message, ...(fix === undefined ? {} : { fix }) };
}

/** What can become of a wait on a step; none where nobody waits. */
function outcomesOf({ type, step }: CompiledStep): readonly Assumption['outcome'][] {
  return type?.outcomes?.({ ...step }) ?? [];
}

function isWait(at: CompiledStep): boolean {
  return outcomesOf(at).length > 0;
}

function waitingStep(
  flow: CompiledFlow,
  flowKey: string,
  address: string,
  path: string,
): RunnableStep | Issue {
  const id = addressedStep(flowKey, address);
  const at = id === null ? undefined : flow.byId.get(id);
  if (at?.type && isWait(at)) return at;
  const waits = [...flow.byId.values()].filter((one) => one.type !== null && isWait(one));
  const handles = waits.map(({ step }) => handleOf({ ...step }));
  const fix =
    handles.length === 0
      ? 'Nobody waits on a step of this flow, so leave out assume.'
      : `Name a step on which people wait: ${handles.slice(0, 10).join(', ')}.`;
  if (at === undefined) {
    const message = `The definition has no step ${quoted(address)}.`;
    return meant(wrong(path, message, fix), nearest(address, handles));
  }
  if (at.type === null) {
    return wrong(path, `${quoted(address)} cannot run, so nobody waits on it: ${at.broken}`, fix);
  }
  return wrong(path, `${quoted(address)} is a step ${at.step.type}, and nobody waits on it.`, fix);
}

function outcomeFault(at: RunnableStep, { outcome }: SentAssumption, path: string): Issue | null {
  const isGate = at.step.type === 'gate';
  const known = outcomesOf(at);
  if (known.includes(outcome)) return null;
  const handle = quoted(handleOf({ ...at.step }));
  const noun = at.type.noun ?? at.step.type;
  const what = `the ${noun} ${handle}`;
  const never = isGate && outcome === 'expired' ? ', since it never expires' : '';
  const message = `The outcome of ${what} is ${known.join(' or ')}, not ${outcome}${never}.`;
  return wrong(`${path}.outcome`, message, `Write ${known.map(quoted).join(' or ')}.`);
}

function awaitedBy(at: RunnableStep) {
  if (at.step.type !== 'gate') return null;
  const { wait_for } = at.step as Gate;
  return 'event' in wait_for ? wait_for.event : null;
}

function eventFault(
  at: RunnableStep,
  { outcome, event }: SentAssumption,
  path: string,
): Issue | null {
  if (event === undefined) return null;
  if (outcome !== 'met') {
    const message = `An event goes with the outcome met, not with ${outcome}.`;
    return wrong(`${path}.event`, message, 'Leave out the event.');
  }
  const awaited = awaitedBy(at);
  if (awaited === null) return null;
  const handle = quoted(handleOf({ ...at.step }));
  if (event.name !== awaited.name) {
    const message = `The gate ${handle} waits for the event ${quoted(awaited.name)}, not for ${quoted(event.name)}.`;
    return meant(wrong(`${path}.event.name`, message), awaited.name);
  }
  if (awaited.match === undefined || compileMatch(awaited.match)(event.details ?? {})) return null;
  const message = `These details do not match what the gate ${handle} waits for.`;
  return wrong(`${path}.event.details`, message, 'Send details that satisfy "match".');
}

/** When a step was left on the walk, and by what. */
export interface Left {
  step_id: number | null;
  at: Date;
  outcome: string;
}

/** Times at which a wait cannot end, found on the walk, by the order of the assumptions. */
export function timeFaults(
  flow: CompiledFlow,
  assumed: ReadonlyMap<number, Assumption>,
  walked: readonly Left[],
): Issue[] {
  return [...assumed].flatMap(([id, { at }], index) => {
    const left = walked.find(
      (one) => one.step_id === id && (one.outcome === 'released' || one.outcome === 'ran'),
    );
    if (at === null || left === undefined || left.at.getTime() === at.getTime()) return [];
    const bound = at < left.at ? 'earliest' : 'latest';
    const handle = quoted(handleOf({ ...flow.byId.get(id)?.step }));
    const message = `The wait on ${handle} ends at ${left.at.toISOString()} at the ${bound}.`;
    return [wrong(`assume[${index}].at`, message, 'Send that time, or leave out at.')];
  });
}
