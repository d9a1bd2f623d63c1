import type { Duration } from '../../platform/duration.ts';
import { after, durationSummary } from '../../platform/duration.ts';
import type { ValidationIssue } from '../../platform/issue.ts';
import { isObject, type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { callWait, webhookEndpoint } from '../definition/call-kinds.ts';
import type { Step, StepBase } from '../definition/definition.ts';
import { callBody } from '../definition/event-kinds.ts';
import { renderDetails } from '../interpreter/render-details.ts';
import { report } from '../validate/codes.ts';
import type { Move, StepContext, StepType } from './step-type.ts';
import { malformedArms, strayArms, withoutEmptyArms } from './stray-arms.ts';

const callArms = ['succeeded', 'failed'] as const;

/** How long a call is waited for at most. */
export interface CallWait {
  timeout: Duration;
}

/** Strings in the body, at any depth, may contain Liquid. Only a call that waits has arms. */
export interface CallWebhook extends StepBase {
  type: 'call_webhook';
  /** Its key or id. */
  endpoint: string | number;
  body?: Readonly<Record<string, unknown>>;
  wait?: CallWait;
  succeeded?: Step[];
  failed?: Step[];
}

/**
 * Queues a delivery to a webhook endpoint and continues (HOOK-15). With `wait` the person waits until it
 * was delivered, was given up, or the timeout is over (HOOK-16).
 */
export const callWebhook: StepType<CallWebhook> = {
  words: {
    purpose: 'Queues flow.called for a webhook endpoint and continues; with wait it has arms.',
    example: () => ({
      name: 'Tell the CRM',
      endpoint: 'crm',
      body: { plan: '{{ person.fields.plan }}' },
    }),
    armsWhen: 'Only with wait',
    rules: [
      'endpoint is the key or id of one from list_webhook_endpoints; it gets the delivery whatever it listens to.',
      `body is an object of at most ${limits.eventDetailsBytes} bytes; Liquid runs in its texts alone, which stay texts.`,
      'wait: {timeout: {amount, unit}} waits for the outcome: succeeded once an attempt is answered 2xx, failed once given up or at the timeout, when attempts stop. Both arms must then be there; without wait there are none.',
      'While the endpoint is disabled the step is skipped, or takes failed. The timeout is fixed on arrival.',
    ],
    errors: [/^(webhook_|call_|body_|arm)/],
  },
  fields: {
    endpoint: { kind: webhookEndpoint, required: true },
    body: { kind: callBody, required: false },
    wait: { kind: callWait, required: false },
  },
  arms: callArms,
  armsOf: (step) => (waits(step) ? callArms : []),
  checkArms,
  canonical: (step) => (waits(step) ? step : withoutEmptyArms(step, callArms)),
  ends: false,

  summary(step) {
    const wait = own(step, 'wait');
    const most = isObject(wait)
      ? `, and wait ${durationSummary(own(wait, 'timeout'))} at most`
      : '';
    return `Call the webhook endpoint ${quoted(own(step, 'endpoint'))}${most}`;
  },

  noun: 'call',
  outcomes: (step) => (waits(step) ? callArms : []),
  waitOf(step) {
    const wait = own(step, 'wait');
    return isObject(wait)
      ? { effect: 'keep', duration: own(wait, 'timeout') }
      : { effect: 'keep', text: null };
  },
  // A run whose call cannot be made continues at once.
  holds: () => false,

  enter(step, context) {
    const { answers, memo } = context;
    const assumed = answers.assumed?.get(step.id);
    const endpoint = endpointOf(step, context);
    if (assumed === undefined && endpoint.fault !== null) return refused(step, endpoint.fault);
    const rendered = renderDetails(memo.preparedDetails(step.body), answers, 'body');
    if (rendered.details === null) return refused(step, rendered.reason);
    const effect = {
      kind: 'call_webhook',
      step_id: step.id,
      endpoint_id: endpoint.id,
      body: step.body === undefined ? null : rendered.details,
      waits: step.wait !== undefined,
    } as const;
    if (step.wait === undefined) return { kind: 'next', effect };
    return begin(step, step.wait, context, effect);
  },

  resume: {
    owns: (run) => run.waits_for === null,
    asks: ({ id }) => [{ kind: 'call', step_id: id }],

    /** The time was fixed on arrival; the end of the delivery makes the run due before it. */
    look(step, run, { answers, now }) {
      const isDue = run.due_at === null || run.due_at <= now;
      const assumed = answers.assumed?.get(step.id);
      if (assumed !== undefined && isDue) return outcome(isSuccess(assumed), assumption);
      const ended = answers.calls?.get(step.id);
      if (ended === 'succeeded') return outcome(true, 'The call was delivered.');
      if (ended === 'failed') return outcome(false, 'The call was given up.');
      if (!isDue) return { kind: 'stay' };
      const time = durationSummary(step.wait?.timeout);
      const effects = [{ kind: 'stop_call', step_id: step.id } as const];
      return { ...outcome(false, `The call was not delivered within ${time}.`), effects };
    },
  },
};

const assumption = 'That is assumed.';

const isSuccess = ({ outcome }: { outcome: string }) => outcome === 'succeeded';

function outcome(succeeded: boolean, reason: string) {
  return { kind: 'release', arm: succeeded ? 'succeeded' : 'failed', reason } as const;
}

function waits(step: JsonObject): boolean {
  return own(step, 'wait') !== undefined;
}

/** Where nothing is known of endpoints, as without a database, every endpoint is there. */
function endpointOf({ endpoint }: CallWebhook, { answers }: StepContext) {
  if (answers.endpoints === undefined) return { id: 0, fault: null };
  const found = answers.endpoints.get(endpoint);
  const name = `webhook endpoint ${quoted(endpoint)}`;
  if (found === undefined) return { id: 0, fault: `There is no ${name}.` };
  return { id: found.id, fault: found.enabled ? null : `The ${name} is disabled.` };
}

/** A call that cannot be made has failed where its outcome is waited for. */
function refused(step: CallWebhook, reason: string): Move {
  return step.wait === undefined ? { kind: 'skip', reason } : outcome(false, reason);
}

function begin(
  { id }: CallWebhook,
  { timeout }: NonNullable<CallWebhook['wait']>,
  { answers, now }: StepContext,
  effect: Extract<Move, { kind: 'next' }>['effect'] & object,
): Move {
  const end = after(now, timeout);
  const assumed = answers.assumed?.get(id);
  const due = assumed?.at ?? (assumed !== undefined && isSuccess(assumed) ? now : end);
  const dueAt = new Date(Math.min(due.getTime(), end.getTime()));
  const effects = [effect];
  if (assumed !== undefined && dueAt <= now) {
    return { ...outcome(isSuccess(assumed), assumption), effects };
  }
  const wait = { due_at: dueAt, arrived_at: now, after_event: null, waits_for: null };
  return { kind: 'wait', wait, effects };
}

/** Only a call that waits has arms, and then both. */
function checkArms(step: JsonObject, path: string): ValidationIssue[] {
  const stray = strayArms(step, path, callArms);
  if (waits(step)) return [...stray, ...malformedArms(step, path, callArms)];
  const held = callArms.filter((arm) => own(step, arm) !== undefined);
  const message = 'Without "wait" nobody waits for the outcome, so there are no arms.';
  const fix =
    'Add "wait": {"timeout": {"amount": 1, "unit": "hours"}}, or move the steps behind it.';
  const found = held.map((arm) => report('arms_not_allowed', `${path}.${arm}`, message, fix));
  return [...stray, ...found];
}
