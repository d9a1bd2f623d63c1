import { hash, timingSafeEqual } from 'node:crypto';
import {
  namedScopes,
  type Parameters,
  required,
  requireResource,
  verifierOf,
} from '@postroad/core/account/oauth/authorization-request';
import { OAuthRefusal } from '@postroad/core/account/oauth/oauth-refusal';
import { limits } from '@postroad/core/platform/limits';
import { grants } from '@postroad/core/platform/operations/scope';
import { insertActs } from '@postroad/store/account/change';
import {
  findOAuthToken,
  insertOAuthGrant,
  lockOAuthCode,
  lockOAuthGrant,
  type OAuthCodeRow,
  type OAuthGrantRow,
  renewOAuthGrant,
  useOAuthCode,
} from '@postroad/store/account/oauth/oauth-grant';
import {
  findToken,
  insertToken,
  lockTokens,
  revokeToken,
  type TokenRow,
} from '@postroad/store/account/token';
import type { Tx } from '@postroad/store/platform/transaction';
import { hashToken, makeSecret } from '../authenticate.ts';
import { authenticateClient } from './oauth-clients.ts';
import {
  accessSecretOf,
  hashesOf,
  isOAuthCode,
  makeRefreshSecret,
  makeSalt,
  nextRefreshSecret,
  type RefreshSecret,
  readRefreshSecret,
  refreshText,
} from './oauth-secrets.ts';

/** The answer to a request for a token (OAuth 2.1 §3.2.3). */
export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

export interface TokenRequest {
  parameters: Parameters;
  authorization: string | undefined;
  issuer: string;
}

/** A refusal that is committed with what was written before it, such as a revocation. */
export type Outcome = TokenAnswer | OAuthRefusal;

const badCode = () =>
  new OAuthRefusal('invalid_grant', 'The code is wrong, was used already, or its minute is over.');
const badRefresh = () =>
  new OAuthRefusal('invalid_grant', 'The refresh token is wrong, was used already, or has ended.');
const parentEnded = () =>
  new OAuthRefusal('invalid_grant', 'The token of the person who consented has ended.');

/** Revokes the token of an application, and says so in the history. */
async function revokeFor(tx: Tx, token: Pick<TokenRow, 'id'>): Promise<void> {
  await lockTokens(tx);
  const { name = null } = (await findToken(tx, token.id)) ?? {};
  if (name === null || !(await revokeToken(tx, token.id))) return;
  note(tx, { id: token.id, name }, 'deleted');
}

function note(
  tx: Tx,
  { id, name }: Pick<TokenRow, 'id' | 'name'>,
  action: 'created' | 'deleted',
): void {
  tx.work.tell({ resource: 'tokens', id, action });
  const act = { resource: 'tokens', recordId: id, recordKey: null, recordName: name };
  tx.work.gather(insertActs, [{ ...act, action, elseOnly: false }]);
}

/** When a token ends that is made or renewed now: in an hour, and no later than that of the person. */
function endFrom({ now }: Tx, parent: TokenRow | null): Date | null {
  const end = new Date(now.getTime() + limits.oauthAccessMs);
  const latest = parent?.expires_at ?? null;
  if (latest === null || latest > end) return end;
  return latest > now ? latest : null;
}

function answerOf(
  { now }: Tx,
  given: { secret: string; refresh: string; end: Date; scopes: readonly string[] },
): TokenAnswer {
  return {
    access_token: given.secret,
    token_type: 'Bearer',
    expires_in: Math.floor((given.end.getTime() - now.getTime()) / 1_000),
    refresh_token: given.refresh,
    scope: given.scopes.join(' '),
  };
}

function fits(verifier: string, challenge: string): boolean {
  const [made, kept] = [Buffer.from(hash('sha256', verifier, 'base64url')), Buffer.from(challenge)];
  return made.length === kept.length && timingSafeEqual(made, kept);
}

/** The token of the person who consented; undefined where it has ended. */
async function parentOf(tx: Tx, id: number | null): Promise<TokenRow | null | undefined> {
  return id === null ? null : ((await findToken(tx, id)) ?? undefined);
}

/** Exchanges a code, which is good once: a second use revokes what the first one got (OAUTH-01). */
export async function exchangeCode(tx: Tx, request: TokenRequest): Promise<Outcome> {
  const { parameters, authorization, issuer } = request;
  const client = await authenticateClient(tx, parameters, authorization);
  requireResource(parameters, issuer);
  const sent = required(parameters, 'code');
  const verifier = verifierOf(parameters);
  if (!isOAuthCode(sent)) return badCode();
  const codeHash = hashToken(sent);
  await lockTokens(tx);
  const code = await lockOAuthCode(tx, codeHash);
  if (code === null || code.client_id !== client.id) return badCode();
  if (code.token_id !== null) await revokeFor(tx, { id: code.token_id });
  if (code.token_id !== null || code.is_over) return badCode();
  const redirectUri = parameters.get('redirect_uri') ?? code.redirect_uri;
  if (redirectUri !== code.redirect_uri || !fits(verifier, code.challenge)) {
    await useOAuthCode(tx, codeHash, null);
    return badCode();
  }
  const parent = await parentOf(tx, code.parent_id);
  const end = parent === undefined ? null : endFrom(tx, parent);
  if (parent === undefined || end === null) return parentEnded();
  return await makeToken(tx, { code, codeHash, parent, end });
}

async function makeToken(
  tx: Tx,
  made: { code: OAuthCodeRow; codeHash: Buffer; parent: TokenRow | null; end: Date },
): Promise<TokenAnswer> {
  const { code, codeHash, parent, end } = made;
  const secret = makeSecret();
  const token = await insertToken(tx, {
    ...{ name: code.name, scopes: code.scopes, hash: hashToken(secret) },
    ...{ created_by_kind: code.granted_by_kind, created_by_name: code.granted_by_name },
    ...{ parent_id: code.parent_id, expires_at: end, allowed_ips: parent?.allowed_ips ?? [] },
  });
  const refresh = makeRefreshSecret();
  await insertOAuthGrant(tx, {
    ...{ tokenId: token.id, clientId: code.client_id, lifeMs: limits.oauthRefreshMs },
    ...hashesOf(refresh),
  });
  await useOAuthCode(tx, codeHash, token.id);
  note(tx, token, 'created');
  return answerOf(tx, { secret, refresh: refreshText(refresh), end, scopes: code.scopes });
}

/**
 * Renews a token: it gets other secrets, and the old ones are good for nothing. One that was used before
 * has been copied, so nobody is given anything by that consent any more. For some seconds it gets the
 * same tokens again instead: the clients of the SDK renew once for each call that they have open.
 */
export async function renewToken(tx: Tx, request: TokenRequest): Promise<Outcome> {
  const { parameters, authorization, issuer } = request;
  const client = await authenticateClient(tx, parameters, authorization);
  requireResource(parameters, issuer);
  const sent = readRefreshSecret(required(parameters, 'refresh_token'));
  if (sent === null) return badRefresh();
  await lockTokens(tx);
  const grant = await lockOAuthGrant(tx, hashesOf(sent), limits.oauthRepeatMs);
  if (grant === null || grant.client_id !== client.id) return badRefresh();
  const made = madeBefore(grant, sent);
  if (!grant.is_current && made === null) {
    await revokeFor(tx, { id: grant.token_id });
    return badRefresh();
  }
  const token = grant.is_over ? null : await findToken(tx, grant.token_id);
  if (token === null) return badRefresh();
  const parent = await parentOf(tx, token.parent_id);
  const end = parent === undefined ? null : endFrom(tx, parent);
  if (end === null) return parentEnded();
  // What a scope implies was allowed with it, though it is not in the list (contract-2 §8).
  if (namedScopes(parameters).some((scope) => !grants(token.scopes, scope))) {
    return new OAuthRefusal('invalid_scope', 'The person did not allow all of these scopes.');
  }
  const { scopes } = token;
  if (made !== null) return answerOf(tx, { ...made, end: token.expires_at ?? end, scopes });
  const next = await renewedSecrets(tx, { tokenId: token.id, sent, end });
  return next === null ? badRefresh() : answerOf(tx, { ...next, end, scopes });
}

interface Secrets {
  secret: string;
  refresh: string;
}

/** The secrets of the renewal that was just made from this one, or that gave it; null: it is none of them. */
function madeBefore(
  { is_current, is_previous, repeatable }: OAuthGrantRow,
  sent: RefreshSecret,
): Secrets | null {
  if (repeatable === null || !(is_current || is_previous)) return null;
  const { salt, token_hash: kept } = repeatable;
  const refresh = is_current ? sent : nextRefreshSecret(sent, salt);
  const secret = accessSecretOf(refresh, salt);
  // A process of an earlier version may have renewed it since.
  return hashToken(secret).equals(kept) ? { secret, refresh: refreshText(refresh) } : null;
}

/** Gives a token its next secrets; null where it was revoked. */
async function renewedSecrets(
  tx: Tx,
  { tokenId, sent, end }: { tokenId: number; sent: RefreshSecret; end: Date },
): Promise<Secrets | null> {
  const salt = makeSalt();
  const next = nextRefreshSecret(sent, salt);
  const secret = accessSecretOf(next, salt);
  const isRenewed = await renewOAuthGrant(tx, {
    ...{ tokenId, token: hashToken(secret), end, salt },
    ...{ refresh: hashesOf(next).refresh, lifeMs: limits.oauthRefreshMs },
  });
  return isRenewed ? { secret, refresh: refreshText(next) } : null;
}

/** The hashes by which a token is found that an application wants revoked. */
export function revocableBy(sent: string): { token: Buffer; family: Buffer } {
  const refresh = readRefreshSecret(sent);
  const none = Buffer.alloc(0);
  if (refresh === null) return { token: hashToken(sent), family: none };
  return { token: none, family: hashesOf(refresh).family };
}

/** Revokes what an application no longer needs; what is unknown is as good as revoked (RFC 7009). */
export async function revokeByClient(
  tx: Tx,
  { parameters, authorization }: Omit<TokenRequest, 'issuer'>,
): Promise<void> {
  const client = await authenticateClient(tx, parameters, authorization);
  const found = await findOAuthToken(tx, revocableBy(required(parameters, 'token')));
  if (found !== null && found.client_id === client.id) await revokeFor(tx, { id: found.token_id });
}
