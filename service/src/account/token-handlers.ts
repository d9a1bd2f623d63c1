import { signInAddress } from '@postroad/core/account/console-addresses';
import type { OperationInput } from '@postroad/core/catalog/catalog';
import { tokenRefused } from '@postroad/core/platform/bearer';
import { limits } from '@postroad/core/platform/limits';
import { orderedScopes } from '@postroad/core/platform/operations/scope';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import { insertSignInLink } from '@postroad/store/account/session';
import {
  findToken,
  insertToken,
  isOfFamily,
  listTokens,
  lockTokens,
  revokeToken,
  type TokenRow,
} from '@postroad/store/account/token';
import type { Tx } from '@postroad/store/platform/transaction';
import { type AccountTime, clockFor } from '../platform/account-clock.ts';
import { type Actor, actorKind, tokenIdOf } from '../platform/actor.ts';
import { AddressRanges } from '../platform/addresses.ts';
import { type Context, type Handlers, read, transaction } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { hashToken, makeSecret, type Operator } from './authenticate.ts';
import { hashSessionSecret, makeSessionSecret, ownerOf } from './session-secrets.ts';

type Input = OperationInput<'create_token'>;

export interface SignInLinks extends AccountTime {
  /** Base address of this service in links. */
  address: { url: string };
  operatorToken: Operator;
}

export function tokenView(row: TokenRow) {
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
    ...{ flow_key: row.flow_key, sites: [...row.sites], client: row.client },
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
export async function endOf(
  { expires_at }: Pick<Input, 'expires_at'>,
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
export async function parentOf(tx: Tx, actor: Actor): Promise<TokenRow | null> {
  const id = tokenIdOf(actor);
  if (id === null) return null;
  await lockTokens(tx);
  const parent = await findToken(tx, id);
  if (parent === null) throw tokenRefused();
  return parent;
}

type Making = Pick<Context<SignInLinks>, 'tx' | 'deps' | 'actor'>;

async function makeToken(input: Input, { tx, deps, actor }: Making) {
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
  return { row, secret };
}

function noLinkForApplications(): Refusal {
  const detail =
    'This token belongs to an application, which cannot sign in to the console. Invite the person, who gets a token of their own.';
  return new Refusal('conflict', detail);
}

function linkOfExpired({ name, expires_at }: TokenRow): Refusal {
  const ended = expires_at?.toISOString() ?? '';
  const detail = `The token "${name}" expired at ${ended}, so a link would sign nobody in. Invite the person again.`;
  return new Refusal('conflict', detail);
}

/** Makes a link that signs in a token once; null is the operator's. */
async function linkTo(token: Pick<TokenRow, 'id'> | null, { tx, deps }: Making, lifeMs: number) {
  const code = makeSessionSecret();
  const owner = ownerOf(token?.id ?? null, deps.operatorToken, 'sign-in', code);
  if (owner === null) throw tokenRefused();
  const hash = hashSessionSecret('sign-in', code);
  const end = await insertSignInLink(tx, { hash, owner, lifeMs });
  return {
    url: signInAddress(deps.address.url, code),
    link_expires_at: end.toISOString(),
  };
}

export const tokenHandlers: Pick<
  Handlers<SignInLinks>,
  'list_tokens' | 'create_token' | 'invite_operator' | 'create_sign_in_link' | 'revoke_token'
> = {
  list_tokens: read(async ({ revoked = null, ...input }, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listTokens(tx, { revoked }, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { tokens: shown.map(tokenView), next_cursor };
  }),
  create_token: transaction(async (input, context) => {
    const { row, secret } = await makeToken(input, context);
    return { token: tokenView(row), secret };
  }),
  // Nobody gets the secret of the token: the person has sessions, and asks for a link where they end.
  invite_operator: transaction(async (input, context) => {
    const { scope, scopes } = input;
    const chosen = scope === undefined && scopes === undefined ? { scope: 'write' as const } : {};
    const { row } = await makeToken({ ...input, ...chosen }, context);
    return { token: tokenView(row), ...(await linkTo(row, context, limits.invitationMs)) };
  }),
  create_sign_in_link: transaction(async ({ token_id }, context) => {
    const { tx, actor } = context;
    await lockTokens(tx);
    const own = tokenIdOf(actor);
    const id = token_id ?? own;
    if (id === null) {
      return { token: null, ...(await linkTo(null, context, limits.signInLinkMs)) };
    }
    const token = await findToken(tx, id);
    // Another's token may end later than one's own, or be good from other addresses.
    if (token === null || (own !== null && !(await isOfFamily(tx, { id, of: own })))) {
      throw notFound('token', id);
    }
    if (token.client !== null) throw noLinkForApplications();
    if (token.expires_at !== null && token.expires_at <= tx.now) throw linkOfExpired(token);
    const lifeMs = token_id === undefined || id === own ? limits.signInLinkMs : limits.invitationMs;
    return { token: tokenView(token), ...(await linkTo(token, context, lifeMs)) };
  }),
  revoke_token: transaction(async ({ token_id }, { tx }) => {
    await lockTokens(tx);
    if (!(await revokeToken(tx, token_id))) throw notFound('token', token_id);
    return { deleted: true };
  }),
};
