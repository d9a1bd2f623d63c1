import { z } from 'zod';
import { defineOperation } from '../platform/operations/operation.ts';
import { id, keyOrId } from '../platform/operations/shapes.ts';

/** One side of a comparison; a saved definition that is not a version has neither id nor number. */
const side = z.strictObject({ id: id.nullable(), number: z.int().nullable(), name: z.string() });

/** One difference between two definitions. */
export const definitionChange = z.strictObject({
  kind: z.string().describe('What was done to it, for example added, removed, moved, changed'),
  handle: z.string().describe('Handle of the step, empty where none is concerned'),
  path: z.string(),
  summary: z.string(),
});

export const flowDiffOperations = {
  diff_flow_versions: defineOperation({
    noun: 'flows',
    verb: 'diff',
    summary: 'What changed since a version of a flow, or between two.',
    method: 'GET',
    path: '/flows/:flow_key/versions/:version_id/diff',
    safety: 'read',
    renders: true,
    status: 200,
    input: z.strictObject({
      flow_key: keyOrId,
      version_id: id,
      against: z
        .string()
        .regex(/^(current|[1-9]\d{0,14})$/, 'against must be current or the id of a version.')
        .optional()
        .describe('current or a version id'),
    }),
    output: z.strictObject({ from: side, to: side, changes: z.array(definitionChange) }),
  }),
};
