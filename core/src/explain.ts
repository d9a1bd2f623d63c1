import type { TriggeringEvent, TriggerMatch } from './flow/triggers/trigger-type.ts';

/** One finding of an explanation, with what to do about it; `fix` is empty where nothing is wrong. */
export interface DeliveryReason {
  code: string;
  message: string;
  fix: string;
}

export interface PersonFact {
  unsubscribed_at: Date | null;
  unsubscribe_reason: string | null;
  hard_bounced_at: Date | null;
  complained_at: Date | null;
}

export interface EmailFact {
  id: number;
  archived: boolean;
  /** Whether it compiled and can be filled in. */
  compiled: boolean;
}

/** One send of the email, or of the flow, to the person. */
export interface SendFact {
  id: number;
  status:
    | 'scheduled'
    | 'holding'
    | 'sending'
    | 'uncertain'
    | 'sent'
    | 'failed'
    | 'skipped'
    | 'canceled';
  due_at: Date;
  ended_at: Date | null;
  attempts: number;
  /** The provider's words, or why it is held or was skipped. */
  reason: string | null;
}

export interface StepFact {
  step_id: number | null;
  outcome: string;
  arm: string | null;
  reason: string | null;
}

export interface RunFact {
  status: 'active' | 'completed' | 'exited' | 'parked' | 'frozen' | 'canceled';
  started_at: Date;
  ended_at: Date | null;
  due_at: Date | null;
  reason: string | null;
  /** Taken so far, oldest first. */
  steps: StepFact[];
}

export interface FlowFact {
  key: string;
  status: 'draft' | 'live' | 'paused';
  run_policy: 'single_run' | 'repeat';
  /** The event that the trigger names. */
  event: string | null;
  matches: (event: TriggeringEvent) => TriggerMatch;
  /** Steps that send the email that is asked about; empty where none is. */
  sendingSteps: number[];
  /** The person's newest run, if there is one. */
  run: RunFact | null;
  /** The person's events of the trigger's name, the newest first. */
  events: (TriggeringEvent & { recorded_at: Date })[];
}

export interface DeliveryFacts {
  now: Date;
  person: PersonFact;
  /** What is asked about; undefined where it is not, null where there is no such thing. */
  email: EmailFact | null | undefined;
  /** The flow that is asked about, or those that send the email. */
  flows: FlowFact[] | null;
  sends: SendFact[];
  asksFlow: boolean;
}

export interface Delivery {
  would_send: boolean;
  reasons: DeliveryReason[];
}

/**
 * Why one person does or does not get an email, or what became of them in a flow: suppression, email,
 * flows and sends in the order in which the service checks them. Pure: decides on what was loaded.
 */
export function explainDelivery(facts: DeliveryFacts): Delivery {
  const against = [...suppressions(facts.person), ...emailFaults(facts.email)];
  const flows = (facts.flows ?? []).map((flow) => flowReasons(flow, facts));
  const sends = facts.sends.map((send) => sendReason(send, facts.now));
  const reasons = [...against, ...flows.flatMap((flow) => flow.reasons), ...sends];
  if (facts.asksFlow && facts.flows === null) {
    const fix = 'List the flows to find the right key.';
    reasons.push({ code: 'flow_not_found', message: 'There is no such flow.', fix });
  }
  const asked = facts.email !== undefined || facts.asksFlow;
  if (!asked) {
    if (against.length > 0) return { would_send: false, reasons };
    const message = 'Nothing stands against emailing this person.';
    return { would_send: true, reasons: [{ code: 'reachable', message, fix: '' }] };
  }
  if (reasons.length === 0) {
    const message = 'No flow sends this email, and it was never queued for this person.';
    const fix = 'Send it from a flow, or send a test.';
    reasons.push({ code: 'nothing_sends_it', message, fix });
  }
  const coming =
    flows.some((flow) => flow.coming) ||
    facts.sends.some((send) => send.status === 'scheduled' || send.status === 'sending');
  return { would_send: against.length === 0 && coming, reasons };
}

const day = (date: Date) => date.toISOString();

function suppressions(person: PersonFact): DeliveryReason[] {
  const found: DeliveryReason[] = [];
  if (person.unsubscribed_at) {
    const erased = person.unsubscribe_reason === 'erased';
    const why = person.unsubscribe_reason ? ` Reason: ${person.unsubscribe_reason}.` : '';
    found.push({
      code: erased ? 'erased' : 'unsubscribed',
      message: erased
        ? 'The address belongs to a person who was erased, and stays suppressed.'
        : `Unsubscribed since ${day(person.unsubscribed_at)}.${why}`,
      fix: 'Resubscribe the person only where they asked for it: set unsubscribed to false.',
    });
  }
  if (person.hard_bounced_at) {
    found.push({
      code: 'hard_bounced',
      message: `The address was refused for good at ${day(person.hard_bounced_at)}.`,
      fix: 'Correct the address, or set hard_bounced to false once the mailbox exists again.',
    });
  }
  if (person.complained_at) {
    found.push({
      code: 'complained',
      message: `Complained about an email at ${day(person.complained_at)}.`,
      fix: 'People who complained are never emailed again.',
    });
  }
  return found;
}

function emailFaults(email: DeliveryFacts['email']): DeliveryReason[] {
  if (email === undefined) return [];
  if (email === null) {
    const fix = 'List the emails to find the right id.';
    return [{ code: 'email_not_found', message: 'There is no such email.', fix }];
  }
  if (email.archived) {
    const message = `Email ${email.id} is archived, and archived emails are not sent.`;
    return [{ code: 'email_archived', message, fix: 'Restore the email.' }];
  }
  if (email.compiled) return [];
  const message = `Email ${email.id} does not compile.`;
  return [{ code: 'email_broken', message, fix: 'Save the email again and mend what is refused.' }];
}

function sendReason(send: SendFact, now: Date): DeliveryReason {
  const what = `Send ${send.id}`;
  const said = send.reason ? `: ${send.reason}` : '';
  const ended = send.ended_at ? ` at ${day(send.ended_at)}` : '';
  switch (send.status) {
    case 'scheduled': {
      const tried = send.attempts > 0 ? ` Attempt ${send.attempts} did not go through${said}` : '';
      if (send.due_at <= now) {
        return { code: 'due', message: `${what} is due and goes out next.${tried}`, fix: '' };
      }
      const code = send.attempts > 0 ? 'retrying' : 'not_due_yet';
      return { code, message: `${what} is due at ${day(send.due_at)}.${tried}`, fix: '' };
    }
    case 'holding': {
      const fix = 'It goes out once what holds it ends, such as a pause of its flow.';
      return { code: 'held', message: `${what} is held${said}.`, fix };
    }
    case 'sending':
      return { code: 'sending', message: `${what} is being handed over.`, fix: '' };
    case 'uncertain': {
      const fix = 'Look whether it arrived, then retry_send or dismiss_send.';
      return { code: 'uncertain', message: `${what} may or may not have arrived${said}.`, fix };
    }
    case 'sent':
      return { code: 'already_sent', message: `${what} was accepted${ended}.`, fix: '' };
    case 'failed': {
      const fix = 'Mend what the provider names, then send again.';
      return { code: 'failed', message: `${what} failed${ended}${said}`, fix };
    }
    case 'skipped':
      return { code: 'skipped', message: `${what} was skipped${ended}${said}.`, fix: '' };
    case 'canceled':
      return { code: 'canceled', message: `${what} was canceled${ended}${said}.`, fix: '' };
  }
}

interface FlowFindings {
  reasons: DeliveryReason[];
  /** Whether a run is under way that may still send. */
  coming: boolean;
}

function flowReasons(flow: FlowFact, { now }: DeliveryFacts): FlowFindings {
  const reasons: DeliveryReason[] = [];
  if (flow.status !== 'live') {
    reasons.push({
      code: flow.status === 'draft' ? 'flow_draft' : 'flow_paused',
      message: `The flow ${flow.key} is ${flow.status === 'draft' ? 'a draft' : 'paused'}.`,
      fix: 'Activate the flow.',
    });
  }
  const { run } = flow;
  if (run) reasons.push(...runReasons(flow, run, now));
  reasons.push(...triggerReasons(flow, run));
  const waits = run?.status === 'active' && flow.status === 'live';
  return { reasons, coming: waits && !passed(flow, run) };
}

/** Whether the run has taken every step that sends the email already. */
function passed(flow: FlowFact, run: RunFact): boolean {
  if (flow.sendingSteps.length === 0) return false;
  const taken = new Set(run.steps.filter((step) => step.outcome === 'ran').map((s) => s.step_id));
  return flow.sendingSteps.every((id) => taken.has(id));
}

function runReasons(flow: FlowFact, run: RunFact, now: Date): DeliveryReason[] {
  const reasons = [runState(flow, run, now)];
  for (const step of run.steps.filter((taken) => taken.outcome === 'skipped')) {
    const message = `Step ${step.step_id ?? '?'} of the flow ${flow.key} was skipped: ${step.reason ?? ''}`;
    reasons.push({ code: 'step_skipped', message, fix: 'Mend the step; later runs take it.' });
  }
  const taken = new Set(run.steps.map((step) => step.step_id));
  const missed = flow.sendingSteps.length > 0 && !flow.sendingSteps.some((step) => taken.has(step));
  if (missed && (run.status === 'completed' || run.status === 'exited')) {
    const arms = run.steps.flatMap((s) => (s.arm ? `step ${s.step_id} took ${s.arm}` : []));
    const message = `The run of the flow ${flow.key} ended without coming to the email${arms.length > 0 ? `: ${arms.join(', ')}` : ''}.`;
    reasons.push({ code: 'step_not_reached', message, fix: 'Look at the conditions on the way.' });
  }
  return reasons;
}

function runState(flow: FlowFact, run: RunFact, now: Date): DeliveryReason {
  const where = `in the flow ${flow.key}`;
  const ended = run.ended_at ? ` at ${day(run.ended_at)}` : '';
  switch (run.status) {
    case 'active': {
      if (run.due_at !== null && run.due_at <= now) {
        return { code: 'run_due', message: `The person moves on ${where} next.`, fix: '' };
      }
      const until = run.due_at ? ` until ${day(run.due_at)}` : '';
      return { code: 'run_waiting', message: `The person waits ${where}${until}.`, fix: '' };
    }
    case 'parked': {
      const fix = 'Give the step its id back, or move or retry the run: list the runs of the flow.';
      const message = `The run ${where} is parked: ${run.reason ?? 'no reason'}`;
      return { code: 'run_parked', message, fix };
    }
    case 'frozen': {
      const message = `The run came due ${where} while it was not live.`;
      return { code: 'run_frozen', message, fix: 'Activate the flow.' };
    }
    case 'completed':
      return { code: 'run_completed', message: `The run ${where} ended${ended}.`, fix: '' };
    case 'exited':
      return { code: 'run_exited', message: `The run ${where} was left${ended}.`, fix: '' };
    case 'canceled': {
      const message = `The run ${where} was ended by an operator${ended}: ${run.reason ?? 'no reason'}`;
      return {
        code: 'run_canceled',
        message,
        fix: 'Let the person start again, if that is right.',
      };
    }
  }
}

/** Why the newest event of the trigger's name started no run, where it did not. */
function triggerReasons(flow: FlowFact, run: RunFact | null): DeliveryReason[] {
  const [newest] = flow.events;
  if (!newest) {
    if (run || flow.event === null) return [];
    const message = `No event "${flow.event}" is known of this person, so the flow ${flow.key} did not start.`;
    const fix = 'Record the event; its name must be exactly the same.';
    return [{ code: 'event_missing', message, fix }];
  }
  if (run && newest.recorded_at <= run.started_at) return [];
  const { matched, reason } = flow.matches(newest);
  const started = `Event "${newest.name}" of ${day(newest.recorded_at)} did not start the flow ${flow.key}: `;
  if (!matched) {
    return newest.historical && flow.matches({ ...newest, historical: false }).matched
      ? [
          {
            code: 'event_historical',
            message: started + reason,
            fix: 'Set ignore_historical to false where backfilled events are to start it.',
          },
        ]
      : [
          {
            code: 'trigger_not_matched',
            message: started + reason,
            fix: 'Compare the details of the event with the match of the trigger.',
          },
        ];
  }
  if (run && flow.run_policy === 'single_run') {
    const message = `${started}a single_run flow takes a person once, ever.`;
    return [{ code: 'single_run', message, fix: 'Set run_policy to repeat.' }];
  }
  if (run && run.ended_at === null) {
    const message = `${started}the person was inside it already.`;
    return [{ code: 'already_inside', message, fix: 'It can start again once the run has ended.' }];
  }
  const message = `${started}the flow was not live with this trigger when the event arrived.`;
  return [{ code: 'not_live_then', message, fix: 'Record the event again.' }];
}
