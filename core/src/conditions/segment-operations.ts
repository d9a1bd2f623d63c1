import { z } from 'zod';
import { personShape } from '../people/person-operations.ts';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  jsonObject,
  keyOrId,
  name,
  newKey,
  nextCursor,
  revision,
  rowsBy,
  timestamp,
  warning,
} from '../platform/operations/shapes.ts';

const seconds = (ms: number) => `${ms / 1_000} s`;

const row = {
  id,
  key: z.string(),
  name: z.string(),
  description: z.string(),
  definition: jsonObject.describe('A condition; see describe_schema conditions'),
  revision,
  created_at: timestamp,
  updated_at: timestamp,
};

const counted = {
  count: z
    .int()
    .nullable()
    .describe(
      `People in it now, suppressed ones too; null where counting took over ${seconds(limits.segmentCountMs)}`,
    ),
  sendable: z.int().nullable().describe('Those of them who are not suppressed'),
  counted_ms: z.number().describe('How long counting took, in milliseconds'),
  counted_at: timestamp,
};

const segment = z.strictObject(row);

const holder = z.strictObject({ id, key: z.string(), name: z.string() });

const whereUsed = z
  .strictObject({
    segments: z.array(holder),
    flows: z.array(z.strictObject({ ...holder.shape, step_id: z.string() })),
    guards: z.array(holder),
    broadcasts: z
      .array(z.strictObject({ id, name: z.string(), status: z.string() }))
      .describe('Those that are not sent yet'),
    settings: z.array(z.strictObject({ key: z.string(), name: z.string() })).describe('Toggles'),
  })
  .describe('What names it in a condition, or is sent to it');

const warnings = z.array(warning).describe('What the definition names and nothing has yet');

const definition = jsonObject.describe('A condition, {"type": …} or a group; live for everybody');
const description = z.string().trim().max(limits.descriptionChars);
const address = { segment_key: keyOrId };
const saved = z.strictObject({ segment, warnings });

export const segmentOperations = {
  list_segments: defineOperation({
    noun: 'segments',
    verb: 'list',
    summary: 'List segments with keys, ids and sizes.',
    method: 'GET',
    path: '/segments',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ ...rowsBy('id', '-id') }),
    output: z.strictObject({
      segments: z.array(
        z.strictObject({
          ...row,
          count: counted.count.describe(
            `People in it as of counted_at; null before they were counted, and where that took over ${seconds(limits.segmentCountMs)}`,
          ),
          counted_at: timestamp
            .nullable()
            .describe('When upkeep or a save counted them, each minute in a small account'),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
  get_segment: defineOperation({
    noun: 'segments',
    verb: 'get',
    summary:
      'Get one segment with its definition, how many people are in it now, and what uses it.',
    method: 'GET',
    path: '/segments/:segment_key',
    safety: 'read',
    heavy: true,
    revised: 'segments',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({
      segment: z.strictObject({ ...row, ...counted, where_used: whereUsed }),
    }),
  }),
  create_segment: defineOperation({
    noun: 'segments',
    verb: 'create',
    summary: 'Create a segment: a named condition over people, always live.',
    method: 'POST',
    path: '/segments',
    safety: 'add',
    scope: 'draft',
    revised: 'segments',
    status: 201,
    input: z.strictObject({
      key: newKey.optional().describe('Derived from the name when left out; it never changes'),
      name: name.optional().describe('The key when left out'),
      description: description.optional(),
      definition,
    }),
    output: saved,
  }),
  update_segment: defineOperation({
    noun: 'segments',
    verb: 'update',
    summary: 'Change a segment; whatever names it means the new people from now on.',
    method: 'PATCH',
    path: '/segments/:segment_key',
    safety: 'replace',
    revised: 'segments',
    status: 200,
    input: z.strictObject({
      ...address,
      name: name.optional(),
      description: description.optional(),
      definition: definition.optional(),
    }),
    output: saved,
  }),
  delete_segment: defineOperation({
    noun: 'segments',
    verb: 'delete',
    summary:
      'Delete a segment; refused while a segment, flow, guard or broadcast to be sent names it.',
    method: 'DELETE',
    path: '/segments/:segment_key',
    safety: 'remove',
    revised: 'segments',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
  preview_segment: defineOperation({
    noun: 'segments',
    verb: 'preview',
    summary: 'Count who a condition means now, with the newest of them; saves nothing.',
    method: 'POST',
    path: '/segments/preview',
    safety: 'read',
    mayLag: true,
    heavy: true,
    renders: true,
    status: 200,
    input: z.strictObject({ definition }),
    output: z.strictObject({
      ...counted,
      sample: z.array(personShape).describe(`The newest, up to ${limits.segmentSample}`),
      warnings,
    }),
  }),
  list_segment_people: defineOperation({
    noun: 'segments',
    verb: 'people',
    summary: 'List the people in a segment now, newest first.',
    method: 'GET',
    path: '/segments/:segment_key/people',
    safety: 'read',
    mayLag: true,
    heavy: true,
    status: 200,
    input: z.strictObject({ ...address, ...rowsBy('-id') }),
    output: z.strictObject({
      people: z.array(personShape),
      next_cursor: nextCursor.describe(
        'Cursor of the next page, null on the last; a page can be short before it',
      ),
    }),
  }),
};
