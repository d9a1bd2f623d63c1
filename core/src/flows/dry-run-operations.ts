import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  jsonObject,
  keyOrId,
  textOrId,
  timeBound,
  timestamp,
} from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';
import { definitionInput, issueShape, takesDraft } from './flow-operations.ts';
import { assumedOutcomes } from './interpreter/question.ts';
import { outcomes } from './interpreter/run.ts';

/** One step of the walk (contract §3). */
export const rehearsedStep = z.strictObject({
  step_id: z.string().nullable(),
  handle: z.string(),
  type: z.string(),
  name: z.string(),
  at: timestamp.describe('When it would happen'),
  outcome: z.enum(outcomes).describe('What came of the step'),
  would: untrusted(z.string()).describe('What would happen'),
  mail: z
    .strictObject({
      email_id: id,
      against: z.string().nullable().describe('Why it would not be delivered'),
    })
    .nullable()
    .describe('What it would queue'),
  values: z
    .array(
      z.strictObject({
        condition: jsonObject,
        actual: untrusted(z.unknown()),
        result: z.boolean(),
      }),
    )
    .describe('What each condition saw'),
  arm: z.string().nullable().describe('The arm that is taken'),
});

const event = z.strictObject({
  name: z.string().trim().min(1).max(limits.eventNameChars),
  details: jsonObject.optional(),
});

/** What a dry run takes to become of one wait (contract part 2, §7). */
const assumption = z.strictObject({
  step: textOrId(z.string().min(1).max(limits.nameChars)),
  outcome: z.enum(assumedOutcomes),
  at: timeBound('at').optional(),
  event: event.optional(),
});

export const dryRunOperations = {
  dry_run_flow: defineOperation({
    noun: 'flows',
    verb: 'dry-run',
    summary:
      'Walk one person through a flow, changing nothing: did the trigger match, each step taken and why. Stops at the first wait, unless assume or past_waits takes it further.',
    method: 'POST',
    path: '/flows/:flow_key/dry_run',
    safety: 'read',
    renders: true,
    status: 200,
    input: z.strictObject({
      flow_key: keyOrId,
      person: textOrId(z.string().min(1).max(limits.addressChars)).describe('Id or email address'),
      event: event.optional(),
      definition: definitionInput.optional(),
      draft: takesDraft,
      assume: z
        .array(assumption)
        .max(limits.assumptions)
        .optional()
        .describe('What becomes of waits; step is a handle'),
      past_waits: z
        .boolean()
        .optional()
        .describe(
          'Continue past all waits: a gate that nothing is assumed of expires, unless time alone opens it',
        ),
    }),
    output: z.strictObject({
      triggered: z.boolean().nullable().describe('Null where no event was given'),
      reason: untrusted(z.string()).describe(
        'Why the trigger matched or not, and whether a run would start',
      ),
      person: z.strictObject({ id, email: z.string() }),
      steps: z.array(rehearsedStep).describe('Empty where the event does not match the trigger'),
      stopped_at: z
        .strictObject({
          step_id: z.string().nullable(),
          reason: untrusted(z.string()),
          until: timestamp.nullable().describe('Null where no time ends the wait'),
        })
        .nullable()
        .describe('Where the person would wait'),
      not_reached: z
        .array(z.string())
        .describe(
          'Handles of steps that something was assumed of, and that the walk did not reach',
        ),
      completed: z.boolean().describe('Whether the run would reach its end'),
      problems: z.array(issueShape).describe('What validation says of the definition'),
    }),
  }),
};
