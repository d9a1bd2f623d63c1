import { timingSafeEqual } from 'node:crypto';
import type { Parameters } from '@postroad/core/account/oauth/authorization-request';
import {
  type ClientMetadata,
  grantTypes,
  isClientId,
  isDocumentAddress,
  readClientDocument,
  readRegistration,
} from '@postroad/core/account/oauth/oauth-client';
import { OAuthRefusal } from '@postroad/core/account/oauth/oauth-refusal';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import {
  findOAuthClient,
  insertOAuthClient,
  keepOAuthDocument,
  type OAuthClientRow,
} from '@postroad/store/account/oauth/oauth-client';
import type { Tx } from '@postroad/store/platform/transaction';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../../platform/addresses.ts';
import { TokenBucket } from '../../platform/token-bucket.ts';
import { hashToken } from '../authenticate.ts';
import { makeClientId, makeClientSecret } from './oauth-secrets.ts';

/** Reads a document from outside, from public addresses alone and within limits. */
export interface DocumentReader {
  read(
    url: string,
    most: { bytes: number; ms: number },
  ): Promise<{ text: string; cacheControl: string; error: string | null }>;
}

type Run = <T>(body: (tx: Tx) => Promise<T>) => Promise<T>;

/** The answer to a registration (RFC 7591 §3.2.1). */
export interface Registered {
  client_id: string;
  client_id_issued_at: number;
  client_name: string;
  client_uri?: string;
  redirect_uris: readonly string[];
  grant_types: readonly string[];
  response_types: readonly string[];
  token_endpoint_auth_method: string;
  client_secret?: string;
  /** 0: never. */
  client_secret_expires_at?: number;
}

function unknownClient(): OAuthRefusal {
  return new OAuthRefusal(
    'invalid_client',
    'This server does not know the application. It has to register again.',
  );
}

const rate = { perSecond: limits.oauthRegistrations / 60, burst: limits.oauthRegistrations };

/** Limits registrations by the network they come from, in this process. */
export class RegistrationLimit {
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: limits.failedLoginAddresses });

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts a registration. Throws a Refusal if too many came from there. */
  count(address: string): void {
    const key = networkOf(address);
    const bucket = this.#buckets.get(key) ?? new TokenBucket(rate, this.#now());
    this.#buckets.set(key, bucket);
    const { waitSeconds } = bucket.take(this.#now());
    if (waitSeconds === 0) return;
    const detail = `Too many applications registered from your address. Wait ${waitSeconds} s.`;
    throw new Refusal('rate_limited', detail, { retry_after: waitSeconds });
  }
}

/** Registers a client. Throws an OAuthRefusal. */
export async function registerClient(run: Run, value: unknown): Promise<Registered> {
  const client = readRegistration(value);
  const id = makeClientId();
  const secret = client.authMethod === 'none' ? null : makeClientSecret();
  await run((tx) =>
    insertOAuthClient(
      tx,
      {
        client_id: id,
        ...columnsOf(client),
        auth_method: client.authMethod,
        secret_hash: secret === null ? null : hashToken(secret),
      },
      limits.oauthUnusedClients,
    ),
  );
  return {
    client_id: id,
    client_id_issued_at: Math.floor(Date.now() / 1_000),
    client_name: client.name,
    ...(client.uri === null ? {} : { client_uri: client.uri }),
    redirect_uris: client.redirectUris,
    grant_types: grantTypes,
    response_types: ['code'],
    token_endpoint_auth_method: client.authMethod,
    ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
  };
}

function columnsOf({ name, uri, redirectUris }: ClientMetadata) {
  return { name, uri, redirect_uris: redirectUris };
}

/** For how many seconds a document may be used, as its server says (RFC 9111). */
function freshSeconds(cacheControl: string): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0;
  const [, seconds = '300'] = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl) ?? [];
  return Math.min(Number(seconds), limits.oauthDocumentSeconds);
}

function parsed(text: string, address: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OAuthRefusal('invalid_client', `The document at ${address} is no JSON.`);
  }
}

/** A client by its id, whose metadata document is read where it has one. Throws an OAuthRefusal. */
export async function resolveClient(
  run: Run,
  documents: DocumentReader,
  clientId: string,
): Promise<OAuthClientRow> {
  if (!isClientId(clientId)) throw unknownClient();
  const known = await run((tx) => findOAuthClient(tx, clientId));
  if (known?.is_fresh) return known;
  if (!isDocumentAddress(clientId)) throw unknownClient();
  const { text, cacheControl, error } = await documents.read(clientId, {
    bytes: limits.oauthDocumentBytes,
    ms: limits.oauthDocumentMs,
  });
  if (error !== null) {
    throw new OAuthRefusal(
      'invalid_client',
      `The document of the application at ${clientId} cannot be read. ${error}`,
    );
  }
  const client = readClientDocument(parsed(text, clientId), clientId);
  return await run((tx) =>
    keepOAuthDocument(
      tx,
      { client_id: clientId, ...columnsOf(client) },
      freshSeconds(cacheControl),
    ),
  );
}

/** Id and secret as a request has them: in the header, or in the form. */
function credentialsOf(
  parameters: Parameters,
  authorization: string | undefined,
): { id: string; secret: string | null; isBasic: boolean } {
  const [, encoded] = /^Basic +([A-Za-z\d+/=_-]{1,8000}) *$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) {
    const id = parameters.get('client_id');
    if (id === undefined) throw new OAuthRefusal('invalid_client', 'client_id is missing.');
    return { id, secret: parameters.get('client_secret') ?? null, isBasic: false };
  }
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  // Both are encoded as in a form (RFC 6749 §2.3.1).
  const decoded = new URLSearchParams(`id=${id}&secret=${rest.join(':')}`);
  return {
    id: decoded.get('id') ?? '',
    secret: decoded.get('secret') ?? '',
    isBasic: true,
  };
}

/** The client that asks for tokens, by the way it registered. Throws an OAuthRefusal. */
export async function authenticateClient(
  tx: Tx,
  parameters: Parameters,
  authorization: string | undefined,
): Promise<OAuthClientRow> {
  const { id, secret, isBasic } = credentialsOf(parameters, authorization);
  const client = isClientId(id) ? await findOAuthClient(tx, id) : null;
  if (client === null) throw unknownClient();
  const { secret_hash: expected, auth_method: method } = client;
  // A client without a secret may send an empty one.
  if (expected === null) {
    if (secret === null || secret === '') return client;
    throw new OAuthRefusal('invalid_client', 'This application has no secret. Send none.');
  }
  const isRight = secret !== null && timingSafeEqual(hashToken(secret), expected);
  if (isRight && isBasic === (method === 'client_secret_basic')) return client;
  throw new OAuthRefusal('invalid_client', `The application must prove itself by ${method}.`);
}
