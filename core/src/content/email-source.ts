import { z } from 'zod';
import { id } from '../platform/operations/shapes.ts';

/** How an email is attached where one is needed; there is no default (SOURCE-01 to SOURCE-07). */
export const emailSources = ['scratch', 'shared', 'copy'] as const;

/** Of steps of sequences. */
export const emailSource = z.enum(emailSources);

/** Of broadcasts, whose email is their own: `shared` is refused apart (SOURCE-09, contract §5.7). */
export const ownEmailSource = z
  .enum(emailSources)
  .refine((source) => source !== 'shared', {
    error:
      'email_source must be scratch or copy here: a broadcast has an email of its own, so shared is not among its choices.',
  })
  .meta({ enum: ['scratch', 'copy'] });

export const sourceEmailId = id.optional().describe('The email to share or copy');
