import { z } from 'zod';
import { defineOperation, scopes } from '../platform/operations/operation.ts';
import { id, name, nextCursor, rowsBy, timestamp } from '../platform/operations/shapes.ts';

const scope = z
  .enum(scopes)
  .describe('draft: read, keep drafts and dry-run writes; publishes nothing');

const token = z.strictObject({
  id,
  name: z.string(),
  scope: z.enum(scopes),
  created_at: timestamp,
  revoked_at: timestamp.nullable(),
});

export const tokenOperations = {
  list_tokens: defineOperation({
    noun: 'tokens',
    verb: 'list',
    summary: 'List API tokens; secrets are never shown.',
    method: 'GET',
    path: '/tokens',
    safety: 'read',
    status: 200,
    input: z.strictObject({ ...rowsBy('id', '-id') }),
    output: z.strictObject({ tokens: z.array(token), next_cursor: nextCursor }),
  }),
  create_token: defineOperation({
    noun: 'tokens',
    verb: 'create',
    summary: 'Create an API token; the secret is answered this once.',
    method: 'POST',
    path: '/tokens',
    safety: 'add',
    status: 201,
    input: z.strictObject({ name, scope }),
    output: z.strictObject({ token, secret: z.string() }),
  }),
  revoke_token: defineOperation({
    noun: 'tokens',
    verb: 'revoke',
    summary: 'Revoke an API token at once.',
    method: 'DELETE',
    path: '/tokens/:token_id',
    safety: 'remove',
    status: 200,
    input: z.strictObject({ token_id: id }),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
};
