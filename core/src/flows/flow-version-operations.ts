import { z } from 'zod';
import { changedTimes } from '../account/changed-times.ts';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  jsonObject,
  keyOrId,
  name,
  nextCursor,
  rowsBy,
  timestamp,
} from '../platform/operations/shapes.ts';
import { flowShape, forceInput } from './flow-operations.ts';

/** A version in lists (contract §3). */
const version = {
  id,
  number: z.int().describe('Counts up within the flow'),
  kind: z
    .enum(['checkpoint', 'activation', 'edit'])
    .describe('edit: kept before a live definition was changed'),
  name: z.string(),
  description: z.string(),
  created_at: timestamp,
  step_count: z.int(),
};

const address = { flow_key: keyOrId };
const versionAddress = { ...address, version_id: id };

export const flowVersionOperations = {
  list_flow_versions: defineOperation({
    noun: 'flows',
    verb: 'versions',
    summary: 'List checkpoints, activation versions, and edits of the live flow.',
    method: 'GET',
    path: '/flows/:flow_key/versions',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ ...address, ...rowsBy('-number') }),
    output: z.strictObject({
      versions: z.array(z.strictObject(version)).describe('Newest first'),
      next_cursor: nextCursor,
    }),
  }),
  get_flow_version: defineOperation({
    noun: 'flows',
    verb: 'version',
    summary: 'Get one version with its definition.',
    method: 'GET',
    path: '/flows/:flow_key/versions/:version_id',
    safety: 'read',
    status: 200,
    input: z.strictObject(versionAddress),
    output: z.strictObject({ version: z.strictObject({ ...version, definition: jsonObject }) }),
  }),
  save_flow_version: defineOperation({
    noun: 'flows',
    verb: 'save-version',
    summary: 'Save a checkpoint of the current definition.',
    method: 'POST',
    path: '/flows/:flow_key/versions',
    safety: 'add',
    scope: 'draft',
    revised: 'flows',
    status: 201,
    input: z.strictObject({
      ...address,
      name,
      description: z.string().max(limits.descriptionChars).optional(),
    }),
    output: z.strictObject({ version: z.strictObject(version) }),
  }),
  rollback_flow: defineOperation({
    noun: 'flows',
    verb: 'rollback',
    summary: 'Restore a version. A live flow is refused errors, and steps gone under people.',
    method: 'POST',
    path: '/flows/:flow_key/versions/:version_id/rollback',
    safety: 'replace',
    revised: 'flows',
    status: 200,
    input: z.strictObject({ ...versionAddress, force: forceInput }),
    output: z.strictObject({ flow: flowShape, times: changedTimes.optional() }),
  }),
};
