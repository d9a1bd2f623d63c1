import { z } from 'zod';
import { limits } from '../../platform/limits.ts';
import { defineOperation } from '../../platform/operations/operation.ts';
import { id, keyOrId, timestamp } from '../../platform/operations/shapes.ts';
import { untrusted } from '../../platform/operations/untrusted.ts';
import { definitionInput, takesDraft } from '../flow-operations.ts';
import { skipReasons } from './eligibility.ts';

/** A missing key has no value: nothing is ever zero or null instead (RENEW-22). */
const target = {
  occurrence_key: timestamp.describe('Identity of the reminder: the renewal it is for'),
  target_at: timestamp.describe('When the reminder is due'),
  target_local: z.string().describe('The same as YYYY-MM-DD HH:MM in the time zone of the trigger'),
  target_display: z.string().describe('The same to be read, with the abbreviation of the zone'),
  next_renewal_at: timestamp,
  next_renewal_date: z.string().describe('YYYY-MM-DD in the time zone of the trigger'),
};

const upcoming = z.strictObject({
  person_id: id,
  name: untrusted(z.string()).optional(),
  email: z.string(),
  external_id: untrusted(z.string()).optional().describe('Of the subscription'),
  subscription_id: id,
  ...target,
  timezone: z.string(),
  renewal_amount_cents: z.int(),
});

const skipped = z.strictObject({
  reason: z.enum(skipReasons),
  person_id: id.optional(),
  email: z.string().optional(),
  external_id: untrusted(z.string()).optional(),
  subscription_id: id.optional(),
  ...z.strictObject(target).partial().shape,
  timezone: z.string().optional(),
  renewal_amount_cents: z.int().optional(),
});

export const renewalOperations = {
  preview_renewal_approaching: defineOperation({
    noun: 'flows',
    verb: 'preview-renewals',
    summary: `For a renewal flow: who gets the reminder in the next ${limits.renewalPreviewDays} days, and who is skipped and why.`,
    method: 'POST',
    path: '/flows/:flow_key/preview_renewal_approaching',
    safety: 'read',
    renders: true,
    heavy: true,
    status: 200,
    input: z.strictObject({
      flow_key: keyOrId,
      definition: definitionInput.optional(),
      draft: takesDraft,
      limit: z
        .int()
        .min(1)
        .max(limits.renewalRowsShown)
        .optional()
        .describe(`Rows of each list, by default ${limits.pageMax}`),
    }),
    output: z.strictObject({
      upcoming: z.array(upcoming).describe('Soonest first, today’s that are due included'),
      skipped: z.array(skipped),
      counts: z
        .strictObject({
          upcoming: z.int(),
          upcoming_days: z
            .record(z.string(), z.int())
            .describe('The same by the day of target_local'),
          skipped: z.record(z.string(), z.int()),
        })
        .optional()
        .describe('All there are, skipped ones by reason; there where a list leaves some out'),
    }),
  }),
};
