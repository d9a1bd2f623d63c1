import { z } from 'zod';
import { personAddress } from '../people/person-operations.ts';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  keyOrId,
  nextCursor,
  rowsBy,
  textOrId,
  timestamp,
} from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';

/**
 * Of a run. `frozen` came due while its flow was paused; `parked` cannot continue by itself; `canceled`
 * was ended by an operator.
 */
export const runStatuses = [
  'active',
  'completed',
  'exited',
  'parked',
  'frozen',
  'canceled',
] as const;

/** The statuses of people inside a flow. */
export const insideStatuses = ['active', 'parked', 'frozen'] as const;

const stepAddress = textOrId(z.string().min(1).max(limits.nameChars)).describe(
  'Id, handle or Step ID',
);

/** The current step of a run; only the id if the definition no longer has the step. */
const step = z.strictObject({
  id: z.int(),
  step_id: z.string(),
  handle: z.string(),
  type: z.string().nullable(),
  name: z.string().nullable(),
});

const run = {
  id,
  flow: z.strictObject({ id, key: z.string(), name: z.string() }),
  person: z.strictObject({ id, email: z.string() }),
  status: z.enum(runStatuses),
  step: step.nullable().describe('Where the run is or ended; null before the first step'),
  waiting: z.boolean(),
  due_at: timestamp.nullable().describe('When it is looked at again; null where no time does'),
  reason: untrusted(z.string())
    .nullable()
    .describe('Why it is parked, who canceled it, or the goal that ended it'),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
};

/** A run in a list, which shows people by name. */
const listed = z.strictObject({
  ...run,
  person: z.strictObject({
    ...run.person.shape,
    first_name: untrusted(z.string()).nullable(),
    last_name: untrusted(z.string()).nullable(),
  }),
});

const traced = z.strictObject({
  ...run,
  goals: z
    .array(z.strictObject({ name: z.string(), reached_at: timestamp }))
    .describe('Goals that it reached; those that held as it began count nothing'),
  trace: z
    .array(
      z.strictObject({
        at: timestamp,
        step: step.nullable(),
        outcome: z
          .string()
          .describe(
            'ran, branched, waiting, released, exited, skipped, parked; canceled, moved, retried by an operator',
          ),
        arm: z.string().nullable(),
        reason: untrusted(z.string()).nullable().describe('Why, or who'),
      }),
    )
    .describe(`In order of time; of a longer one the last ${limits.runTraceShown}`),
});

const address = { flow_key: keyOrId };
const runAddress = { run_id: id };

export const runOperations = {
  list_flow_runs: defineOperation({
    noun: 'flows',
    verb: 'runs',
    summary: "List a flow's runs: who, where they are, until when, why parked.",
    method: 'GET',
    path: '/flows/:flow_key/runs',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      ...address,
      status: z.enum(runStatuses).optional(),
      step: stepAddress.optional(),
      person: personAddress.optional(),
      ...rowsBy('-id'),
    }),
    output: z.strictObject({ runs: z.array(listed), next_cursor: nextCursor }),
  }),
  get_run: defineOperation({
    noun: 'runs',
    verb: 'get',
    summary: 'One run with its trace: each step, which arm, why, when.',
    method: 'GET',
    path: '/runs/:run_id',
    safety: 'read',
    status: 200,
    input: z.strictObject(runAddress),
    output: z.strictObject({ run: traced }),
  }),
  cancel_run: defineOperation({
    noun: 'runs',
    verb: 'cancel',
    summary: 'End a run where it is, and cancel its emails that are still queued.',
    method: 'POST',
    path: '/runs/:run_id/cancel',
    safety: 'replace',
    status: 200,
    input: z.strictObject(runAddress),
    output: z.strictObject({
      run: traced,
      emails_canceled: z.int().describe('Queued emails of the run that are not sent'),
    }),
  }),
  move_run: defineOperation({
    noun: 'runs',
    verb: 'move',
    summary: 'Put a run, parked ones too, on another step; it takes that step at once.',
    method: 'POST',
    path: '/runs/:run_id/move',
    safety: 'send',
    status: 200,
    input: z.strictObject({ ...runAddress, step: stepAddress }),
    output: z.strictObject({ run: traced }),
  }),
  retry_run: defineOperation({
    noun: 'runs',
    verb: 'retry',
    summary:
      'Let a parked run continue: at its step, or where that is gone, after the last step it took that is left.',
    method: 'POST',
    path: '/runs/:run_id/retry',
    safety: 'send',
    status: 200,
    input: z.strictObject(runAddress),
    output: z.strictObject({ run: traced }),
  }),
  retry_parked_runs: defineOperation({
    noun: 'flows',
    verb: 'retry-runs',
    summary: `Let parked runs of a flow, or of a step of it, continue as retry_run does; ${limits.runsControlledAtOnce} a call.`,
    method: 'POST',
    path: '/flows/:flow_key/runs/retry',
    changes: 'runs',
    safety: 'send',
    revised: 'flows',
    status: 200,
    input: z.strictObject({
      ...address,
      step: stepAddress.optional(),
    }),
    output: z.strictObject({
      retried: z.int(),
      remaining: z.int().describe('Parked still; call again'),
    }),
  }),
  move_parked_runs: defineOperation({
    noun: 'flows',
    verb: 'move-runs',
    summary: `Put parked runs of a flow from one step, which may be gone, on another; ${limits.runsControlledAtOnce} a call.`,
    method: 'POST',
    path: '/flows/:flow_key/runs/move',
    changes: 'runs',
    safety: 'send',
    revised: 'flows',
    status: 200,
    input: z.strictObject({ ...address, from: stepAddress, to: stepAddress }),
    output: z.strictObject({
      moved: z.int(),
      remaining: z.int().describe('Parked on the first step still; call again'),
    }),
  }),
};
