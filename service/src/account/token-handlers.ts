import type { OperationInput } from '@postroad/core/catalog/catalog';
import { tokenRefused } from '@postroad/core/platform/bearer';
import { orderedScopes } from '@postroad/core/platform/operations/scope';
import { invalid, notFound } from '@postroad/core/platform/refusal';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import {
  findToken,
  insertToken,
  listTokens,
  lockTokens,
  revokeToken,
  type TokenRow,
} from '@postroad/store/account/token';
import type { Tx } from '@postroad/store/platform/transaction';
import { type AccountTime, clockFor } from '../platform/account-clock.ts';
import { type Actor, actorKind, tokenIdOf } from '../platform/actor.ts';
import { AddressRanges } from '../platform/addresses.ts';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { hashToken, makeSecret } from './authenticate.ts';

type Input = OperationInput<'create_token'>;

function tokenView(row: TokenRow) {
  const { id, name, scopes, legacy, parent_id, allowed_ips } = row;
  const { created_by_kind: kind, created_by_name: by } = row;
  return {
    ...{ id, name, legacy, parent_id },
    scopes: [...scopes],
    allowed_ips: [...allowed_ips],
    created_at: row.created_at.toISOString(),
    created_by: kind === null ? null : { kind, name: by ?? '' },
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

function scopesOf({ scope, scopes }: Input) {
  if (scope !== undefined && scopes !== undefined) {
    const message = 'Send scope for one scope or scopes for several, not both.';
    throw invalid([{ path: 'scopes', code: 'value_invalid', message }]);
  }
  const given = scopes ?? (scope === undefined ? [] : [scope]);
  if (given.length > 0) return orderedScopes(given);
  throw invalid([{ path: 'scope', code: 'required', message: 'scope is required.' }]);
}

/** When the token ends: no later than the one that makes it (TOK-06). */
async function endOf(
  { expires_at }: Input,
  { tx, deps }: { tx: Tx; deps: AccountTime },
  parent: TokenRow | null,
): Promise<Date | null> {
  const latest = parent?.expires_at ?? null;
  if (expires_at === undefined) return latest;
  const end = parseTimestamp(expires_at, await clockFor(tx, deps, [expires_at]));
  const path = 'expires_at';
  if (end === null || end <= tx.now) {
    const message = 'expires_at is over already; name a later time, or leave it out.';
    throw invalid([{ path, code: 'value_invalid', message }]);
  }
  if (latest !== null && end > latest) {
    const message = `expires_at is after the end of the token that you use, ${latest.toISOString()}; it may not end later.`;
    throw invalid([{ path, code: 'value_invalid', message }]);
  }
  return end;
}

/** From where the token may be used: from no address that the one that makes it may not (TOK-06). */
function addressesOf({ allowed_ips }: Input, parent: TokenRow | null): readonly string[] {
  const outer = parent?.allowed_ips ?? [];
  if (allowed_ips === undefined || allowed_ips.length === 0) return outer;
  const ranges = new AddressRanges(outer);
  const beyond = allowed_ips.findIndex((text) => !ranges.isEmpty && !ranges.contains(text));
  if (beyond === -1) return [...new Set(allowed_ips)];
  const message = `${String(allowed_ips[beyond])} is not among the addresses of the token that you use: ${outer.join(', ')}.`;
  throw invalid([{ path: `allowed_ips[${beyond}]`, code: 'value_invalid', message }]);
}

/** The token that makes another; null where API_TOKEN or a command does. */
async function parentOf(tx: Tx, actor: Actor): Promise<TokenRow | null> {
  const id = tokenIdOf(actor);
  if (id === null) return null;
  await lockTokens(tx);
  const parent = await findToken(tx, id);
  if (parent === null) throw tokenRefused();
  return parent;
}

export const tokenHandlers: Pick<
  Handlers<AccountTime>,
  'list_tokens' | 'create_token' | 'revoke_token'
> = {
  list_tokens: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listTokens(tx, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { tokens: shown.map(tokenView), next_cursor };
  }),
  create_token: transaction(async (input, { tx, deps, actor }) => {
    const scopes = scopesOf(input);
    const parent = await parentOf(tx, actor);
    const secret = makeSecret();
    const row = await insertToken(tx, {
      name: input.name,
      ...{ scopes, hash: hashToken(secret) },
      ...{ created_by_kind: actorKind(actor), created_by_name: actor.name },
      parent_id: parent?.id ?? null,
      expires_at: await endOf(input, { tx, deps }, parent),
      allowed_ips: addressesOf(input, parent),
    });
    return { token: tokenView(row), secret };
  }),
  revoke_token: transaction(async ({ token_id }, { tx }) => {
    await lockTokens(tx);
    if (!(await revokeToken(tx, token_id))) throw notFound('token', token_id);
    return { deleted: true };
  }),
};
