import { z } from 'zod';
import { limits } from '../limits.ts';
import { defineOperation } from './operation.ts';
import { id, jsonObject, nextCursor, page, timestamp } from './shapes.ts';

const person = z.strictObject({
  id,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  fields: jsonObject,
  tags: z.array(z.string()),
  external_id: z.string().nullable(),
  timezone: z.string().nullable(),
  subscribed_on: z.string().describe('Date YYYY-MM-DD'),
  unsubscribed: z.boolean(),
  unsubscribed_at: timestamp.nullable(),
  reason: z.string().nullable(),
  hard_bounced_at: timestamp.nullable(),
  complained_at: timestamp.nullable(),
  attribution: jsonObject.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

export const personOperations = {
  list_people: defineOperation({
    noun: 'people',
    verb: 'list',
    summary: 'List people, newest first; q narrows to addresses and names that start with it.',
    method: 'GET',
    path: '/people',
    safety: 'read',
    status: 200,
    input: z.strictObject({
      q: z.string().max(limits.addressChars).optional(),
      tag: z.string().max(limits.tagChars).optional(),
      ...page,
    }),
    output: z.strictObject({ people: z.array(person), next_cursor: nextCursor }),
  }),
  get_person: defineOperation({
    noun: 'people',
    verb: 'get',
    summary: 'Get one person by id or email address: fields, tags, subscription state.',
    method: 'GET',
    path: '/people/:person',
    safety: 'read',
    status: 200,
    input: z.strictObject({
      person: z.string().min(1).max(limits.addressChars).describe('Id or email address'),
    }),
    output: z.strictObject({ person }),
  }),
};
