import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  jsonObject,
  nextCursor,
  rowsBy,
  timeBound,
  timestamp,
  warning,
} from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';

/**
 * The shape of an entry. `core/src/events/event.ts` checks the values, so that one bad entry of a
 * batch does not refuse the others.
 */
const event = z.strictObject({
  email: z.string().describe('Whom it happened to; a new address makes a new person'),
  name: z.string().describe('Past tense, for example signed_up; triggers match it exactly'),
  details: jsonObject.optional(),
  occurred_at: timestamp.optional(),
  historical: z
    .boolean()
    .optional()
    .describe('Backfilled: starts no flow unless its trigger says so'),
  idempotency_key: z.string().optional().describe('A repeat is answered as a duplicate'),
  person: z
    .strictObject({
      first_name: z.string().nullable().optional(),
      last_name: z.string().nullable().optional(),
      fields: jsonObject.optional(),
      tags: z.array(z.string()).optional(),
    })
    .optional(),
  attribution: jsonObject.optional().describe('Kept from the first event that brings one'),
});

const result = z.strictObject({
  status: z.enum(['created', 'duplicate', 'invalid']),
  person_id: id.nullable().optional(),
  event_id: id.nullable().optional(),
  error: z.string().optional(),
  warnings: z.array(warning).optional().describe('What was accepted and may not be what was meant'),
});

/** Declared as objects but checked one by one, so that only an invalid entry is refused. */
const entry = z.unknown().meta({ type: 'object' });

/** Details are one level inside their event. */
const jsonLevels = limits.jsonDepth + 1;

export const eventOperations = {
  record_event: defineOperation({
    noun: 'events',
    verb: 'record',
    summary: 'Record one event; it can start flows. idempotency_key makes a repeat harmless.',
    method: 'POST',
    path: '/events',
    safety: 'add',
    scope: 'events',
    ingest: true,
    status: (output) => (output.status === 'created' ? 201 : 200),
    jsonLevels,
    input: event,
    output: result,
  }),
  record_events: defineOperation({
    noun: 'events',
    verb: 'record-batch',
    summary: `Record 1-${limits.eventsPerBatch} events; they can start flows. Each entry gets its own result.`,
    method: 'POST',
    path: '/events',
    selectedBy: 'events',
    safety: 'add',
    scope: 'events',
    ingest: true,
    status: 200,
    bodyBytes: 8 * limits.bodyBytes,
    jsonLevels,
    entriesAt: 'events',
    input: z.strictObject({
      events: z
        .array(entry)
        .min(1)
        .max(limits.eventsPerBatch)
        .describe('Entries as record_event takes them'),
    }),
    output: z.strictObject({ results: z.array(result) }),
  }),
  list_events: defineOperation({
    noun: 'events',
    verb: 'list',
    summary: 'List individual events, newest occurrence first.',
    method: 'GET',
    path: '/events',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      person: z.string().max(limits.addressChars).optional().describe('Id or email address'),
      name: z.string().max(limits.eventNameChars).optional(),
      since: timeBound('since').describe('ISO 8601, inclusive').optional(),
      until: timeBound('until').describe('ISO 8601, exclusive').optional(),
      ...rowsBy('-occurred_at'),
    }),
    output: z.strictObject({
      events: z.array(
        z.strictObject({
          id,
          name: z.string(),
          person_id: id,
          email: z.string(),
          details: untrusted(jsonObject),
          occurred_at: timestamp,
          recorded_at: timestamp,
          source: z.string(),
          historical: z.boolean(),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
  list_event_types: defineOperation({
    noun: 'event-types',
    verb: 'list',
    summary:
      'List known event names with counts and the shape of their details. Check before writing a trigger.',
    method: 'GET',
    path: '/event_types',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      q: z.string().max(limits.eventNameChars).optional(),
      ...rowsBy('first_seen', '-first_seen'),
    }),
    output: z.strictObject({
      event_types: z.array(
        z.strictObject({
          name: z.string(),
          count: z.int(),
          sources: z.array(z.string()),
          first_seen: timestamp,
          last_seen: timestamp,
          shape: untrusted(jsonObject),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
};
