import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  nextCursor,
  rowsBy,
  timeBound,
  timestamp,
  warning,
} from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';
import { personAddress } from './person-operations.ts';

export const consentKinds = ['given', 'confirmed', 'withdrawn', 'imported'] as const;

export type ConsentKind = (typeof consentKinds)[number];

/** All mail that can be unsubscribed from. */
export const marketing = 'marketing';

/** An entry of the ledger of consent (CONS-01). */
export const consentShape = z.strictObject({
  id,
  kind: z.enum(consentKinds),
  purpose: untrusted(z.string()).describe('marketing, or the id of a preference toggle'),
  text: untrusted(z.string()).nullable().describe('The words that the person saw'),
  source: untrusted(z.string()).nullable().describe('null once the person was erased'),
  form_key: z.string().nullable(),
  send_id: id.nullable().describe('The mail whose link led there'),
  ip: z.string().nullable().describe('The address or its hash, see the setting privacy.store_ip'),
  user_agent: untrusted(z.string()).nullable(),
  at: timestamp,
});

export type Consent = z.infer<typeof consentShape>;

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(
      /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u,
      'takes one line without control characters.',
    );

export const consentOperations = {
  list_consents: defineOperation({
    noun: 'people',
    verb: 'consents',
    summary:
      'List what a person agreed to and withdrew, newest first; of an erased address, what is kept.',
    method: 'GET',
    path: '/people/:person/consents',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ person: personAddress, ...rowsBy('-id', 'id') }),
    output: z.strictObject({ consents: z.array(consentShape), next_cursor: nextCursor }),
  }),
  record_consent: defineOperation({
    noun: 'people',
    verb: 'record-consent',
    summary:
      'Record a consent, or its withdrawal, that was given elsewhere. It changes no subscription.',
    method: 'POST',
    path: '/people/:person/consents',
    safety: 'add',
    status: 201,
    input: z.strictObject({
      person: personAddress,
      kind: z.enum(consentKinds),
      purpose: line(limits.keyChars).describe('marketing, or the id of a preference toggle'),
      text: z
        .string()
        .trim()
        .min(1)
        .max(limits.consentTextChars)
        .nullable()
        .describe('The words that the person saw; null: not known'),
      source: line(limits.nameChars).describe('Where it was given, such as trade fair 2026'),
      at: timeBound('at').optional().describe('When it was given; now by default'),
    }),
    output: z.strictObject({
      consent: consentShape,
      warnings: z.array(warning).optional(),
    }),
  }),
};
