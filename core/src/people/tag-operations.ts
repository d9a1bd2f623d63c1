import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { nextCursor, rowsBy, timestamp } from '../platform/operations/shapes.ts';

const row = z.strictObject({
  name: z.string().describe('As first written; case does not tell tags apart'),
  people: z.int().describe('How many have it'),
  counted_at: timestamp.describe('As of when; the number is kept as people change'),
});

export const tagOperations = {
  list_tags: defineOperation({
    noun: 'tags',
    verb: 'list',
    summary: 'List tags with people counts.',
    method: 'GET',
    path: '/tags',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ q: z.string().max(limits.tagChars).optional(), ...rowsBy('id') }),
    output: z.strictObject({ tags: z.array(row), next_cursor: nextCursor }),
  }),
};
