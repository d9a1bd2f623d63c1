import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { id, nextCursor, rowsBy, timestamp } from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';
import { subscriptionStatuses } from './status.ts';

const status = z.enum(subscriptionStatuses);

const subscription = z.strictObject({
  id,
  person_id: id,
  email: z.string().describe('Of the person'),
  external_id: untrusted(z.string()).nullable(),
  product: z.string().nullable().describe('Key'),
  interval: untrusted(z.string()).nullable().describe('monthly, yearly, or what events called it'),
  status,
  renewal_amount_cents: z.int().nullable(),
  currency: z.string().nullable().describe('ISO 4217, such as EUR'),
  next_renewal_at: timestamp.nullable(),
  cancel_at_period_end: z.boolean(),
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
});

export const subscriptionOperations = {
  list_subscriptions: defineOperation({
    noun: 'subscriptions',
    verb: 'list',
    summary: 'List subscriptions, newest first, as events about them left them.',
    method: 'GET',
    path: '/subscriptions',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      person: z.string().max(limits.addressChars).optional().describe('Id or email address'),
      product: z.string().max(limits.keyChars).optional().describe('Key'),
      status: status.optional(),
      ...rowsBy('-id', 'id'),
    }),
    output: z.strictObject({ subscriptions: z.array(subscription), next_cursor: nextCursor }),
  }),
};
