import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { id } from '../platform/operations/shapes.ts';

/** How an email is attached to a step; there is no default (SOURCE-01 to SOURCE-07). */
export const emailSources = ['scratch', 'shared', 'copy'] as const;

/** For steps of sequences. */
export const emailSource = z.enum(emailSources);

/**
 * For broadcasts, which own their email: `shared` is refused separately (SOURCE-09, contract §5.7).
 */
export const ownEmailSource = z
  .enum(emailSources)
  .refine((source) => source !== 'shared', {
    error:
      'email_source must be scratch or copy here: a broadcast has an email of its own, so shared is not among its choices.',
  })
  .meta({ enum: ['scratch', 'copy'] });

export const sourceEmailId = id.optional().describe('The email to share or copy');
export const sourceEmailKey = z
  .string()
  .max(limits.keyChars)
  .optional()
  .describe('Its key, in place of email_id');
