import { z } from 'zod';
import { defineOperation } from '../platform/operations/operation.ts';
import { timeBound, timestamp } from '../platform/operations/shapes.ts';

/** What the example consists of, by the resources of the API, in the order in which it is shown. */
export const exampleResources = [
  'people',
  'flows',
  'sequences',
  'broadcasts',
  'emails',
  'segments',
  'guards',
  'templates',
  'themes',
  'components',
  'products',
  'fields',
] as const;

const counted = z.strictObject({ resource: z.enum(exampleResources), count: z.int() });

const example = z.strictObject({
  status: z.enum(['absent', 'loaded']),
  loaded_at: timestamp.nullable(),
  loadable: z
    .boolean()
    .describe('The account has no people and has sent no mail, so the example may be loaded'),
  records: z
    .array(
      z.strictObject({
        resource: z.enum(exampleResources),
        count: z.int().describe('Records that are there now'),
        first_id: z.int().nullable().describe('Every id from here to last_id is of the example'),
        last_id: z.int().nullable(),
        keys: z.array(z.string()).describe('Of fields, which have no ids'),
      }),
    )
    .describe('What is of the example; empty where it is not loaded'),
});

export const exampleOperations = {
  get_example: defineOperation({
    noun: 'example',
    verb: 'get',
    summary: 'Get whether the example company is in the account, and which records are its own.',
    method: 'GET',
    path: '/example',
    safety: 'read',
    status: 200,
    input: z.strictObject({}),
    output: z.strictObject({ example }),
  }),
  load_example: defineOperation({
    noun: 'example',
    verb: 'load',
    summary:
      'Load the example company into an empty account: people, mail and figures of five weeks. No mail leaves for them.',
    method: 'POST',
    path: '/example',
    safety: 'add',
    // It changes settings.
    scope: 'admin',
    status: 201,
    input: z.strictObject({
      ends_at: timeBound('ends_at')
        .optional()
        .describe('The end of the five weeks; now by default'),
    }),
    output: z.strictObject({
      example,
      loaded: z.array(counted).describe('What is loaded; in a dry run, what would be'),
    }),
  }),
  remove_example: defineOperation({
    noun: 'example',
    verb: 'remove',
    summary:
      'Remove the example company: its people, records, mail and figures, and the mail that its flows, sequences and broadcasts sent to your own people. Refused while other records use some of it.',
    method: 'DELETE',
    path: '/example',
    safety: 'remove',
    // It deletes people and changes settings.
    scope: 'admin',
    status: 200,
    input: z.strictObject({}),
    output: z.strictObject({
      example,
      removed: z.array(counted),
      mails: z.int().describe('Mails of the example that were removed from the queue and the log'),
      mails_to_others: z
        .int()
        .describe('Of these, mails to people who are not of the example and stay'),
    }),
  }),
};
