import { z } from 'zod';
import { defineOperation } from '../platform/operations/operation.ts';
import { jsonObject, nextCursor, page } from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';
import { consentShape } from './consent-operations.ts';
import { personAddress, personShape } from './person-operations.ts';

/**
 * Kinds of records about a person, each named like its table, in the order of an export. A test
 * compares them with the schema.
 */
export const exportedKinds = [
  ...(['notes', 'events', 'subscriptions', 'payments'] as const),
  ...(['runs', 'run_steps', 'renewal_occurrences', 'trigger_refusals', 'split_choices'] as const),
  ...(['run_goals', 'sequence_runs'] as const),
  ...(['sends', 'send_log', 'past_sends', 'send_contents', 'send_feedback'] as const),
  ...(['messages', 'test_readers', 'tracking_hits', 'email_engagements'] as const),
  ...(['unsubscribes', 'sign_ups', 'opt_outs', 'soft_bounces', 'import_errors'] as const),
  'changes',
] as const;

export type ExportedKind = (typeof exportedKinds)[number];

const records = z.array(untrusted(jsonObject));

const byKind = Object.fromEntries(exportedKinds.map((kind) => [kind, records])) as Record<
  ExportedKind,
  typeof records
>;

export const personExportOperations = {
  export_person: defineOperation({
    noun: 'people',
    verb: 'export-person',
    summary: 'Export all that is stored about one person, as one JSON document.',
    method: 'GET',
    path: '/people/:person/export',
    safety: 'read',
    mayLag: true,
    scope: 'admin',
    audited: 'people',
    status: 200,
    answerStream: { types: { 'application/json': {} }, file: 'person' },
    input: z.strictObject({ person: personAddress, ...page }),
    output: z.strictObject({
      person: personShape,
      preferences: z
        .array(z.strictObject({ id: z.string(), label: z.string(), on: z.boolean() }))
        .describe('What they chose on the preferences page; on the first page only'),
      consents: z.array(consentShape),
      ...byKind,
      next_cursor: nextCursor,
    }),
  }),
};
