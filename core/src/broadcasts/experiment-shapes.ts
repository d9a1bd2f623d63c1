import { z } from 'zod';
import { sourceEmailKey } from '../content/email-source.ts';
import { stats } from '../content/email-stats-operations.ts';
import { durationUnits } from '../platform/duration.ts';
import { limits } from '../platform/limits.ts';
import { id, timestamp } from '../platform/operations/shapes.ts';
import { winnerMetrics } from './experiment.ts';

/** Shapes of the variants of a broadcast, and of what is found out about them (EXP-01 to EXP-03). */

const variantName = z.string().trim().min(1).max(limits.variantNameChars);
const weight = z.int().min(0).max(limits.variantWeight);
const duration = z.strictObject({
  amount: z.int().min(0).max(limits.durationAmountMax),
  unit: z.enum(durationUnits),
});

export const variantsInput = z
  .array(
    z.strictObject({
      name: variantName,
      email_id: id.optional().describe('An email of the library; it stays shared'),
      email: sourceEmailKey,
      weight: weight.default(1).describe('Its share of the people, against the other weights'),
    }),
  )
  .min(2)
  .max(limits.broadcastVariants)
  .describe('Emails to compare, in place of email_source. Who gets which is drawn by a hash');

export const winnerInput = z
  .strictObject({
    metric: z.enum(winnerMetrics),
    sample_percent: z.int().min(1).max(100).describe('Of the audience; it is sent first'),
    after: duration.describe('From when the sample is sent until the decision'),
    goal: z
      .strictObject({
        event: z.string().trim().min(1).max(limits.eventNameChars),
        within: duration.describe('After the email was sent'),
      })
      .optional()
      .describe('What counts as converted'),
  })
  .nullable()
  .describe(
    'Sends the best variant to the rest; the first one where the sample tells none apart. null: every variant is sent to the end',
  );

const variant = z.strictObject({ name: z.string(), email_id: id, weight: z.int() });

export const variantsView = z
  .array(variant)
  .nullable()
  .describe('Null where it sends one email of its own');

export const winnerView = z
  .strictObject({
    metric: z.enum(winnerMetrics),
    sample_percent: z.int(),
    after: duration,
    goal: z.strictObject({ event: z.string(), within: duration }).optional(),
  })
  .nullable()
  .describe('How the winner is found; null where none is looked for');

export const experimentView = z
  .strictObject({
    status: z
      .enum(['sampling', 'decided', 'undecided'])
      .nullable()
      .describe('Null before it is sent, and where no winner is looked for'),
    winner: z.string().nullable().describe('The name of the variant'),
    interval: z
      .array(z.number())
      .length(2)
      .nullable()
      .describe(
        'At 95 %: the share of the best variant of the sample less that of the next. Undecided where it holds 0; null before',
      ),
    decides_at: timestamp.nullable().describe('When the sample is compared; null until it is sent'),
    waiting: z.int().describe('Emails that wait for the decision'),
    variants: z.array(z.strictObject({ ...variant.shape, ...stats.shape })),
  })
  .nullable()
  .describe('Null without variants');
