import type {
  StartFound,
  TriggeringEvent,
  TriggerMatch,
} from '../../flows/triggers/trigger-type.ts';
import { ownEvents } from '../../flows/validate/event-unknown.ts';
import { type DeliveryReason, day, quoting } from './explain-reason.ts';

export interface StepFact {
  step_id: number | null;
  outcome: string;
  arm: string | null;
  reason: string | null;
}

export interface RunFact {
  id: number;
  /** The handle and summary of the current step; null before the first. */
  at: { handle: string; summary: string } | null;
  status: 'active' | 'completed' | 'exited' | 'parked' | 'frozen' | 'canceled';
  started_at: Date;
  ended_at: Date | null;
  due_at: Date | null;
  reason: string | null;
  /** Steps taken so far, oldest first. */
  steps: StepFact[];
}

/** Events that matched the trigger but started no run, as recorded when they arrived. */
export interface RefusalFact {
  reason: 'inside' | 'ran_before' | 'paused';
  count: number;
  /** Time of the last of them. */
  refused_at: Date;
}

export interface FlowFact {
  key: string;
  status: 'draft' | 'live' | 'paused';
  run_policy: 'single_run' | 'repeat';
  /** The event that the trigger names. */
  event: string | null;
  /** When it next starts for the person, where no event starts it; null for other flows. */
  start: StartFound | null;
  matches: (event: TriggeringEvent) => TriggerMatch;
  /** Steps that send the email in question; null if none was given. */
  sendingSteps: number[] | null;
  /** The person's newest run, if any. */
  run: RunFact | null;
  /** The person's events with the trigger's name, newest first. */
  events: (TriggeringEvent & { recorded_at: Date })[];
  /** The event of the person that is named most like that of the trigger, where none has its name. */
  similarEvent: string | null;
  /** Newest first. */
  refusals: RefusalFact[];
}

export interface FlowReasons {
  reasons: DeliveryReason[];
  /** When an active run continues, which may still send; null if none does. */
  coming: Date | null;
}

/**
 * Explains why a flow does or does not reach a person, in the order in which the service checks.
 */
export function flowReasons(flow: FlowFact, now: Date): FlowReasons {
  const reasons: DeliveryReason[] = [];
  const lacksEmail = flow.sendingSteps?.length === 0;
  if (lacksEmail) {
    reasons.push({
      code: 'flow_lacks_email',
      message: `No step of the flow ${flow.key} sends this email.`,
      fix: 'Leave the flow out to see everything that sends the email.',
    });
  }
  if (flow.status !== 'live') {
    reasons.push({
      code: flow.status === 'draft' ? 'flow_draft' : 'flow_paused',
      message: `The flow ${flow.key} is ${flow.status === 'draft' ? 'a draft' : 'paused'}.`,
      fix: 'Activate it with activate_flow.',
    });
  }
  const { run } = flow;
  if (run) reasons.push(...runReasons(flow, run, now));
  reasons.push(...triggerReasons(flow, run), ...startReasons(flow, run));
  const waits =
    run?.status === 'active' && flow.status === 'live' && !lacksEmail && !passed(flow, run);
  return { reasons, coming: waits ? (run.due_at ?? now) : null };
}

/** Codes of a flow, what decided most first. */
const deciding: readonly string[] = [
  ...[
    'flow_lacks_email',
    'step_skipped',
    'step_not_reached',
    'run_parked',
    'run_frozen',
    'run_canceled',
  ],
  ...['paused_then', 'flow_paused', 'flow_draft', 'run_due', 'run_waiting'],
  ...['event_historical', 'trigger_not_matched', 'single_run', 'already_inside', 'not_live_then'],
  ...['run_exited', 'run_completed', 'event_missing', 'start_awaited'],
];

/** All that is said of one flow as one reason, whose code is the one that decided. */
export function oneReason(reasons: readonly DeliveryReason[]): DeliveryReason[] {
  const [first, ...others] = [...reasons].sort(
    (one, other) => deciding.indexOf(one.code) - deciding.indexOf(other.code),
  );
  if (first === undefined) return [];
  const quoted = [first, ...others].find(({ quote }) => quote !== undefined);
  return [
    {
      ...first,
      message: [first, ...others].map(({ message }) => message).join(' '),
      fix: first.fix || (others.find(({ fix }) => fix !== '')?.fix ?? ''),
      ...quoting(quoted?.quote ?? null),
    },
  ];
}

/** Whether the person was in the flow, or an event came that could have started it. */
export function concerns({ run, events }: FlowFact): boolean {
  return run !== null || events.length > 0;
}

/** Whether the run has already taken every step that sends the email. */
function passed(flow: FlowFact, run: RunFact): boolean {
  const sending = flow.sendingSteps ?? [];
  if (sending.length === 0) return false;
  const taken = new Set(run.steps.filter((step) => step.outcome === 'ran').map((s) => s.step_id));
  return sending.every((id) => taken.has(id));
}

function runReasons(flow: FlowFact, run: RunFact, now: Date): DeliveryReason[] {
  const reasons = [runState(flow, run, now)];
  for (const step of run.steps.filter((taken) => taken.outcome === 'skipped')) {
    const message = `Step ${step.step_id ?? '?'} of the flow ${flow.key} was skipped.`;
    const fix = 'Correct the step with update_flow; later runs take it.';
    reasons.push({ code: 'step_skipped', message, fix, ...quoting(step.reason) });
  }
  const taken = new Set(run.steps.map((step) => step.step_id));
  const sending = flow.sendingSteps ?? [];
  const missed = sending.length > 0 && !sending.some((step) => taken.has(step));
  if (missed && (run.status === 'completed' || run.status === 'exited')) {
    const arms = run.steps.flatMap((s) => (s.arm ? `step ${s.step_id} took ${s.arm}` : []));
    const message = `The run of the flow ${flow.key} ended before it reached the email${arms.length > 0 ? `: ${arms.join(', ')}` : ''}.`;
    reasons.push({
      code: 'step_not_reached',
      message,
      fix: 'Look at the conditions on the way with get_flow.',
    });
  }
  return reasons;
}

function runState(flow: FlowFact, run: RunFact, now: Date): DeliveryReason {
  const at = run.at ? ` at ${run.at.handle} (${run.at.summary})` : '';
  const where = `in the flow ${flow.key}`;
  const ended = run.ended_at ? ` at ${day(run.ended_at)}` : '';
  const why = quoting(run.reason);
  switch (run.status) {
    case 'active': {
      if (run.due_at !== null && run.due_at <= now) {
        return { code: 'run_due', message: `The person moves on ${where} next.`, fix: '' };
      }
      const until = run.due_at ? ` until ${day(run.due_at)}` : '';
      return { code: 'run_waiting', message: `The person waits ${where}${at}${until}.`, fix: '' };
    }
    case 'parked': {
      const fix = `Give the step its id back, then retry run ${run.id}, or move it to another step.`;
      return { code: 'run_parked', message: `The run ${where} is parked.`, fix, ...why };
    }
    case 'frozen': {
      const message = `The run came due ${where}${at} while it was not live.`;
      return { code: 'run_frozen', message, fix: 'Activate it with activate_flow.' };
    }
    case 'completed':
      return { code: 'run_completed', message: `The run ${where} ended${ended}.`, fix: '' };
    case 'exited':
      return { code: 'run_exited', message: `The run ${where} was left${ended}.`, fix: '', ...why };
    case 'canceled': {
      const message = `The run ${where} was ended by an operator${ended}.`;
      const fix = 'Where that was a mistake, record_event lets the person start again.';
      return { code: 'run_canceled', message, fix, ...why };
    }
  }
}

/** Why nothing started a flow so far that no event starts, or when it starts again. */
function startReasons({ key, status, run_policy, start }: FlowFact, run: RunFact | null) {
  if (start === null || status !== 'live') return [];
  // What ended a run with a reason says already why no other one starts.
  const isAnswered = run !== null && (run.ended_at === null || run.reason !== null);
  if (isAnswered || (run && run_policy === 'single_run')) return [];
  const sofar = run ? '' : `The flow ${key} did not start for this person so far. `;
  return [{ code: 'start_awaited', message: `${sofar}${start.said}`, fix: start.fix }];
}

/** Why the newest event with the trigger's name started no run, if it did not. */
function triggerReasons(flow: FlowFact, run: RunFact | null): DeliveryReason[] {
  const [newest] = flow.events;
  if (!newest) {
    if (run || flow.event === null) return [];
    const message = `No event "${flow.event}" is known of this person, so the flow ${flow.key} did not start.`;
    const fix = ownEvents.has(flow.event)
      ? 'Leave it to the service, which records this event when it happens.'
      : 'Record the event with record_event; its name must be exactly the same.';
    const near = quoting(flow.similarEvent && `The person has an event "${flow.similarEvent}".`);
    return [{ code: 'event_missing', message, fix, ...near }];
  }
  if (run && newest.recorded_at <= run.started_at) return [];
  const { matched, reason } = flow.matches(newest);
  const at = `Event "${newest.name}" of ${day(newest.recorded_at)}`;
  const started = `${at} did not start the flow ${flow.key}`;
  if (!matched) {
    return newest.historical && flow.matches({ ...newest, historical: false }).matched
      ? [
          {
            code: 'event_historical',
            message: `${started}, because it is historical.`,
            fix: 'Set ignore_historical to false where backfilled events are to start it.',
          },
        ]
      : [
          {
            code: 'trigger_not_matched',
            message: `${started}, because it does not match the trigger.`,
            ...quoting(reason),
            fix: 'Compare details of list_events with match in the trigger of get_flow.',
          },
        ];
  }
  const { code, message, fix } = notStarted(flow, run, newest.recorded_at);
  return [{ code, message: `${started}: ${message}`, fix }];
}

/**
 * Why a matching event started no run: the reason recorded on arrival, otherwise the current one.
 */
function notStarted(flow: FlowFact, run: RunFact | null, arrived: Date): DeliveryReason {
  const kept = flow.refusals.find(({ refused_at }) => refused_at >= arrived);
  const times = kept && kept.count > 1 ? ` This was so ${kept.count} times.` : '';
  if (kept?.reason === 'paused') {
    const message = `the flow was paused when it arrived.${times}`;
    return { code: 'paused_then', message, fix: 'Record the event again with record_event.' };
  }
  const inside = kept ? kept.reason === 'inside' : run !== null && run.ended_at === null;
  const once = flow.run_policy === 'single_run' && (kept ? inside : run !== null);
  if (once || kept?.reason === 'ran_before') {
    const message = `a single_run flow takes a person once, ever.${times}`;
    return { code: 'single_run', message, fix: 'Set run_policy to repeat with update_flow.' };
  }
  if (inside) {
    const message = `the person was inside it already.${times}`;
    const fix = 'It can start again once the run has ended; cancel_run ends a parked one.';
    return { code: 'already_inside', message, fix };
  }
  const message = 'the flow was not live with this trigger when the event arrived.';
  return { code: 'not_live_then', message, fix: 'Record the event again with record_event.' };
}
