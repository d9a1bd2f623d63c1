import { limits } from '@postroad/core/platform/limits';
import { callApi } from '../providers/api-call.ts';

/** An OAuth client with a refresh token for a mailbox (RFC 6749 §6). */
export interface OauthClient {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
}

/**
 * Returns a function that gives an access token. Tokens are fetched with the refresh token, kept
 * until shortly before they expire, and concurrent calls share one request. Rejects with an Error
 * that shows no secret.
 */
export function createAccessTokenSource(client: OauthClient): () => Promise<string> {
  let cached = { token: '', expiresAt: 0 };
  let fetching: Promise<string> | null = null;
  return async () => {
    if (performance.now() < cached.expiresAt) return cached.token;
    fetching ??= fetchToken(client)
      .then((fresh) => {
        cached = fresh;
        return fresh.token;
      })
      .finally(() => {
        fetching = null;
      });
    return await fetching;
  };
}

async function fetchToken(client: OauthClient): Promise<{ token: string; expiresAt: number }> {
  const { tokenUrl, clientId, clientSecret, refreshToken } = client;
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await callApi({ url: tokenUrl, headers, body }, limits.providerAnswerMs);
  const what = `No access token from ${new URL(tokenUrl).host}`;
  if (answer.kind === 'failure') throw new Error(`${what}: ${answer.cause}.`);
  const token = answer.json?.access_token;
  const seconds = Number(answer.json?.expires_in ?? limits.oauthSeconds);
  // The access token becomes part of an SMTP command.
  if (answer.status !== 200 || typeof token !== 'string' || !/^[\x21-\x7e]{1,10000}$/.test(token)) {
    const error = answer.json?.error;
    const known = typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? `, ${error}` : '';
    throw new Error(`${what}: it answered ${answer.status}${known}.`);
  }
  const life = Number.isFinite(seconds) ? Math.max(0, seconds - limits.oauthSpareSeconds) : 0;
  return { token, expiresAt: performance.now() + life * 1000 };
}
