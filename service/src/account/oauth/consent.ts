import {
  type CheckedRequest,
  checkRequest,
  type Parameters,
  readParameters,
  required,
  usualScopes,
} from '@postroad/core/account/oauth/authorization-request';
import { shownName } from '@postroad/core/account/oauth/oauth-client';
import { OAuthRefusal } from '@postroad/core/account/oauth/oauth-refusal';
import {
  isLoopbackRedirect,
  isRegisteredRedirect,
  redirectHost,
  withParameters,
} from '@postroad/core/account/oauth/redirect-uri';
import { limits } from '@postroad/core/platform/limits';
import {
  grants,
  orderedScopes,
  type Scope,
  scopes,
} from '@postroad/core/platform/operations/scope';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import type { OAuthClientRow } from '@postroad/store/account/oauth/oauth-client';
import { insertOAuthCode } from '@postroad/store/account/oauth/oauth-grant';
import { findToken } from '@postroad/store/account/token';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Actor, actorKind, tokenIdOf } from '../../platform/actor.ts';
import { hashToken } from '../authenticate.ts';
import { makeOAuthCode } from './oauth-secrets.ts';

/** What a person sees before they consent. */
export interface ConsentView {
  client: {
    name: string;
    /** Its site, as it says. */
    uri: string | null;
    /** The host of its metadata document, which is proof of who it is; null: nobody has proven that. */
    proven_host: string | null;
  };
  /** Where the person is sent back to. */
  redirect: { uri: string; host: string; is_loopback: boolean };
  /** What it asks for, and what is ticked at first. */
  asked: Scope[];
  ticked: Scope[];
  /** All that the person may allow. */
  offered: Scope[];
  /** When the token of the person ends, and with it this one. */
  ends_at: string | null;
  /** From where alone it can be used. */
  allowed_ips: string[];
}

/** A request that can only be answered with an error; the page says so and leads back. */
export interface RefusedRequest {
  refused: { error: string; description: string; host: string; redirect_to: string };
}

export interface Decision {
  allow: boolean;
  scopes: readonly Scope[];
  /** What the person calls the token. */
  name: string;
}

/** A request whose client and address of return are right. */
export interface OpenRequest {
  parameters: Parameters;
  client: OAuthClientRow;
  redirectUri: string;
}

/** Only they make tokens (contract-2 §8). */
export function requireAdmin({ scopes: given }: Actor): void {
  if (grants(given, 'admin')) return;
  throw new Refusal(
    'forbidden',
    'Only somebody with the scope admin connects applications. Sign in with such a token, or ask somebody who has one.',
  );
}

/** Reads a request as far as it must be right before anybody is sent anywhere. */
export async function openRequest(
  query: string,
  resolve: (clientId: string) => Promise<OAuthClientRow>,
): Promise<OpenRequest> {
  const parameters = readParameters(query);
  const client = await resolve(required(parameters, 'client_id'));
  const redirectUri = required(parameters, 'redirect_uri');
  if (isRegisteredRedirect(redirectUri, client.redirect_uris)) {
    return { parameters, client, redirectUri };
  }
  throw new OAuthRefusal(
    'invalid_request',
    'redirect_uri is none of the addresses that the application named when it registered.',
  );
}

/** The address of an answer to a request (OAuth 2.1 §4.1.2, RFC 9207). */
function answerTo(
  { parameters, redirectUri }: OpenRequest,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const state = parameters.get('state');
  return withParameters(redirectUri, {
    ...answer,
    ...(state === undefined ? {} : { state }),
    iss: issuer,
  });
}

function refusalTo(request: OpenRequest, issuer: string, { code, message }: OAuthRefusal): string {
  return answerTo(request, issuer, { error: code, error_description: message });
}

/** The rest of a request, or the refusal that its application is sent. */
function checked(request: OpenRequest, issuer: string): CheckedRequest | OAuthRefusal {
  try {
    return checkRequest(request.parameters, issuer);
  } catch (error) {
    if (error instanceof OAuthRefusal) return error;
    throw error;
  }
}

export async function viewOf(
  tx: Tx,
  request: OpenRequest,
  { actor, issuer }: { actor: Actor; issuer: string },
): Promise<ConsentView | RefusedRequest> {
  const { client, redirectUri } = request;
  const host = redirectHost(redirectUri);
  const rest = checked(request, issuer);
  if (rest instanceof OAuthRefusal) {
    const { code: error, message: description } = rest;
    const to = refusalTo(request, issuer, rest);
    return { refused: { error, description, host, redirect_to: to } };
  }
  const tokenId = tokenIdOf(actor);
  const token = tokenId === null ? null : await findToken(tx, tokenId);
  const usual: readonly Scope[] = usualScopes;
  return {
    client: {
      name: client.name,
      uri: client.uri,
      proven_host: client.kind === 'document' ? new URL(client.client_id).host : null,
    },
    redirect: { uri: redirectUri, host, is_loopback: isLoopbackRedirect(redirectUri) },
    asked: rest.asked,
    ticked: rest.asked.filter((scope) => usual.includes(scope)),
    offered: [...scopes],
    ends_at: token?.expires_at?.toISOString() ?? null,
    allowed_ips: [...(token?.allowed_ips ?? [])],
  };
}

/** Writes the decision of a person; answers where their browser is sent. */
export async function decide(
  tx: Tx,
  request: OpenRequest,
  { actor, issuer, decision }: { actor: Actor; issuer: string; decision: Decision },
): Promise<string> {
  const rest = checked(request, issuer);
  if (rest instanceof OAuthRefusal) return refusalTo(request, issuer, rest);
  if (!decision.allow) {
    const denied = new OAuthRefusal('access_denied', 'The person did not consent.');
    return refusalTo(request, issuer, denied);
  }
  const given = orderedScopes(decision.scopes);
  if (given.length === 0) {
    const message = 'Allow at least one thing, or refuse.';
    throw invalid([{ path: 'scopes', code: 'required', message }]);
  }
  const code = makeOAuthCode();
  const name = shownName(decision.name);
  await insertOAuthCode(
    tx,
    {
      hash: hashToken(code),
      client_id: request.client.id,
      parent_id: tokenIdOf(actor),
      granted_by_kind: actorKind(actor),
      granted_by_name: actor.name,
      name: name === '' ? request.client.name : name,
      scopes: given,
      redirect_uri: request.redirectUri,
      challenge: rest.challenge,
    },
    limits.oauthCodeMs,
  );
  return answerTo(request, issuer, { code });
}
