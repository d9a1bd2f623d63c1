import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  jsonObject,
  keyOrId,
  nextCursor,
  rowsBy,
  timeBound,
  timestamp,
  warning,
} from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';

/** A person as every surface shows one (contract §2). */
export const personShape = z.strictObject({
  id,
  email: z.string(),
  first_name: untrusted(z.string()).nullable(),
  last_name: untrusted(z.string()).nullable(),
  fields: untrusted(jsonObject),
  tags: z.array(z.string()),
  external_id: untrusted(z.string()).nullable(),
  timezone: z.string().nullable(),
  subscribed_on: z.string().describe('Date YYYY-MM-DD'),
  unsubscribed: z.boolean(),
  unsubscribed_at: timestamp.nullable(),
  reason: untrusted(z.string()).nullable(),
  hard_bounced_at: timestamp.nullable(),
  complained_at: timestamp.nullable(),
  attribution: untrusted(jsonObject).nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Addresses the person of an operation. */
export const personAddress = z
  .string()
  .min(1)
  .max(limits.addressChars)
  .describe('Id or email address');

/** Ways in which somebody gets no mail, for a filter. */
export const suppressions = ['unsubscribed', 'bounced', 'complained', 'any', 'none'] as const;

/** Which people are meant: those who match every filter. */
export const peopleFilter = {
  q: z
    .string()
    .max(limits.addressChars)
    .optional()
    .describe('Any part of an address or a name; case and accents do not count'),
  tag: z.string().max(limits.tagChars).optional(),
  segment: keyOrId.optional(),
  external_id: z.string().max(limits.externalIdChars).optional(),
  suppression: z
    .enum(suppressions)
    .optional()
    .describe('Why they get no mail; none: those who get mail'),
  created_since: timeBound('created_since').optional(),
  created_until: timeBound('created_until').describe('Exclusive, as updated_until').optional(),
  updated_since: timeBound('updated_since').optional(),
  updated_until: timeBound('updated_until').optional(),
};

/** How many people match, where counting may stop. */
export const peopleCount = z.strictObject({
  people: z.int(),
  more: z
    .boolean()
    .describe(
      `True where counting stopped, at ${limits.peopleCounted} or for its time; there are at least so many`,
    ),
});

const tag = z.string().min(1).max(limits.tagChars);

/** Values of a person: an omitted one stays, null clears it. person-values.ts reads them. */
const values = {
  first_name: z.string().max(limits.nameChars).nullable().optional(),
  last_name: z.string().max(limits.nameChars).nullable().optional(),
  fields: jsonObject.optional(),
  tags: z.array(z.string()).optional(),
  external_id: z.string().max(limits.externalIdChars).nullable().optional(),
  timezone: z.string().max(limits.keyChars).nullable().optional().describe('IANA name'),
  unsubscribed: z.boolean().optional(),
  reason: z.string().max(limits.reasonChars).nullable().optional(),
  hard_bounced: z.literal(false).optional(),
};

const warned = {
  warnings: z.array(warning).optional().describe('What was accepted and may not be what was meant'),
};

export const personOperations = {
  list_people: defineOperation({
    noun: 'people',
    verb: 'list',
    summary: 'List people by any part of address or name, tag, segment, suppression or dates.',
    method: 'GET',
    path: '/people',
    safety: 'read',
    mayLag: true,
    heavy: ({ segment, q, count }) => segment !== undefined || q !== undefined || count === true,
    status: 200,
    input: z.strictObject({
      ...peopleFilter,
      count: z.boolean().optional().describe('Also counts everybody who matches'),
      ...rowsBy('-id', 'id', 'email', '-email', 'created_at', '-created_at'),
    }),
    output: z.strictObject({
      people: z.array(personShape),
      count: peopleCount.optional(),
      next_cursor: nextCursor,
    }),
  }),
  get_person: defineOperation({
    noun: 'people',
    verb: 'get',
    summary: 'Get one person by id or email address: fields, tags, subscription state.',
    method: 'GET',
    path: '/people/:person',
    safety: 'read',
    status: 200,
    input: z.strictObject({ person: personAddress }),
    output: z.strictObject({ person: personShape }),
  }),
  upsert_person: defineOperation({
    noun: 'people',
    verb: 'upsert',
    summary: 'Create the person of an email address, or change the person who has it.',
    method: 'POST',
    path: '/people',
    safety: 'replace',
    scope: 'events',
    status: (output) => (output.created ? 201 : 200),
    input: z.strictObject({ email: z.string(), ...values }),
    output: z.strictObject({ person: personShape, created: z.boolean(), ...warned }),
  }),
  upsert_people: defineOperation({
    noun: 'people',
    verb: 'upsert-batch',
    summary: `Create or change 1-${limits.peoplePerBatch} people. Each entry gets its own result; a faulty one is left out alone.`,
    method: 'POST',
    path: '/people',
    selectedBy: 'people',
    safety: 'replace',
    scope: 'events',
    status: 200,
    bodyBytes: 8 * limits.bodyBytes,
    entriesAt: 'people',
    input: z.strictObject({
      people: z
        .array(z.unknown().meta({ type: 'object' }))
        .min(1)
        .max(limits.peoplePerBatch)
        .describe('Entries as upsert_person takes them'),
    }),
    output: z.strictObject({
      results: z.array(
        z.strictObject({
          status: z.enum(['created', 'updated', 'invalid']),
          person_id: id.nullable(),
          errors: z
            .array(warning)
            .optional()
            .describe('What is wrong with an invalid entry, by the path in it'),
          ...warned,
        }),
      ),
    }),
  }),
  update_person: defineOperation({
    noun: 'people',
    verb: 'update',
    summary: 'Change a person; what is left out stays, null clears.',
    method: 'PATCH',
    path: '/people/:person',
    safety: 'replace',
    status: 200,
    input: z.strictObject({
      person: personAddress,
      email: z.string().optional(),
      ...values,
    }),
    output: z.strictObject({ person: personShape, ...warned }),
  }),
  delete_person: defineOperation({
    noun: 'people',
    verb: 'delete',
    summary:
      'Erase a person with events, runs, sends and notes, for good. The address stays suppressed.',
    method: 'DELETE',
    path: '/people/:person',
    safety: 'remove',
    scope: 'admin',
    status: 200,
    input: z.strictObject({ person: personAddress }),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
  tag_person: defineOperation({
    noun: 'people',
    verb: 'tag',
    summary: 'Give a person a tag; a new tag is made. It can start flows.',
    method: 'POST',
    path: '/people/:person/tags/:tag',
    safety: 'add',
    status: 200,
    input: z.strictObject({ person: personAddress, tag }),
    output: z.strictObject({ person: personShape }),
  }),
  untag_person: defineOperation({
    noun: 'people',
    verb: 'untag',
    summary: 'Take a tag from a person. It can start flows.',
    method: 'DELETE',
    path: '/people/:person/tags/:tag',
    safety: 'remove',
    status: 200,
    input: z.strictObject({ person: personAddress, tag }),
    output: z.strictObject({ deleted: z.literal(true), person: personShape }),
  }),
  add_note: defineOperation({
    noun: 'people',
    verb: 'add-note',
    summary: 'Write a note about a person into the timeline; it never starts anything.',
    method: 'POST',
    path: '/people/:person/notes',
    safety: 'add',
    status: 201,
    input: z.strictObject({
      person: personAddress,
      body: z.string().trim().min(1).max(limits.noteChars),
    }),
    output: z.strictObject({
      note: z.strictObject({
        id,
        body: untrusted(z.string()),
        author: z.string(),
        created_at: timestamp,
      }),
    }),
  }),
};
