import { z } from 'zod';
import { changedTimes } from '../account/changed-times.ts';
import { rehearsedStep } from '../flows/dry-run-operations.ts';
import { issueShape } from '../flows/flow-operations.ts';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { id } from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';
import { definitionTypes } from './records.ts';

const type = z.enum(definitionTypes);
const issues = z.array(issueShape);

const change = z.strictObject({
  path: z.string(),
  kind: z
    .enum(['create', 'update', 'unchanged', 'absent', 'behind'])
    .describe('absent: it has no file; behind: only the server changed it since the pull'),
  type,
  label: z.string().describe('What people know it by'),
  summary: z.array(z.string()).describe('What changes, for people to read'),
  blocks: z.boolean().describe('Whether it keeps the tree from being stored'),
  errors: issues.describe('Any of them blocks; paths lead into the record'),
  warnings: issues.describe('node_id_freed and node_id_repurposed block, but for force'),
});

const rehearsal = z.strictObject({
  flow: z.string().describe('Its key'),
  triggered: z.boolean().nullable().describe('null: no event starts it, or nobody is there'),
  reason: untrusted(z.string()).describe('Why it was triggered or not, or was not tried'),
  person: z.strictObject({ id, email: z.string() }).nullable().describe('Whom it was tried on'),
  event: z
    .strictObject({ name: z.string(), details: z.record(z.string(), z.unknown()) })
    .nullable()
    .describe('What it was tried with'),
  // Emails are named by key, since new ones have no id yet.
  steps: z.array(rehearsedStep.omit({ mail: true })),
  problems: issues,
});

const parseError = z.strictObject({
  path: z.string(),
  line: z.int().nullable().describe('From 1; null where no place is to blame'),
  column: z.int().nullable(),
  code: z.string(),
  message: z.string(),
  fix: z.string(),
});

const baseEntry = z.strictObject({
  revision: z.int().nullable(),
  hash: z.string().max(limits.recordHashChars),
});

const base = z
  .record(z.string(), baseEntry)
  .refine(
    (entries) => Object.keys(entries).length <= limits.definitionFiles,
    `A tree has ${limits.definitionFiles} files at most.`,
  )
  .describe('base of the pull that the files are from; what changed since is not overwritten');

const plan = z.strictObject({
  changes: z.array(change),
  changed: z.int().describe('Records the tree creates or changes, with prune removes'),
  dry_runs: z.array(rehearsal).describe('Each changed flow, tried on a real person'),
  times: changedTimes.optional(),
  notices: z
    .array(z.strictObject({ path: z.string(), type, label: z.string(), errors: issues }))
    .describe('What had errors before and stays as it is; they do not block'),
  parse_errors: z.array(parseError).describe('Files that cannot be read; they always block'),
  conflicts: z
    .array(
      z.strictObject({
        path: z.string(),
        base: baseEntry.nullable().describe('Null: both sides made it'),
        server: z
          .strictObject({ ...baseEntry.shape, text: z.string() })
          .nullable()
          .describe('As it is; null: removed'),
        yours: z.strictObject({ hash: z.string() }).nullable().describe('Null: no file'),
      }),
    )
    .describe('Records that both sides changed since the pull; they block, but for force'),
  blocked: z.boolean(),
  blocked_by: z.array(z.string()).describe('Paths of the changes and files that block'),
  ok: z.boolean().describe('Not blocked'),
  applied: z.int().describe('Records that were stored; 0 where blocked'),
});

const files = z
  .record(z.string(), z.string())
  .refine(
    (tree) => Object.keys(tree).length <= limits.definitionFiles,
    `A tree has ${limits.definitionFiles} files at most.`,
  )
  .describe('The whole tree: contents by path, flows/<key>.json and so on');

export const definitionOperations = {
  export_definitions: defineOperation({
    noun: 'definitions',
    verb: 'export',
    summary: 'Export definitions as files. Narrow by path prefix to save tokens.',
    method: 'GET',
    path: '/definitions',
    safety: 'read',
    status: 200,
    input: z.strictObject({
      prefix: z.string().max(limits.definitionPathChars).optional(),
      paths: z
        .array(z.string().max(limits.definitionPathChars))
        .max(limits.definitionFiles)
        .optional()
        .describe('These files alone'),
      by_key: z.boolean().optional().describe('Without ids, for one tree and several instances'),
    }),
    output: z.strictObject({ files, base }),
  }),
  diff_definitions: defineOperation({
    noun: 'definitions',
    verb: 'diff',
    summary: 'Plan a push of the whole file tree: changes, issues, rehearsals. Changes nothing.',
    method: 'POST',
    path: '/definitions/diff',
    safety: 'read',
    renders: true,
    status: 200,
    bodyBytes: limits.definitionsBytes,
    input: z.strictObject({ files, base: base.optional() }),
    output: plan,
  }),
  apply_definitions: defineOperation({
    noun: 'definitions',
    verb: 'apply',
    summary:
      'Apply the file tree, all or nothing. prune archives what is absent; force overrides freed or repurposed step ids.',
    method: 'POST',
    path: '/definitions/apply',
    safety: 'replace',
    status: 200,
    bodyBytes: limits.definitionsBytes,
    input: z.strictObject({
      files,
      base: base.optional(),
      prune: z
        .boolean()
        .optional()
        .describe('Remove what has no file; emails are archived, flows people ran through refuse'),
      force: z.boolean().optional(),
      strict: z
        .boolean()
        .optional()
        .describe('Answer a blocked tree with 409 and the same members, in place of 200'),
    }),
    output: plan,
  }),
};
