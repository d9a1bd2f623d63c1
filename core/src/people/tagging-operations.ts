import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { id, jsonObject, nextCursor, rowsBy, timestamp } from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';
import { peopleCount, peopleFilter } from './person-operations.ts';

const taggingId = id.describe('Id of the tagging');

const tags = z.array(z.string().max(limits.tagChars)).max(limits.tagsPerTagging).optional();

const tagging = z.strictObject({
  id: id.nullable().describe('null in a dry run'),
  status: z.enum(['working', 'done', 'failed', 'canceled']),
  add_tags: z.array(z.string()),
  remove_tags: z.array(z.string()),
  filter: jsonObject,
  people: z.int().describe('Who matched so far'),
  changed: z.int().describe('Those of them whose tags changed'),
  reason: untrusted(z.string()).nullable().describe('Why it failed'),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});

export const taggingOperations = {
  tag_people: defineOperation({
    noun: 'people',
    verb: 'tag-many',
    summary:
      'Give tags to everybody who matches the filters, or take tags from them, in the background. It can start flows. Try dry_run first: it counts them.',
    method: 'POST',
    path: '/people/tag',
    safety: 'replace',
    changes: 'taggings',
    status: 201,
    input: z.strictObject({
      add_tags: tags,
      remove_tags: tags,
      ...peopleFilter,
      everybody: z.literal(true).optional().describe('In place of filters'),
    }),
    output: z.strictObject({
      tagging,
      count: peopleCount.describe('Who matches now'),
    }),
  }),
  list_taggings: defineOperation({
    noun: 'taggings',
    verb: 'list',
    summary: 'List bulk taggings, newest first, with their progress.',
    method: 'GET',
    path: '/people/taggings',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ ...rowsBy('-id', 'id') }),
    output: z.strictObject({ taggings: z.array(tagging), next_cursor: nextCursor }),
  }),
  get_tagging: defineOperation({
    noun: 'taggings',
    verb: 'get',
    summary: 'Progress of one bulk tagging.',
    method: 'GET',
    path: '/people/taggings/:tagging_id',
    safety: 'read',
    status: 200,
    input: z.strictObject({ tagging_id: taggingId }),
    output: z.strictObject({ tagging }),
  }),
  cancel_tagging: defineOperation({
    noun: 'taggings',
    verb: 'cancel',
    summary: 'Stop a bulk tagging; people keep the tags that it has given.',
    method: 'POST',
    path: '/people/taggings/:tagging_id/cancel',
    safety: 'remove',
    changes: 'taggings',
    status: 200,
    input: z.strictObject({ tagging_id: taggingId }),
    output: z.strictObject({ tagging }),
  }),
};
