import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { timestamp } from '../platform/operations/shapes.ts';

export const clockOperations = {
  get_clock: defineOperation({
    noun: 'clock',
    verb: 'get',
    summary: 'Read the test clock; 404 unless the service runs with TEST_CLOCK=1.',
    method: 'GET',
    path: '/clock',
    safety: 'read',
    status: 200,
    input: z.strictObject({}),
    output: z.strictObject({ now: timestamp, test: z.literal(true) }),
  }),
  move_clock: defineOperation({
    noun: 'clock',
    verb: 'move',
    summary:
      'Move the test clock forward and do all work that is due along the way, in time order.',
    method: 'POST',
    path: '/clock',
    safety: 'send',
    status: 200,
    input: z.strictObject({
      now: timestamp.optional(),
      advance: z
        .strictObject({
          amount: z.int().min(0).max(limits.durationAmountMax),
          unit: z.enum(['seconds', 'minutes', 'hours', 'days', 'weeks']),
        })
        .optional(),
    }),
    output: z.strictObject({ now: timestamp, settled: z.literal(true) }),
  }),
};
