import { z } from 'zod';
import { emailSource, sourceEmailId, sourceEmailKey } from '../content/email-source.ts';
import { stepStats } from '../content/email-stats-operations.ts';
import { emailOrNew, madeEmails } from '../content/new-email.ts';
import { personAddress } from '../people/person-operations.ts';
import { durationUnits } from '../platform/duration.ts';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  name,
  newKey,
  nextCursor,
  revision,
  rowsBy,
  timestamp,
  warning,
} from '../platform/operations/shapes.ts';

const repeatMode = z
  .enum(['resend_all', 'once_per_email', 'single_run'])
  .describe('What a second run does: everything again, only emails not received yet, or nothing');

const stepStatus = z.enum(['draft', 'active']);
const delayUnit = z.enum(durationUnits);

const step = z.strictObject({
  id,
  position: z.int().describe('1..n without gaps'),
  delay_amount: z.int().describe('After the step before, or after the start'),
  delay_unit: delayUnit,
  status: stepStatus,
  email: z.strictObject({ id, title: z.string(), subject: z.string() }),
  people: z.int().describe('People for whom it is the next'),
  stats: stepStats
    .optional()
    .describe(
      `Where one sequence is read; not where counting took over ${limits.statsMs / 1_000} s`,
    ),
});

const held = z.strictObject({
  mails: z
    .array(
      z.strictObject({
        step_id: id,
        reason: z.string(),
        count: z.int(),
        opens_at: timestamp
          .nullable()
          .describe('When the first of them goes by itself; null where something must happen'),
      }),
    )
    .describe('By step and reason, most first'),
  more: z
    .literal(true)
    .optional()
    .describe(`Its queue is longer than the ${limits.queueReasonsCounted} next mails looked at`),
});

const sequence = z.strictObject({
  id,
  key: z.string().describe('Never changes'),
  name: z.string(),
  description: z.string(),
  repeat_mode: repeatMode,
  enabled: z.boolean(),
  revision,
  people_inside: z.int().describe('People partway through'),
  steps: z.array(step),
  held: held.optional().describe('Mail of it that is held, and why. Where one sequence is read'),
  guards: z
    .array(z.strictObject({ id, key: z.string(), name: z.string() }))
    .describe('Guards that can act on its sends'),
});

const content = {
  description: z.string().trim().max(limits.descriptionChars),
  repeat_mode: repeatMode,
};
const delay = {
  delay_amount: z.int().min(0).max(limits.durationAmountMax),
  delay_unit: delayUnit,
};
const source = { email_source: emailSource, email_id: sourceEmailId, email: sourceEmailKey };
const address = { sequence_id: id };
const stepAddress = { step_id: id };
const answer = z.strictObject({ sequence });
const written = z.strictObject({ sequence, emails: madeEmails });

/** Steps that are made with their sequence, or put into it (AGT-16). */
const newSteps = z
  .array(
    z.strictObject({
      email_id: id.optional().describe('An email of the library; it stays shared'),
      email: emailOrNew.optional().describe('Its key, in place of email_id; or a new email'),
      position: z.int().optional().describe('Later steps move on; last where it is left out'),
      delay_amount: delay.delay_amount.optional().describe('After the step before; 0 if left out'),
      delay_unit: delay.delay_unit.optional().describe('days when left out'),
      status: stepStatus.optional().describe('draft when left out'),
    }),
  )
  .max(limits.sequenceSteps)
  .optional()
  .describe('Added: [{email, delay_amount, delay_unit, status, position}]');
const stepAnswer = z.strictObject({ step, sequence });

/** What a change of the steps does to people partway through. */
const effects = z.strictObject({
  people_inside: z.int().describe('People partway through who were looked at'),
  gets_step: z.int().describe('Of them, those who get this step: they neither took nor passed it'),
  next_changes: z.int().describe('Of them, those whose next email becomes another one'),
  steps: z.array(
    z.strictObject({
      step_id: id,
      people: z.int().describe('For whom it is the next before the change'),
      people_after: z.int(),
    }),
  ),
  finish: z.int().describe('People for whom no step is left after it'),
  more: z
    .literal(true)
    .optional()
    .describe(`More than the ${limits.sequencePeopleCounted} people looked at are inside`),
});
const changeAnswer = stepAnswer.extend({ effects });

export const sequenceOperations = {
  list_sequences: defineOperation({
    noun: 'sequences',
    verb: 'list',
    summary: 'List sequences with steps, delays and people partway through.',
    method: 'GET',
    path: '/sequences',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      key: z.string().max(limits.keyChars).optional().describe('Only the sequence of this key'),
      ...rowsBy('id', '-id'),
    }),
    output: z.strictObject({ sequences: z.array(sequence), next_cursor: nextCursor }),
  }),
  get_sequence: defineOperation({
    noun: 'sequences',
    verb: 'get',
    summary: 'Get one sequence: ordered steps and the guards on its sends.',
    method: 'GET',
    path: '/sequences/:sequence_id',
    safety: 'read',
    heavy: true,
    revised: 'sequences',
    status: 200,
    input: z.strictObject(address),
    output: answer,
  }),
  create_sequence: defineOperation({
    noun: 'sequences',
    verb: 'create',
    summary: 'Create a sequence: ordered emails with delays. It starts off.',
    method: 'POST',
    path: '/sequences',
    safety: 'add',
    scope: 'draft',
    revised: 'sequences',
    status: 201,
    input: z.strictObject({
      key: newKey.optional().describe('Derived from the name when left out; it never changes'),
      name,
      description: content.description.optional(),
      repeat_mode: repeatMode.optional().describe('single_run when left out'),
      steps: newSteps,
    }),
    output: written,
  }),
  update_sequence: defineOperation({
    noun: 'sequences',
    verb: 'update',
    summary: 'Change a sequence; fields left out stay.',
    method: 'PATCH',
    path: '/sequences/:sequence_id',
    safety: 'replace',
    revised: 'sequences',
    status: 200,
    input: z.strictObject({
      ...address,
      name: name.optional(),
      description: content.description.optional(),
      repeat_mode: content.repeat_mode.optional(),
      steps: newSteps,
    }),
    output: written,
  }),
  delete_sequence: defineOperation({
    noun: 'sequences',
    verb: 'delete',
    summary: 'Delete a sequence; refused while anyone is partway through.',
    method: 'DELETE',
    path: '/sequences/:sequence_id',
    safety: 'remove',
    revised: 'sequences',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
  toggle_sequence: defineOperation({
    noun: 'sequences',
    verb: 'toggle',
    summary: 'Turn a sequence on (releases held emails) or off (holds them, starts nobody).',
    method: 'POST',
    path: '/sequences/:sequence_id/toggle',
    safety: 'replace',
    revised: 'sequences',
    status: 200,
    input: z.strictObject({ ...address, enabled: z.boolean() }),
    output: z.strictObject({
      sequence,
      holding: z.int().describe('Scheduled emails of it that are held now'),
      warnings: z.array(warning),
    }),
  }),
  start_on_sequence: defineOperation({
    noun: 'sequences',
    verb: 'start',
    summary: 'Start a person on a sequence that is on, from its first step.',
    method: 'POST',
    path: '/sequences/:sequence_id/start',
    safety: 'send',
    status: 200,
    input: z.strictObject({ ...address, person: personAddress }),
    output: z.strictObject({
      started: z.boolean(),
      reason: z
        .enum(['under_way', 'ran_before'])
        .nullable()
        .describe('Why nothing was started: partway through it, or a single_run that they had'),
      sequence,
    }),
  }),
  add_sequence_step: defineOperation({
    noun: 'sequences',
    verb: 'add-step',
    summary:
      'Add a draft step. Choose email_source: scratch (blank), shared (edits reach every use) or copy.',
    method: 'POST',
    path: '/sequences/:sequence_id/add_step',
    safety: 'add',
    revised: 'sequences',
    changes: 'sequence_steps',
    status: 201,
    input: z.strictObject({
      ...address,
      ...source,
      position: z.int().optional().describe('Later steps move on; last where it is out of range'),
      delay_amount: delay.delay_amount.optional().describe('After the step before; 0 if left out'),
      delay_unit: delay.delay_unit.optional().describe('days when left out'),
    }),
    output: stepAnswer.extend({
      effects: effects.describe('As if the step were active already; a draft changes nothing'),
    }),
  }),
  update_sequence_step: defineOperation({
    noun: 'sequences',
    verb: 'update-step',
    summary: "Change a step's delay, or set status active so people get it.",
    method: 'PATCH',
    path: '/sequence_steps/:step_id',
    safety: 'replace',
    revised: 'sequences',
    status: 200,
    input: z.strictObject({
      ...stepAddress,
      delay_amount: delay.delay_amount.optional(),
      delay_unit: delay.delay_unit.optional(),
      status: stepStatus.optional(),
    }),
    output: changeAnswer,
  }),
  move_sequence_step: defineOperation({
    noun: 'sequences',
    verb: 'move-step',
    summary: 'Move a step up or down.',
    method: 'POST',
    path: '/sequence_steps/:step_id/move',
    safety: 'replace',
    revised: 'sequences',
    status: 200,
    input: z.strictObject({ ...stepAddress, direction: z.enum(['up', 'down']) }),
    output: changeAnswer,
  }),
  replace_sequence_step_email: defineOperation({
    noun: 'sequences',
    verb: 'replace-step-email',
    summary: "Swap a step's email, also for those for whom it is queued.",
    method: 'POST',
    path: '/sequence_steps/:step_id/replace_email',
    safety: 'replace',
    revised: 'sequences',
    status: 200,
    input: z.strictObject({ ...stepAddress, ...source }),
    output: stepAnswer.extend({ warnings: z.array(warning) }),
  }),
  delete_sequence_step: defineOperation({
    noun: 'sequences',
    verb: 'delete-step',
    summary: "Remove a step and pull it from everyone's queue.",
    method: 'DELETE',
    path: '/sequence_steps/:step_id',
    safety: 'remove',
    revised: 'sequences',
    status: 200,
    input: z.strictObject(stepAddress),
    output: z.strictObject({
      deleted: z.literal(true),
      canceled: z.int().describe('Emails taken out of the queue'),
      sequence,
    }),
  }),
};
