import { z } from 'zod';
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

const guard = z.strictObject({
  id,
  key: z.string(),
  name: z.string(),
  condition: jsonObject.describe('Whom it stops; see describe_schema conditions'),
  labels: z.array(z.string()).describe('Of the emails it acts on; none: every email'),
  enabled: z.boolean(),
  revision,
  created_at: timestamp,
  updated_at: timestamp,
});

const saved = z.strictObject({
  guard,
  warnings: z.array(warning).describe('What the condition names and nothing has yet'),
});

const address = { guard_key: keyOrId };
const condition = jsonObject.describe('A condition: whom it stops');
const guardLabels = labels.describe('Of the emails it acts on; none: every email');

export const guardOperations = {
  list_guards: defineOperation({
    noun: 'guards',
    verb: 'list',
    summary: 'List guards: whom emails skip, by label.',
    method: 'GET',
    path: '/guards',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ ...rowsBy('id', '-id') }),
    output: z.strictObject({ guards: z.array(guard), next_cursor: nextCursor }),
  }),
  get_guard: defineOperation({
    noun: 'guards',
    verb: 'get',
    summary: 'Get one guard.',
    method: 'GET',
    path: '/guards/:guard_key',
    safety: 'read',
    revised: 'guards',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ guard }),
  }),
  create_guard: defineOperation({
    noun: 'guards',
    verb: 'create',
    summary: 'Create a guard: people who match it are skipped when an email of its labels is due.',
    method: 'POST',
    path: '/guards',
    safety: 'add',
    revised: 'guards',
    status: 201,
    input: z.strictObject({
      key: newKey.optional().describe('Derived from the name when left out; it never changes'),
      name: name.optional().describe('The key when left out'),
      condition,
      labels: guardLabels.optional(),
      enabled: z.boolean().optional().describe('True when left out'),
    }),
    output: saved,
  }),
  update_guard: defineOperation({
    noun: 'guards',
    verb: 'update',
    summary: 'Change a guard; it acts on whatever comes due from now on.',
    method: 'PATCH',
    path: '/guards/:guard_key',
    safety: 'replace',
    revised: 'guards',
    status: 200,
    input: z.strictObject({
      ...address,
      name: name.optional(),
      condition: condition.optional(),
      labels: guardLabels.optional(),
      enabled: z.boolean().optional(),
    }),
    output: saved,
  }),
  delete_guard: defineOperation({
    noun: 'guards',
    verb: 'delete',
    summary: 'Delete a guard.',
    method: 'DELETE',
    path: '/guards/:guard_key',
    safety: 'remove',
    revised: 'guards',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
};
