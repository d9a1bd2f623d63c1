import { z } from 'zod';
import { changedTimes } from '../account/changed-times.ts';
import { stepStats } from '../content/email-stats-operations.ts';
import { madeEmails } from '../content/new-email.ts';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  jsonObject,
  keyOrId,
  labels,
  name,
  newKey,
  nextCursor,
  revision,
  rowsBy,
  timestamp,
  warning,
} from '../platform/operations/shapes.ts';
import { flowCase } from './cases/flow-case.ts';

export const issueShape = z.strictObject({
  path: z.string().describe('For example nodes[0].then[1].tag'),
  code: z.string(),
  node: z.string().describe('Handle of the step, empty where none is concerned'),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  fix: z.string().describe('What to do next'),
  did_you_mean: z.string().optional().describe('The known name nearest to an unknown one'),
});

export const validation = z.strictObject({
  valid: z.boolean(),
  errors: z.array(issueShape),
  warnings: z.array(issueShape),
});

const runPolicy = z.enum(['single_run', 'repeat']);
const status = z.enum(['draft', 'live', 'paused']);

const head = {
  id,
  key: z.string(),
  name: z.string(),
  labels: z.array(z.string()),
  run_policy: runPolicy,
  status,
  revision,
};

const row = z.strictObject({
  ...head,
  trigger: z.strictObject({
    type: z.string(),
    event: z.string().nullable().optional(),
    product: z.string().nullable().optional(),
    label: z.string().nullable(),
    summary: z.string(),
    values: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .describe('What summary says; match is true where details of the event have to match'),
  }),
  step_count: z.int(),
  people_inside: z.int(),
  parked: z.int().describe('Of them, how many cannot continue by themselves'),
  sent_days: z
    .array(z.int())
    .describe(
      `Mails sent on each of the last ${limits.flowListDays} days of the account timezone, today last`,
    ),
  failed: z.int().describe('Mails that failed in these days'),
  has_draft: z.boolean().describe('Whether a draft is kept beside it'),
});

const step = z.strictObject({
  id: z.int(),
  step_id: z.string(),
  handle: z.string(),
  path: z.string(),
  type: z.string(),
  name: z.string(),
  summary: z.string(),
  people: z.int().describe('On the step, moving on or waiting'),
  parked: z.int().describe('On the step and stopped; see their runs for the reason'),
  arms: z
    .array(z.strictObject({ name: z.string(), people: z.int() }))
    .optional()
    .describe('Of a split, where one flow is read: people who got each arm'),
  holdout: z
    .int()
    .optional()
    .describe('Of a split, where one flow is read: runs that ended on its holdout'),
  stats: stepStats
    .optional()
    .describe(
      `Of a step that sends, where one flow is read; not where counting took over ${limits.statsMs / 1_000} s`,
    ),
});

/** A flow as every surface shows one (contract §3). */
export const flowShape = z.strictObject({
  ...head,
  definition: jsonObject,
  steps: z.array(step),
  people_inside: z.int().describe('All runs that have not ended, parked ones included'),
  gone_steps: z
    .array(z.strictObject({ id: z.int(), people: z.int(), parked: z.int() }))
    .describe('Steps that the definition no longer has and that people are still on'),
  has_draft: z.boolean().describe('Whether a draft is kept beside it'),
  validation,
  created_at: timestamp,
  updated_at: timestamp,
});

export const definitionInput = jsonObject.describe('{trigger, nodes}: see describe_schema flow');

export const forceInput = z
  .boolean()
  .optional()
  .describe('Of a live flow: also take away steps that people are on, and pass failing tests');

const testsInput = z
  .record(newKey, flowCase)
  .refine(
    (tests) => Object.keys(tests).length <= limits.flowCases,
    `A flow has ${limits.flowCases} tests at most.`,
  )
  .refine(
    (tests) => JSON.stringify(tests).length <= limits.flowCasesChars,
    `The tests of a flow take ${limits.flowCasesChars} characters at most.`,
  )
  .describe('All tests of the flow by name');

/** Takes what is kept beside the flow in place of what is live (STAGE-03). */
export const takesDraft = z.boolean().optional().describe('true: of its draft');

/** The text formats of a drawn flow. */
export const drawings = ['outline', 'mermaid'] as const;

const address = { flow_key: keyOrId };

export const flowOperations = {
  list_flows: defineOperation({
    noun: 'flows',
    verb: 'list',
    summary:
      'List flows: labels, trigger, step count, people inside and parked, mail by day, status. Narrow by label.',
    method: 'GET',
    path: '/flows',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      label: z.string().max(limits.labelChars).optional(),
      has_draft: z.boolean().optional(),
      ...rowsBy('id', '-id'),
    }),
    output: z.strictObject({
      flows: z.array(row),
      labels: z.array(z.string()).describe('Every label in use'),
      next_cursor: nextCursor,
    }),
  }),
  get_flow: defineOperation({
    noun: 'flows',
    verb: 'get',
    summary: 'Get one flow: definition, step ids and summaries, live counts, validation result.',
    method: 'GET',
    path: '/flows/:flow_key',
    safety: 'read',
    heavy: true,
    revised: 'flows',
    status: 200,
    input: z.strictObject({ ...address, format: z.enum(['json', ...drawings]).optional() }),
    output: z.strictObject({
      flow: flowShape,
      tests: z
        .record(z.string(), jsonObject)
        .describe(
          'Its tests by name, as update_flow takes them; the definition files have them too',
        ),
      outline: z.string().optional().describe('As text, with format outline'),
      mermaid: z.string().optional().describe('A Mermaid flowchart, with format mermaid'),
    }),
  }),
  create_flow: defineOperation({
    noun: 'flows',
    verb: 'create',
    summary: 'Create a flow as a draft. It is saved even with problems; the answer lists them.',
    method: 'POST',
    path: '/flows',
    safety: 'add',
    scope: 'draft',
    revised: 'flows',
    status: 201,
    input: z.strictObject({
      key: newKey,
      name: name.optional().describe('The key when left out'),
      labels: labels.optional(),
      run_policy: runPolicy.optional().describe('single_run when left out'),
      definition: definitionInput.optional(),
      tests: testsInput.optional(),
    }),
    output: z.strictObject({ flow: flowShape, emails: madeEmails }),
  }),
  update_flow: defineOperation({
    noun: 'flows',
    verb: 'update',
    summary:
      'Change a flow. Keep existing step ids; people waiting on a step point at its id. The answer lists problems; a live flow is refused errors.',
    method: 'PATCH',
    path: '/flows/:flow_key',
    safety: 'replace',
    revised: 'flows',
    status: 200,
    input: z.strictObject({
      ...address,
      name: name.optional(),
      labels: labels.optional(),
      run_policy: runPolicy.optional(),
      definition: definitionInput.optional(),
      tests: testsInput.optional(),
      force: forceInput,
    }),
    output: z.strictObject({
      flow: flowShape,
      times: changedTimes.optional(),
      emails: madeEmails,
    }),
  }),
  delete_flow: defineOperation({
    noun: 'flows',
    verb: 'delete',
    summary: 'Delete a flow nobody ever ran through; otherwise pause_flow.',
    method: 'DELETE',
    path: '/flows/:flow_key',
    safety: 'remove',
    revised: 'flows',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
  validate_flow: defineOperation({
    noun: 'flows',
    verb: 'validate',
    summary:
      'Check the saved flow, its draft, or an unsaved definition. Answers {valid, errors, warnings} with a fix for each.',
    method: 'POST',
    path: '/flows/:flow_key/validate',
    safety: 'read',
    renders: true,
    status: 200,
    input: z.strictObject({
      ...address,
      definition: definitionInput.optional(),
      draft: takesDraft,
    }),
    output: validation,
  }),
  activate_flow: defineOperation({
    noun: 'flows',
    verb: 'activate',
    summary:
      'Turn a flow on (go live). Refused while validation has errors or a test fails; answers them.',
    method: 'POST',
    path: '/flows/:flow_key/activate',
    safety: 'send',
    revised: 'flows',
    status: 200,
    input: z.strictObject({
      ...address,
      force: z.boolean().optional().describe('Also where a test of the flow fails'),
    }),
    output: z.strictObject({ flow: flowShape, warnings: z.array(warning) }),
  }),
  pause_flow: defineOperation({
    noun: 'flows',
    verb: 'pause',
    summary: 'Stop a live flow for now and hold its queued emails.',
    method: 'POST',
    path: '/flows/:flow_key/pause',
    safety: 'replace',
    revised: 'flows',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ flow: flowShape }),
  }),
};
