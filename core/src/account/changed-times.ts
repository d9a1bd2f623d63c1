import { z } from 'zod';

/** What a save answers that changes how long delays or gates take (SPEC-10). */
export const changedTimes = z
  .strictObject({
    keep: z.int().describe('People in delays: they wait until the time that was fixed on arrival'),
    move: z.int().describe('People at gates: the new time counts from their arrival'),
    steps: z
      .array(
        z.strictObject({
          step_id: z.string(),
          people: z.int(),
          effect: z.enum(['keep', 'move']),
        }),
      )
      .describe('Those with people waiting'),
  })
  .describe('People waiting where the time of a delay or gate changes; absent where none does');

export type ChangedTimes = z.infer<typeof changedTimes>;
