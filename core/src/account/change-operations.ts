import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  jsonObject,
  nextCursor,
  rowsBy,
  timeBound,
  timestamp,
} from '../platform/operations/shapes.ts';
import { surfaces } from '../platform/surface.ts';
import { changedTimes } from './changed-times.ts';

export const actorKinds = ['environment', 'token', 'local', 'engine'] as const;

const change = z.strictObject({
  id,
  at: timestamp,
  actor: z.strictObject({ kind: z.enum(actorKinds), name: z.string() }),
  surface: z.enum(surfaces),
  operation: z.string().nullable().describe('Null: the service itself'),
  resource: z.string(),
  record_id: id.nullable(),
  record_key: z.string().nullable(),
  record_name: z.string().nullable(),
  revision: z.int().nullable().describe('Of the record after it'),
  summary: z.string(),
  revert: z
    .enum(['at_once', 'with_force'])
    .nullable()
    .describe('What revert_change takes; with_force: later changes are lost. Null: it refuses'),
});

const authored = jsonObject.nullable();

const wholeChange = z.strictObject({
  ...change.shape,
  before: authored.describe('The record before; null: there was none, or it is not authored'),
  after: authored.describe('The record after; null: deleted, or not authored'),
});

export const changeOperations = {
  list_changes: defineOperation({
    noun: 'changes',
    verb: 'list',
    summary: 'List changes, newest first: what was changed, by whom, when and how.',
    method: 'GET',
    path: '/changes',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      resource: z.string().max(limits.keyChars).optional().describe('Such as emails or settings'),
      id: z.string().max(limits.keyChars).optional().describe('Id or key; with resource'),
      actor: z.string().max(limits.nameChars).optional().describe('Name of a token'),
      since: timeBound('since').optional(),
      until: timeBound('until').optional(),
      ...rowsBy('-id'),
    }),
    output: z.strictObject({ changes: z.array(change), next_cursor: nextCursor }),
  }),
  get_change: defineOperation({
    noun: 'changes',
    verb: 'get',
    summary: 'Get one change with the record before and after it.',
    method: 'GET',
    path: '/changes/:change_id',
    safety: 'read',
    status: 200,
    input: z.strictObject({ change_id: id }),
    output: z.strictObject({ change: wholeChange }),
  }),
  revert_change: defineOperation({
    noun: 'changes',
    verb: 'revert',
    summary:
      'Write the record back as it was before a change; what was created goes, what was deleted returns.',
    method: 'POST',
    path: '/changes/:change_id/revert',
    safety: 'replace',
    scope: 'draft',
    revised: 'of the change',
    status: 200,
    input: z.strictObject({
      change_id: id,
      force: z
        .boolean()
        .optional()
        .describe('Also over later changes, and of a live flow steps that people are on'),
    }),
    output: z.strictObject({
      change: wholeChange.nullable().describe('The change that this is; null: it was so already'),
      times: changedTimes.optional(),
    }),
  }),
};
