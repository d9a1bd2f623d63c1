import { z } from 'zod';
import { runStatuses } from '../flows/run-operations.ts';
import { personAddress } from '../people/person-operations.ts';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { id, jsonObject, nextCursor, rowsBy, timestamp } from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';
import { sendStatuses } from '../queue/send-statuses.ts';
import { emailOfSend, sendSources } from './send-operations.ts';

const placed = { at: timestamp, id };
const flow = z.strictObject({ key: z.string(), name: z.string() });
const reason = untrusted(z.string()).nullable();
const run = { ...placed, flow, status: z.enum(runStatuses), reason };

const engaged = {
  ...placed,
  email: z.strictObject({ id, title: z.string() }),
  last_at: timestamp.describe('The last time; the entry is at the first'),
};

/** Events, sends, opens and clicks, steps of flows, and notes. */
const entry = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('event'),
    ...placed,
    name: z.string(),
    details: untrusted(jsonObject),
    source: z.string().describe('service where the service wrote it itself'),
    historical: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('run_started'), ...run }),
  z.strictObject({
    kind: z.literal('step'),
    ...placed,
    flow: z.strictObject({ key: z.string(), name: z.string() }),
    run_id: id,
    step_id: z.string().nullable(),
    step_name: z.string().nullable().describe('As it is now; null without one, or once removed'),
    outcome: z.string(),
    arm: z.string().nullable(),
    reason,
  }),
  z.strictObject({ kind: z.literal('run_ended'), ...run }),
  z.strictObject({
    kind: z.literal('sequence_started'),
    ...placed,
    sequence: z.strictObject({ id, name: z.string() }),
    next: z
      .strictObject({ sequence_step_id: id, position: z.int(), due_at: timestamp })
      .nullable()
      .describe('The step that is queued while the person is partway through'),
    finished_at: timestamp.nullable(),
  }),
  z.strictObject({
    kind: z.literal('send'),
    ...placed,
    email: emailOfSend,
    source: z.strictObject({
      kind: z.enum(sendSources),
      id: id.nullable(),
      name: z.string().nullable(),
    }),
    status: z.enum(sendStatuses),
    due_at: timestamp,
    attempts: z.int(),
    reason,
  }),
  z.strictObject({ kind: z.literal('opened'), ...engaged }),
  z.strictObject({ kind: z.literal('clicked'), ...engaged }),
  z.strictObject({
    kind: z.literal('note'),
    ...placed,
    body: untrusted(z.string()),
    author: z.string(),
  }),
]);

/** Why an email does or does not reach a person, in the order of the checks. */
const reasons = z.array(
  z.strictObject({
    code: z.string(),
    message: z.string(),
    fix: z.string().describe('What to do about it; empty where nothing is wrong'),
    quote: untrusted(z.string())
      .optional()
      .describe('What the person, an event or the provider said about it'),
  }),
);

export const timelineOperations = {
  get_timeline: defineOperation({
    noun: 'people',
    verb: 'timeline',
    summary:
      'Everything about one person in one list, newest first: events, changes, sends, opens, clicks, runs, steps, sequences, notes.',
    method: 'GET',
    path: '/people/:person/timeline',
    safety: 'read',
    status: 200,
    input: z.strictObject({ person: personAddress, ...rowsBy('-at') }),
    output: z.strictObject({ timeline: z.array(entry), next_cursor: nextCursor }),
  }),
  explain_delivery: defineOperation({
    noun: 'people',
    verb: 'explain',
    summary:
      'Why a person did or did not get an email, what became of them in a flow, or, of a person alone, in which flows they are: every suppression, pause, wait and send checked, in order.',
    method: 'GET',
    path: '/people/:person/explain',
    safety: 'read',
    status: 200,
    input: z.strictObject({
      person: personAddress,
      email_id: id.optional(),
      flow_key: z.string().min(1).max(limits.keyChars).optional().describe('Key or id'),
    }),
    output: z.strictObject({
      person: z.strictObject({ id, email: z.string() }),
      would_send: z.boolean().describe('Whether an email is on its way and nothing prevents it'),
      reasons,
    }),
  }),
};
