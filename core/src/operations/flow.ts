import { z } from 'zod';
import { limits } from '../limits.ts';
import { defineOperation } from './operation.ts';
import {
  id,
  jsonObject,
  keyOrId,
  labels,
  name,
  newKey,
  nextCursor,
  page,
  timestamp,
} from './shapes.ts';

const issue = z.strictObject({
  path: z.string().describe('For example nodes[0].then[1].tag'),
  code: z.string(),
  node: z.string().describe('Handle of the step, empty where none is concerned'),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  fix: z.string().describe('What to do next'),
});

const validation = z.strictObject({
  valid: z.boolean(),
  errors: z.array(issue),
  warnings: z.array(issue),
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
};

const row = z.strictObject({
  ...head,
  trigger: z.strictObject({
    type: z.string(),
    event: z.string().nullable().optional(),
    product: z.string().nullable().optional(),
    label: z.string().nullable(),
    summary: z.string(),
  }),
  step_count: z.int(),
  people_inside: z.int(),
});

const step = z.strictObject({
  id: z.int(),
  step_id: z.string(),
  handle: z.string(),
  path: z.string(),
  type: z.string(),
  name: z.string(),
  summary: z.string(),
  people: z.int(),
});

const flow = z.strictObject({
  ...head,
  definition: jsonObject,
  steps: z.array(step),
  validation,
  created_at: timestamp,
  updated_at: timestamp,
});

const definition = jsonObject.describe(
  'Flow definition {trigger, nodes}; see describe_schema flow',
);

const address = { flow_key: keyOrId };

export const flowOperations = {
  list_flows: defineOperation({
    noun: 'flows',
    verb: 'list',
    summary: 'List flows: labels, trigger, step count, people inside, status. Narrow by label.',
    method: 'GET',
    path: '/flows',
    safety: 'read',
    status: 200,
    input: z.strictObject({ label: z.string().max(limits.labelChars).optional(), ...page }),
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
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ flow }),
  }),
  create_flow: defineOperation({
    noun: 'flows',
    verb: 'create',
    summary: 'Create a flow as a draft. It is saved even with problems; the answer lists them.',
    method: 'POST',
    path: '/flows',
    safety: 'add',
    status: 201,
    input: z.strictObject({
      key: newKey,
      name: name.optional().describe('The key when left out'),
      labels: labels.optional(),
      run_policy: runPolicy.optional().describe('single_run when left out'),
      definition: definition.optional(),
    }),
    output: z.strictObject({ flow }),
  }),
  update_flow: defineOperation({
    noun: 'flows',
    verb: 'update',
    summary:
      'Change a flow. Keep existing step ids; people waiting on a step point at its id. The answer lists problems.',
    method: 'PATCH',
    path: '/flows/:flow_key',
    safety: 'replace',
    status: 200,
    input: z.strictObject({
      ...address,
      name: name.optional(),
      labels: labels.optional(),
      run_policy: runPolicy.optional(),
      definition: definition.optional(),
    }),
    output: z.strictObject({ flow }),
  }),
  validate_flow: defineOperation({
    noun: 'flows',
    verb: 'validate',
    summary:
      'Check the saved flow, or an unsaved definition. Answers {valid, errors, warnings} with a fix for each.',
    method: 'POST',
    path: '/flows/:flow_key/validate',
    safety: 'read',
    status: 200,
    input: z.strictObject({ ...address, definition: definition.optional() }),
    output: validation,
  }),
  activate_flow: defineOperation({
    noun: 'flows',
    verb: 'activate',
    summary: 'Turn a flow on (go live). Refused while validation has errors; answers them.',
    method: 'POST',
    path: '/flows/:flow_key/activate',
    safety: 'send',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ flow }),
  }),
  pause_flow: defineOperation({
    noun: 'flows',
    verb: 'pause',
    summary: 'Stop a live flow for now and hold its queued emails.',
    method: 'POST',
    path: '/flows/:flow_key/pause',
    safety: 'replace',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ flow }),
  }),
};
