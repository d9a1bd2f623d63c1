import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { id, revision } from '../platform/operations/shapes.ts';

const profile = z.strictObject({
  name: z.string(),
  timezone: z.string().describe('IANA zone that times are read in'),
  default_from_address: z
    .string()
    .describe(
      'Sender of emails that name none; at localhost until it is set, here or by MAIL_FROM',
    ),
  reply_to: z.string().nullable().describe('Where answers go; null: the sender'),
  base_url: z.string().nullable().describe('Address of this service in links; null: BASE_URL'),
  preview_person_id: id.nullable().describe('Whom emails are previewed as; null: anyone'),
  tracking: z
    .boolean()
    .describe('Whether opens and clicks are counted, but for emails that say no'),
  revision,
});

export const profileOperations = {
  get_profile: defineOperation({
    noun: 'profile',
    verb: 'get',
    summary: 'Get the account: name, timezone, default from address, base URL.',
    method: 'GET',
    path: '/profile',
    safety: 'read',
    revised: 'profile',
    status: 200,
    input: z.strictObject({}),
    output: z.strictObject({ profile }),
  }),
  update_profile: defineOperation({
    noun: 'profile',
    verb: 'update',
    summary: 'Change the account; fields left out stay.',
    method: 'PATCH',
    path: '/profile',
    safety: 'replace',
    scope: 'admin',
    revised: 'profile',
    status: 200,
    input: z.strictObject({
      name: z.string().trim().max(limits.nameChars).optional(),
      timezone: z.string().max(limits.nameChars).optional(),
      default_from_address: z
        .string()
        .max(limits.nameChars + limits.addressChars)
        .optional(),
      reply_to: z
        .string()
        .max(limits.nameChars + limits.addressChars)
        .nullable()
        .optional(),
      base_url: z.string().max(limits.urlChars).nullable().optional(),
      preview_person_id: id
        .nullable()
        .optional()
        .describe('Whom emails are previewed as where nobody is named'),
      tracking: z.boolean().optional().describe('false: no open pixels, links as written'),
    }),
    output: z.strictObject({ profile }),
  }),
};
