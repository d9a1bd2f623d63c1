import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { scopes } from '../platform/operations/scope.ts';
import {
  id,
  name,
  nextCursor,
  rowsBy,
  timeBound,
  timestamp,
} from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';
import { actorKinds } from './change-operations.ts';

const scope = z.enum(scopes);

const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** An IP address, or a range of them (CIDR). */
const allowedIp = z
  .string()
  .max(limits.addressRangeChars)
  .refine(
    (text) => addressRange.safeParse(text).success,
    'allowed_ips takes IP addresses and ranges such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48.',
  );

/** A token as lists show it. */
export const tokenShape = z.strictObject({
  id,
  name: z.string(),
  scopes: z.array(scope),
  legacy: z.boolean().describe('Made before there were these scopes: it may do what it could then'),
  created_at: timestamp,
  created_by: z.strictObject({ kind: z.enum(actorKinds), name: z.string() }).nullable(),
  parent_id: id.nullable().describe('The token that made it, and with which it ends'),
  expires_at: timestamp.nullable(),
  last_used_at: timestamp.nullable(),
  allowed_ips: z.array(z.string()).describe('Empty: any address'),
  revoked_at: timestamp.nullable(),
  flow_key: z.string().nullable().describe('The flow that it shows, and all that it opens'),
  client: z
    .strictObject({ id: untrusted(z.string()), name: untrusted(z.string()) })
    .nullable()
    .describe('The application to which a person gave it (OAuth), in its own words'),
  sites: z.array(z.string()).describe('Origins whose pages may show the flow. Empty: all'),
});

const newToken = {
  name,
  scope: scope.optional().describe('One scope, or several in scopes'),
  scopes: z
    .array(scope)
    .min(1)
    .max(scopes.length)
    .optional()
    .describe('events: record events, upsert people; write: all but admin'),
  expires_at: timeBound('expires_at').optional().describe('Never, when left out'),
  allowed_ips: z
    .array(allowedIp)
    .max(limits.tokenAddresses)
    .optional()
    .describe('Addresses and ranges (CIDR) that may use it; any when left out'),
};

const signInLink = {
  url: z.string().describe('Signs in once; empty in a dry run'),
  link_expires_at: timestamp,
};

export const tokenOperations = {
  list_tokens: defineOperation({
    noun: 'tokens',
    verb: 'list',
    summary: 'List API tokens; secrets are never shown.',
    method: 'GET',
    path: '/tokens',
    safety: 'read',
    scope: 'admin',
    status: 200,
    input: z.strictObject({
      revoked: z
        .boolean()
        .optional()
        .describe('Only revoked ones, or with false none of them; all when left out'),
      ...rowsBy('id', '-id'),
    }),
    output: z.strictObject({ tokens: z.array(tokenShape), next_cursor: nextCursor }),
  }),
  create_token: defineOperation({
    noun: 'tokens',
    verb: 'create',
    summary: 'Create an API token; the secret is answered this once.',
    method: 'POST',
    path: '/tokens',
    safety: 'add',
    scope: 'admin',
    status: 201,
    input: z.strictObject(newToken),
    secrets: ['secret'],
    output: z.strictObject({
      token: tokenShape,
      secret: z.string().describe('Shown this once, so keep it; empty in a dry run'),
    }),
  }),
  invite_operator: defineOperation({
    noun: 'tokens',
    verb: 'invite',
    summary: 'Invite a person by a link that signs in once, to a token with their name.',
    method: 'POST',
    path: '/tokens/invite',
    safety: 'add',
    scope: 'admin',
    status: 201,
    input: z.strictObject({
      ...newToken,
      name: name.describe('Of the person; the history shows it'),
      scope: scope.optional().describe('One scope, or several in scopes; write when left out'),
    }),
    secrets: ['url'],
    output: z.strictObject({ token: tokenShape, ...signInLink }),
  }),
  create_sign_in_link: defineOperation({
    noun: 'tokens',
    verb: 'link',
    summary: 'Create a link that signs in to the console once, for your own token or another.',
    method: 'POST',
    path: '/tokens/link',
    safety: 'add',
    scope: 'admin',
    status: 200,
    input: z.strictObject({
      token_id: id
        .optional()
        .describe('Your own token, or one that was made with it; your own when left out'),
    }),
    secrets: ['url'],
    output: z.strictObject({
      token: tokenShape
        .nullable()
        .describe('Whom the link signs in; null: the token of the operator'),
      ...signInLink,
    }),
  }),
  revoke_token: defineOperation({
    noun: 'tokens',
    verb: 'revoke',
    summary: 'Revoke an API token at once, and the tokens that were made with it.',
    method: 'DELETE',
    path: '/tokens/:token_id',
    safety: 'remove',
    scope: 'admin',
    status: 200,
    input: z.strictObject({ token_id: id }),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
};
