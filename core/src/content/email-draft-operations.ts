import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { draftSeen, id, revision, timestamp, warning } from '../platform/operations/shapes.ts';
import { contentInput, emailContent, emailShape } from './email-operations.ts';

const { template: _, translations: __, ...shown } = emailContent;

const draft = z.strictObject({
  ...shown,
  translations: emailShape.shape.translations,
  title: z.string().nullable(),
  revision: revision.describe('Of the draft; if_revision of its writes'),
  base_revision: z.int().describe('Revision of the email when the draft was begun'),
  live_revision: z.int().describe('Revision of the email now; where it moved, publish is refused'),
  created_at: timestamp,
  updated_at: timestamp,
});

const kept = z.strictObject({
  draft: draft.describe('The email as it would be published'),
  validation: z.strictObject({
    valid: z.boolean(),
    errors: z.array(warning),
    warnings: z.array(warning),
  }),
  changes: z
    .array(z.strictObject({ field: z.string(), live: z.unknown(), draft: z.unknown() }))
    .describe('From what is live to the draft'),
});

const effects = z
  .strictObject({
    people_inside: z
      .int()
      .describe(
        'In the flows and sequences that send the email; who has it to come gets it changed',
      ),
    queued_mail: z
      .int()
      .describe(
        `Mail of the email that is queued, which goes out changed; at most ${limits.holdersCounted} are counted`,
      ),
  })
  .describe('What it does to people inside and to queued mail');

const baseRevision = z
  .int()
  .min(1)
  .optional()
  .describe(
    'Revision of the email that the edit was made on; else that of the draft, or the present',
  );

const address = { email_id: id };

export const emailDraftOperations = {
  get_email_draft: defineOperation({
    noun: 'emails',
    verb: 'draft',
    summary: 'Show the draft beside an email: its validation and its difference to what is live.',
    method: 'GET',
    path: '/emails/:email_id/draft',
    safety: 'read',
    revised: 'email_drafts',
    status: 200,
    input: z.strictObject(address),
    output: kept,
  }),
  save_email_draft: defineOperation({
    noun: 'emails',
    verb: 'save-draft',
    summary:
      'Keep an edit as a draft beside the email, in place of the draft before; fields left out are those of the email. Nothing that is sent changes.',
    method: 'PUT',
    path: '/emails/:email_id/draft',
    safety: 'replace',
    revised: 'email_drafts',
    scope: 'draft',
    status: 200,
    input: z.strictObject({ ...address, ...contentInput.shape, base_revision: baseRevision }),
    output: kept,
  }),
  delete_email_draft: defineOperation({
    noun: 'emails',
    verb: 'delete-draft',
    summary: 'Drop the draft beside an email; the email stays as it is.',
    method: 'DELETE',
    path: '/emails/:email_id/draft',
    safety: 'remove',
    revised: 'email_drafts',
    scope: 'draft',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
  publish_email: defineOperation({
    noun: 'emails',
    verb: 'publish',
    summary:
      'Put the draft in place of the email, and drop the draft; what is queued goes out changed. Refused if the email changed since the draft was begun.',
    method: 'POST',
    path: '/emails/:email_id/publish',
    safety: 'send',
    revised: 'emails',
    status: 200,
    input: z.strictObject({ ...address, draft_revision: draftSeen }),
    output: z.strictObject({ email: emailShape, warnings: z.array(warning), effects }),
  }),
};
