import { readMoneyEvent } from '../../billing/money-event.ts';
import { tagKey } from '../../conditions/compare.ts';
import type { PersonFacts } from '../../conditions/facts.ts';
import { domainOf } from '../../conditions/person-fields.ts';
import { type JsonObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { withField, withTag } from '../interpreter/effects.ts';
import { ownChange } from '../interpreter/own-change.ts';
import type { FiredEvent } from '../steps/step-type.ts';
import { ownEvents } from '../validate/event-unknown.ts';
import type { CaseWorld } from './case-world.ts';
import { flowCase, type SentFlowCase } from './flow-case.ts';
import { ReadByFlow, type RealEvent, type RealHistory, type RealRun } from './real-run.ts';
import { type CaseResult, runCase } from './run-case.ts';
import { handleById, type TestedFlow } from './tested-flow.ts';

/** How far a queued mail may be from the time of its case before that time is left out. */
const sameTimeMs = 60_000;

/**
 * Writes a case from a run of the service (FTEST-04): the person as they were when the run was first
 * looked at, the events that the flow reads, and the steps, mail and end of the run as what it expects.
 * Nothing else about the person is in it. The result is that of the case: where it does not pass, more
 * decided the run than a case can say, or the flow is another one by now.
 */
export function recordCase(
  flow: TestedFlow,
  world: CaseWorld,
  history: RealHistory,
): { test: SentFlowCase; result: CaseResult } {
  const { run } = history;
  const read = new ReadByFlow(flow, world);
  const events = withoutOwnDoing(flow, run, history.events);
  const looked = time(run.trace[0]?.at ?? run.started_at);
  const test: SentFlowCase = {
    person: personOf(history, read, { flow, looked, events: history.events }),
    events: eventsOf(events, read, { world, started: time(run.started_at), looked }),
    clock: run.started_at,
    expect: { path: pathOf(flow, run), ends: endOf(run) },
  };
  const walked = runCase(flow, flowCase.parse(test), world);
  const sends = sendsOf(history, walked);
  const whole = { ...test, expect: { ...test.expect, sends } };
  return { test: whole, result: runCase(flow, flowCase.parse(whole), world) };
}

const time = (text: string) => Date.parse(text);

/** The steps that the run reached, as `pathOf` says it of a case. */
function pathOf(flow: TestedFlow, { trace }: RealRun): string[] {
  const steps = trace.flatMap(({ step, outcome }) =>
    step === null || outcome === 'skipped' ? [] : step,
  );
  return steps
    .filter(({ id }, index) => id !== steps[index - 1]?.id)
    .map(({ id, handle }) => handleById(flow, id) ?? handle);
}

function endOf({ status }: RealRun): 'completed' | 'exited' | 'waiting' {
  return status === 'completed' || status === 'exited' ? status : 'waiting';
}

/** The events that no step of the run caused: those the case brings about itself. */
function withoutOwnDoing(
  { compiled }: TestedFlow,
  { trace }: RealRun,
  events: readonly RealEvent[],
): RealEvent[] {
  const doing = trace.flatMap(({ at, step, outcome }) => {
    const found = step === null || outcome !== 'ran' ? undefined : compiled.byId.get(step.id);
    const fired = found?.type?.fires?.({ ...found.step }) ?? [];
    return fired.map((event) => ({ event, at: time(at) }));
  });
  return events.filter((one) => {
    const index = doing.findIndex(
      ({ event, at }) => at === time(one.recorded_at) && isFired(event, one),
    );
    if (index >= 0) doing.splice(index, 1);
    return index < 0;
  });
}

function isFired({ name, details }: FiredEvent, event: RealEvent): boolean {
  if (name !== event.name) return false;
  if (!ownEvents.has(name)) return true;
  const key = name === 'field_changed' ? 'key' : 'tag';
  return tagKey(String(own(details ?? {}, key))) === tagKey(String(own(event.details, key)));
}

interface Beginning {
  flow: TestedFlow;
  /** When the run was first looked at. */
  looked: number;
  /** Those that the run caused, too. */
  events: readonly RealEvent[];
}

/** The person at the first look: as they are now, without what changed since. */
function personOf(
  { person, run, ...history }: RealHistory,
  read: ReadByFlow,
  { flow, looked, events }: Beginning,
): SentFlowCase['person'] {
  const tags = new Map(person.tags.map((name) => [tagKey(name), name]));
  const later = events.filter(({ recorded_at }) => time(recorded_at) >= looked);
  const foreign = new Set(withoutOwnDoing(flow, run, events));
  let known = {
    merge: null,
    person: {
      fields: person.fields,
      tags: new Set(tags.keys()) as ReadonlySet<string>,
    } as PersonFacts,
  };
  for (const event of [...later].sort((a, b) => b.id - a.id)) {
    // Something that others changed at the moment of the first look was seen by it.
    if (foreign.has(event) && time(event.recorded_at) === looked) continue;
    const change = ownChange(event);
    if (change?.of === 'tag') {
      known = withTag(known, change.tag, !change.has);
      tags.set(tagKey(change.tag), change.tag);
    } else if (change?.of === 'field') known = withField(known, change.key, change.old);
  }
  const fields = Object.entries(known.person.fields).filter(([key]) => read.names(key));
  const timezone = person.timezone ?? undefined;
  const domain = read.readsAddress ? domainOf(person.email) : 'example.com';
  return {
    email: `person@${domain}`,
    ...(read.names('first_name') && { first_name: person.first_name }),
    ...(read.names('last_name') && { last_name: person.last_name }),
    ...(timezone !== undefined && { timezone }),
    subscribed_on: person.subscribed_on,
    suppressed: suppressedAt(person, later),
    tags: [...known.person.tags]
      .filter((key) => read.namesTag(key))
      .map((key) => tags.get(key) ?? key),
    fields: Object.fromEntries(fields) as Record<string, string | number | boolean>,
    ...(read.asks('consent') && { consents: { ...history.consents } }),
    ...(read.asks('received', 'received_count', 'engaged') && { mail: mailOf(history.mail, run) }),
    ...(read.asks('sequence') && { sequences: [...history.sequences] }),
    ...(read.asks('completed_flow') && {
      flows: history.flows.filter(({ completed_at }) => time(completed_at) <= endTime(run)),
    }),
    ...chosenIn(flow, run),
  };
}

/** Why they got no mail then: by the first change since, or as it is now. */
function suppressedAt(
  { unsubscribed_at, hard_bounced_at, complained_at }: RealHistory['person'],
  later: readonly RealEvent[],
): PersonFacts['suppressed'] {
  const first = later.find(({ name }) => name === 'unsubscribed' || name === 'resubscribed');
  if (first?.name === 'unsubscribed') return null;
  if (first !== undefined) {
    const cleared = String(own(first.details, 'reason'));
    if (cleared === 'hard_bounced_cleared') return 'hard_bounced';
    return cleared === 'complained_cleared' ? 'complained' : 'unsubscribed';
  }
  if (unsubscribed_at !== null) return 'unsubscribed';
  if (hard_bounced_at !== null) return 'hard_bounced';
  return complained_at === null ? null : 'complained';
}

const endTime = ({ trace, started_at }: RealRun) => time(trace.at(-1)?.at ?? started_at);

/** Mail of the run itself is in the case by its steps; what was done with it is not. */
function mailOf(mail: RealHistory['mail'], run: RealRun) {
  const until = endTime(run);
  const upTo = (at: string | null) => (at !== null && time(at) <= until ? at : null);
  return mail
    .map(({ email, sent_at, opened_at, clicked_at }) => ({
      email,
      sent_at: sent_at !== null && time(sent_at) < time(run.started_at) ? sent_at : null,
      opened_at: upTo(opened_at),
      clicked_at: upTo(clicked_at),
    }))
    .filter((one) => one.sent_at !== null || one.opened_at !== null || one.clicked_at !== null)
    .slice(-limits.flowCaseEntries);
}

/** The arms of splits and the ends of calls, which no case decides by itself. */
function chosenIn({ key, compiled }: TestedFlow, { trace }: RealRun) {
  const splits: Record<string, string> = {};
  const calls: Record<string, 'succeeded' | 'failed'> = {};
  for (const { step, arm, outcome } of trace) {
    const type = step === null ? undefined : compiled.byId.get(step.id)?.step.type;
    const handle = step === null ? null : handleById({ key, compiled }, step.id);
    if (handle === null || arm === null) continue;
    if (type === 'split') splits[handle] = arm;
    if (type !== 'call_webhook' || outcome !== 'released') continue;
    if (arm === 'succeeded' || arm === 'failed') calls[handle] = arm;
  }
  return { splits, calls };
}

/**
 * The events that the flow reads, with the details that it names. Those before the run keep the time at
 * which they happened, those since have the time at which they were recorded.
 */
function eventsOf(
  all: readonly RealEvent[],
  read: ReadByFlow,
  { world, started, looked }: { world: CaseWorld; started: number; looked: number },
): NonNullable<SentFlowCase['events']> {
  const ids = new Map<string, string>();
  const events = all.flatMap((event) => {
    const { name, details, recorded_at, occurred_at, historical } = event;
    if (!read.events.has(name)) return [];
    const recorded = time(recorded_at);
    if (historical && recorded >= started) return [];
    if (ownEvents.has(name)) {
      const kept = ownDetails(event, read, recorded <= looked);
      return kept === null ? [] : [{ at: recorded_at, name, details: kept }];
    }
    const isMoney = readMoneyEvent(name, details, new Date(occurred_at), world.clock) !== null;
    const wanted = Object.entries(details).filter(
      ([key]) => read.names(key) || (isMoney && moneyDetails.has(key)),
    );
    const kept: JsonObject = Object.fromEntries(wanted);
    if (Object.hasOwn(kept, 'external_id')) {
      const id = String(kept.external_id);
      ids.set(id, ids.get(id) ?? `id-${ids.size + 1}`);
      kept.external_id = ids.get(id);
    }
    return [{ at: recorded < started ? occurred_at : recorded_at, name, details: kept }];
  });
  events.sort((a, b) => time(a.at) - time(b.at));
  return events.slice(-limits.flowCaseEvents);
}

/** What the service reads of money, whatever the flow says; ids of other systems become others. */
const moneyDetails: ReadonlySet<string> = new Set([
  ...['external_id', 'product', 'status', 'interval', 'amount_cents', 'cancel_at_period_end'],
]);

/**
 * The details of an event that the service records: null where the flow reads neither the event nor what
 * changed, and where it reads the change alone and the person has it from the start.
 */
function ownDetails(
  { name, details }: RealEvent,
  read: ReadByFlow,
  isBefore: boolean,
): JsonObject | null {
  const change = ownChange({ name, details });
  const isNamed = read.names(name);
  if (isBefore && !isNamed) return null;
  if (change === null) return isNamed ? {} : null;
  if (change.of === 'tag') {
    return isNamed || read.namesTag(change.tag) ? { tag: change.tag } : null;
  }
  if (change.of === 'field') {
    const { key, old, new: value } = change;
    if (read.names(key)) return { key, old, new: value };
    return isNamed ? { key } : null;
  }
  const { suppressed } = change;
  return suppressed === null || suppressed === 'unsubscribed' ? {} : { reason: suppressed };
}

/**
 * The mail of the run. Mail that was dropped later, and that the case does not send, is left out. Its
 * time is that of the case where the step of the run was at it, too.
 */
function sendsOf(
  { run, sends }: RealHistory,
  walked: CaseResult,
): NonNullable<SentFlowCase['expect']['sends']> {
  const queued = run.trace.flatMap(({ at, step, outcome }) => {
    const send = sends.find(({ step_id }) => outcome === 'ran' && step_id === step?.id);
    return send === undefined ? [] : { ...send, queuedAt: time(at) };
  });
  const inCase = walked.entries.filter(({ effect }) => effect?.kind === 'send_email');
  return queued.flatMap(({ email, dropped, queuedAt }, index) => {
    const at = inCase[index]?.at;
    const isSent = at !== undefined && walked.sends.some((one) => one.at === at);
    if (dropped && !isSent) return [];
    const near = at !== undefined && Math.abs(at.getTime() - queuedAt) <= sameTimeMs;
    return [near ? { email, at: at.toISOString() } : { email }];
  });
}
