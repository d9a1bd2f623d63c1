import { z } from 'zod';
import { limits } from '../../platform/limits.ts';
import { defineOperation } from '../../platform/operations/operation.ts';
import {
  id,
  nextCursor,
  page,
  rowsBy,
  timestamp,
  warning,
} from '../../platform/operations/shapes.ts';
import { untrusted } from '../../platform/operations/untrusted.ts';
import { peopleFilter } from '../person-operations.ts';
import { otherColumns } from './columns.ts';
import { delimiters } from './csv-reader.ts';
import { dateOrders } from './dates.ts';
import { importFormats } from './people-file.ts';
import { plainTargets } from './plain-targets.ts';

const importStatuses = ['receiving', 'working', 'done', 'failed', 'canceled'] as const;

export const leftOut = ['row', 'cell'] as const;

const importId = id.describe('Id of the import');

const error = z.strictObject({
  row: z.int().describe('Counts from 1, the header included'),
  column: untrusted(z.string()).nullable(),
  message: untrusted(z.string()),
  excerpt: untrusted(z.string()).describe('How the row begins'),
  left_out: z.enum(leftOut).describe('The row, or only bad cells of it'),
});

const progress = {
  id: id.nullable().describe('null on a dry run'),
  status: z.enum(importStatuses),
  format: z.enum(importFormats),
  trigger: z.boolean(),
  rows: z.int().describe('Rows received'),
  processed: z.int().describe('Of these, those done with'),
  created: z.int(),
  updated: z.int().describe('Rows of people who were there'),
  repeated: z.int().describe('Rows of a person of whom the file had one before; later ones win'),
  invalid: z.int().describe('Rows left out, see errors'),
  without_cells: z.int().describe('Rows imported without bad cells, see errors'),
  reason: untrusted(z.string()).nullable().describe('Why it failed'),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
};

const details = z.strictObject({
  ...progress,
  columns: z.array(z.strictObject({ column: untrusted(z.string()), target: z.string() })),
  errors: z.array(error).describe(`The first ${limits.importErrorsShown}`),
  warnings: z
    .array(warning)
    .optional()
    .describe('Columns that are imported and may be meant for something else'),
});

export const importOperations = {
  import_people: defineOperation({
    noun: 'people',
    verb: 'import',
    summary: 'Import people by email from CSV or NDJSON; never resubscribes. Try dry_run first.',
    method: 'POST',
    path: '/people/import',
    safety: 'replace',
    changes: 'imports',
    status: 201,
    bodyBytes: limits.importContentBytes,
    bodyStream: {
      argument: 'content',
      types: { 'text/csv': { format: 'csv' }, 'application/x-ndjson': { format: 'ndjson' } },
    },
    input: z.strictObject({
      content: z.string().describe('The file'),
      format: z.enum(importFormats).optional(),
      mapping: z
        .record(z.string(), z.string())
        .optional()
        .describe(`Column to ${plainTargets.slice(0, 4).join(', ')}…, fields.<key> or ignore`),
      other_columns: z.enum(otherColumns).optional().describe('Unknown columns'),
      delimiter: z.enum(delimiters).optional(),
      tag_separator: z.string().min(1).max(5).optional(),
      clear_blank: z.boolean().optional().describe('Blank cells clear'),
      skip_bad_cells: z
        .boolean()
        .optional()
        .describe('Leave out bad cells and import the rest of the row; not email or opt-outs'),
      date_order: z
        .enum(dateOrders)
        .optional()
        .describe('Of dates such as 03/04/2025, which are refused if left out'),
      tags: z.array(z.string()).optional().describe('Added to everybody'),
      trigger: z.boolean().optional().describe('Record changes as events; they start flows'),
    }),
    output: z.strictObject({ import: details }),
  }),
  list_imports: defineOperation({
    noun: 'imports',
    verb: 'list',
    summary: 'List imports of people, newest first, with their progress.',
    method: 'GET',
    path: '/people/imports',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ ...rowsBy('-id', 'id') }),
    output: z.strictObject({
      imports: z.array(z.strictObject(progress)),
      next_cursor: nextCursor,
    }),
  }),
  get_import: defineOperation({
    noun: 'imports',
    verb: 'get',
    summary: 'Progress and counts of one import of people.',
    method: 'GET',
    path: '/people/imports/:import_id',
    safety: 'read',
    status: 200,
    input: z.strictObject({ import_id: importId }),
    output: z.strictObject({ import: details }),
  }),
  list_import_errors: defineOperation({
    noun: 'imports',
    verb: 'errors',
    summary:
      'The rows that an import left out, each with what is wrong; as a file, whole rows to correct and import again.',
    method: 'GET',
    path: '/people/imports/:import_id/errors',
    safety: 'read',
    mayLag: true,
    status: 200,
    answerStream: {
      types: { 'text/csv': { format: 'csv' }, 'application/x-ndjson': { format: 'ndjson' } },
      file: 'import-errors',
    },
    input: z.strictObject({
      import_id: importId,
      format: z.enum(importFormats).optional().describe('Of the file of rows: that of the import'),
      ...rowsBy('row'),
    }),
    output: z.strictObject({ errors: z.array(error), next_cursor: nextCursor }),
  }),
  cancel_import: defineOperation({
    noun: 'imports',
    verb: 'cancel',
    summary: 'Stop an import; people it has written stay.',
    method: 'DELETE',
    path: '/people/imports/:import_id',
    safety: 'remove',
    changes: 'imports',
    status: 200,
    input: z.strictObject({ import_id: importId }),
    output: z.strictObject({ import: details }),
  }),
  export_people: defineOperation({
    noun: 'people',
    verb: 'export',
    summary: 'Export people as CSV or NDJSON that an import reads back.',
    method: 'GET',
    path: '/people/export',
    safety: 'read',
    mayLag: true,
    scope: 'admin',
    audited: 'people',
    status: 200,
    answerStream: {
      types: { 'text/csv': { format: 'csv' }, 'application/x-ndjson': { format: 'ndjson' } },
      file: 'people',
    },
    input: z.strictObject({
      format: z.enum(importFormats).optional(),
      ...peopleFilter,
      ...page,
    }),
    output: z.strictObject({
      content: untrusted(z.string()).describe('Lines of the file; the first page has the header'),
      people: z.int().describe('How many are in it'),
      next_cursor: nextCursor,
    }),
  }),
};
