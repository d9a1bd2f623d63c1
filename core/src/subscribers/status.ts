import { z } from 'zod';
import { timestamp } from '../platform/operations/shapes.ts';

/** Whether a person gets mail, as shown to that person (SUB-01). */
export const publicStatusShape = z.strictObject({
  email: z.string(),
  unsubscribed: z.boolean(),
  unsubscribed_at: timestamp.nullable(),
  reason: z.string().nullable(),
});

export type PublicStatus = z.infer<typeof publicStatusShape>;

/** Where a subscriber made a change: `how` in the details of `unsubscribed` and `resubscribed`. */
export const subscriberDoors = ['page', 'api', 'one_click'] as const;

export type SubscriberDoor = (typeof subscriberDoors)[number];

/** The reasons that the pages offer (SUB-08, contract §4.7); any other text is accepted too. */
export const unsubscribeReasons = [
  'too_frequent',
  'not_relevant',
  'never_signed_up',
  'other',
] as const;
