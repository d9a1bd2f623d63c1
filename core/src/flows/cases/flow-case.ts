import { z } from 'zod';
import { subscriptionStatuses } from '../../billing/status.ts';
import { consentKinds } from '../../people/consent-operations.ts';
import { isCalendarDate } from '../../people/field-type.ts';
import { isObject, type JsonObject } from '../../platform/json.ts';
import { joinPath } from '../../platform/json-value.ts';
import { limits } from '../../platform/limits.ts';
import { jsonObject } from '../../platform/operations/shapes.ts';
import { isTimestamp, timestampFault } from '../../platform/timestamp.ts';

/** How a run can end in a case; a run that waits for something that never happens is waiting. */
export const caseEnds = ['completed', 'exited', 'waiting'] as const;

/** How a call of a webhook that a step waits for can end. */
const callEnds = ['succeeded', 'failed'] as const;

/** Without an offset it is the account's time. */
const timestamp = z.string().refine(isTimestamp, {
  error: ({ input, path }) => `${joinPath(path ?? [])} ${timestampFault(String(input))}`,
});
const date = z.string().refine(isCalendarDate, 'must be a date such as 2026-01-31.');
const text = z.string().max(limits.nameChars);
const keyOrNumber = z.union([z.int().min(1), z.string().min(1).max(limits.keyChars)]);
const things = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(limits.flowCaseEntries).default([]);

const person = z.strictObject({
  email: z.string().max(limits.addressChars).default('person@example.com'),
  first_name: text.nullable().default(null),
  last_name: text.nullable().default(null),
  timezone: text.nullable().default(null),
  /** The day of the clock when left out. */
  subscribed_on: date.nullable().default(null),
  suppressed: z.enum(['unsubscribed', 'hard_bounced', 'complained']).nullable().default(null),
  tags: things(text),
  fields: z
    .record(z.string(), z.union([z.string().max(limits.fieldValueChars), z.number(), z.boolean()]))
    .default({}),
  /** The newest entry of each purpose in the ledger of consent. */
  consents: z.record(z.string(), z.enum(consentKinds)).default({}),
  /** Products; what events of money say counts too, and wins. */
  subscriptions: z.record(z.string(), z.enum(subscriptionStatuses)).default({}),
  /** Mail from before the clock, and what the person does with that of the flow. */
  mail: things(
    z.strictObject({
      email: keyOrNumber,
      sent_at: timestamp.nullable().default(null),
      opened_at: timestamp.nullable().default(null),
      clicked_at: timestamp.nullable().default(null),
    }),
  ),
  sequences: things(
    z.strictObject({
      sequence: keyOrNumber,
      started_at: timestamp,
      finished_at: timestamp.nullable().default(null),
    }),
  ),
  /** Other flows that the person completed. */
  flows: things(z.strictObject({ flow: z.string().max(limits.keyChars), completed_at: timestamp })),
  /** The arm that the person has at a split, by step; without it a fixed one by the hash. */
  splits: z.record(text, text).default({}),
  /** What becomes of a call, by step; without it the call is under way until its timeout. */
  calls: z.record(text, z.enum(callEnds)).default({}),
});

/** A flow test: who enters the flow, what happens, and what has to become of it (FTEST-01). */
export const flowCase = z.strictObject({
  person: person.prefault({}),
  events: z
    .array(
      z.strictObject({
        at: timestamp,
        name: z.string().min(1).max(limits.eventNameChars),
        details: jsonObject.default({}),
      }),
    )
    .max(limits.flowCaseEvents)
    .default([]),
  /** When the case begins; what is earlier happened before. */
  clock: timestamp,
  expect: z.strictObject({
    path: z.array(z.string().max(limits.nameChars)).max(limits.flowCaseEntries).optional(),
    sends: z
      .array(z.strictObject({ email: keyOrNumber, at: timestamp.optional() }))
      .max(limits.flowCaseEntries)
      .optional(),
    ends: z.enum(caseEnds).optional(),
  }),
});

export type FlowCase = z.output<typeof flowCase>;
export type SentFlowCase = z.input<typeof flowCase>;

/** A case in the form in which it is stored and written: what is as it would be anyway is left out. */
export function writtenCase(sent: SentFlowCase): JsonObject {
  const { person: who, events, clock, expect } = flowCase.parse(sent);
  const parts = {
    person: without(who, person.parse({})),
    events: events.map(({ at, name, details }) => {
      return { at, name, ...(Object.keys(details).length > 0 && { details }) };
    }),
    clock,
    expect: without(expect, {}),
  };
  return parts;
}

/** Lists of a person hold objects with empty members of their own. */
function without(value: JsonObject, usual: JsonObject): JsonObject {
  const kept = Object.entries(value).filter(
    ([key, one]) => one !== undefined && JSON.stringify(one) !== JSON.stringify(usual[key]),
  );
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutNulls(one)]));
}

function withoutNulls(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item) =>
    isObject(item)
      ? Object.fromEntries(Object.entries(item).filter(([, one]) => one !== null))
      : item,
  );
}
