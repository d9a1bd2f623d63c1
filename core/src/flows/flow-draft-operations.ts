import { z } from 'zod';
import { changedTimes } from '../account/changed-times.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  draftSeen,
  jsonObject,
  keyOrId,
  revision,
  timestamp,
} from '../platform/operations/shapes.ts';
import { definitionChange } from './flow-diff-operations.ts';
import { definitionInput, flowShape, forceInput, validation } from './flow-operations.ts';

const draft = z.strictObject({
  definition: jsonObject,
  revision: revision.describe('Of the draft; if_revision of its writes'),
  base_revision: z.int().describe('Revision of the flow when the draft was begun'),
  live_revision: z.int().describe('Revision of the flow now; where it moved, publish is refused'),
  created_at: timestamp,
  updated_at: timestamp,
});

const kept = z.strictObject({
  draft,
  validation,
  changes: z.array(definitionChange).describe('From what is live to the draft'),
});

const effects = z
  .strictObject({
    people_inside: z.int().describe('Those on steps that are not listed continue as before'),
    steps: z
      .array(
        z.strictObject({
          step_id: z.string(),
          people: z.int(),
          effect: z
            .enum(['parked', 'waits_again', 'resumed'])
            .describe(
              'parked: the step is gone or another; waits_again: its gate is checked at once; resumed: the step is back',
            ),
        }),
      )
      .describe('Steps that change under the people on them'),
    queued_mail: z.int().describe('Mail of the flow that is queued; it is sent as before'),
  })
  .describe('What it does to people inside and to queued mail');

const baseRevision = z
  .int()
  .min(1)
  .optional()
  .describe(
    'Revision of the flow that the edit was made on; else that of the draft, or the present',
  );

const address = { flow_key: keyOrId };

export const flowDraftOperations = {
  get_flow_draft: defineOperation({
    noun: 'flows',
    verb: 'draft',
    summary: 'Show the draft beside a flow: its validation and its difference to what is live.',
    method: 'GET',
    path: '/flows/:flow_key/draft',
    safety: 'read',
    revised: 'flow_drafts',
    status: 200,
    input: z.strictObject(address),
    output: kept,
  }),
  save_flow_draft: defineOperation({
    noun: 'flows',
    verb: 'save-draft',
    summary:
      'Keep a definition as a draft beside the flow, in place of the draft before. Nothing that is live changes.',
    method: 'PUT',
    path: '/flows/:flow_key/draft',
    safety: 'replace',
    revised: 'flow_drafts',
    scope: 'draft',
    status: 200,
    input: z.strictObject({ ...address, definition: definitionInput, base_revision: baseRevision }),
    output: kept,
  }),
  delete_flow_draft: defineOperation({
    noun: 'flows',
    verb: 'delete-draft',
    summary: 'Drop the draft beside a flow; the flow stays as it is.',
    method: 'DELETE',
    path: '/flows/:flow_key/draft',
    safety: 'remove',
    revised: 'flow_drafts',
    scope: 'draft',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
  publish_flow: defineOperation({
    noun: 'flows',
    verb: 'publish',
    summary:
      'Put the draft in place of the definition, and drop the draft. Answers what it does to people inside. Refused if the flow changed since the draft was begun.',
    method: 'POST',
    path: '/flows/:flow_key/publish',
    safety: 'send',
    revised: 'flows',
    status: 200,
    input: z.strictObject({ ...address, draft_revision: draftSeen, force: forceInput }),
    output: z.strictObject({ flow: flowShape, effects, times: changedTimes.optional() }),
  }),
};
