import { randomBytes } from 'node:crypto';
import { notFound } from '@postroad/core/platform/refusal';
import { insertToken, listTokens, revokeToken, type TokenRow } from '@postroad/store/account/token';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { hashToken } from './authenticate.ts';

function tokenView(row: TokenRow) {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    created_at: row.created_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

export const tokenHandlers: Pick<Handlers, 'list_tokens' | 'create_token' | 'revoke_token'> = {
  list_tokens: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listTokens(tx, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { tokens: shown.map(tokenView), next_cursor };
  }),
  create_token: transaction(async ({ name, scope }, { tx }) => {
    // The prefix lets secret scanners find a token that was committed by mistake.
    const secret = `postroad_${randomBytes(24).toString('base64url')}`;
    const row = await insertToken(tx, { name, scope, hash: hashToken(secret) });
    return { token: tokenView(row), secret };
  }),
  revoke_token: transaction(async ({ token_id }, { tx }) => {
    if (!(await revokeToken(tx, token_id))) throw notFound('token', token_id);
    return { deleted: true };
  }),
};
