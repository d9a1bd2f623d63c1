import { z } from 'zod';
import { jsonFault } from '../../platform/json-value.ts';
import { limits } from '../../platform/limits.ts';
import { fieldErrors } from '../../platform/operations/parse-input.ts';
import { parseUrl } from '../../platform/url.ts';
import { OAuthRefusal } from './oauth-refusal.ts';
import { redirectFault } from './redirect-uri.ts';

/** How a client proves who it is where it asks for tokens. */
export const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;

export type ClientAuthMethod = (typeof clientAuthMethods)[number];

/** Grants that a client may use. */
export const grantTypes = ['authorization_code', 'refresh_token'] as const;

/** What a client says of itself (RFC 7591 §2); members that are not known are left out, as that asks. */
export interface ClientMetadata {
  name: string;
  /** Its site. */
  uri: string | null;
  redirectUris: readonly string[];
  authMethod: ClientAuthMethod;
}

const text = z.string().max(limits.oauthUriChars);

/** Clients write null for what they leave out, where their language makes records of all members. */
const metadata = z.object({
  client_name: text.nullish(),
  client_uri: text.nullish(),
  redirect_uris: z.array(text).min(1).max(limits.oauthRedirectUris),
  token_endpoint_auth_method: text.nullish(),
  grant_types: z.array(text).max(20).nullish(),
  response_types: z.array(text).max(20).nullish(),
});

const document = metadata.extend({ client_id: text });

/** A name on one line, without what hides or turns text. */
export function shownName(name: string): string {
  const line = name.normalize('NFC').replace(/[\p{C}\p{Z}]+/gu, ' ');
  return [...line.trim()].slice(0, limits.oauthNameChars).join('');
}

function webAddress(uri: string | null | undefined): string | null {
  if (uri === null || uri === undefined) return null;
  return /^https?:$/.test(parseUrl(uri)?.protocol ?? '') ? uri : null;
}

function refuse(description: string): never {
  throw new OAuthRefusal('invalid_client_metadata', description);
}

/** Reads by a schema. Text that cannot be stored is refused too; the first fault is said as the API says it. */
function readBy<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const unstorable = jsonFault(value);
  if (unstorable !== null) {
    refuse([unstorable.path, unstorable.message].filter(Boolean).join(': '));
  }
  const read = schema.safeParse(value, { reportInput: true });
  if (read.success) return read.data;
  const [fault] = fieldErrors(schema, read.error.issues, 1);
  return refuse(fault?.message ?? '');
}

/** The scheme of an own application says more than nothing, where it has no host. */
function nameFrom(redirectUris: readonly string[]): string {
  const [first = ''] = redirectUris;
  const { host, protocol } = new URL(first);
  return shownName(host === '' ? protocol.replace(':', '') : host);
}

function clientOf(given: z.infer<typeof metadata>, authMethod: ClientAuthMethod): ClientMetadata {
  const { redirect_uris: redirectUris, grant_types: grants, response_types: responses } = given;
  for (const uri of redirectUris) {
    const fault = redirectFault(uri);
    if (fault !== null) throw new OAuthRefusal('invalid_redirect_uri', fault);
  }
  if (grants && !grants.includes('authorization_code')) {
    refuse('grant_types needs authorization_code: a person consents to every client.');
  }
  if (responses && !responses.includes('code')) refuse('response_types needs code.');
  const name = shownName(given.client_name ?? '');
  return {
    name: name === '' ? nameFrom(redirectUris) : name,
    uri: webAddress(given.client_uri),
    redirectUris,
    authMethod,
  };
}

/** Reads a registration (RFC 7591 §3.1). Throws an OAuthRefusal. */
export function readRegistration(value: unknown): ClientMetadata {
  const given = readBy(metadata, value);
  const asked = given.token_endpoint_auth_method ?? 'client_secret_basic';
  const method = clientAuthMethods.find((known) => known === asked);
  if (method === undefined) {
    refuse(`token_endpoint_auth_method takes ${clientAuthMethods.join(', ')}.`);
  }
  return clientOf(given, method);
}

/** Whether a text can be the id of a client at all (RFC 6749 appendix A.1). */
export function isClientId(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text) && text.length <= limits.oauthUriChars;
}

/** Whether an id of a client is the address of its metadata document. */
export function isDocumentAddress(clientId: string): boolean {
  const url = /^https?:\/\//.test(clientId) ? parseUrl(clientId) : null;
  if (url === null) return false;
  const { pathname, hash, username, password, href } = url;
  // Written in one way only, so that two texts are never one client.
  return pathname !== '/' && hash === '' && username === '' && password === '' && href === clientId;
}

/** Reads the metadata document of a client, which must name its own address. Throws an OAuthRefusal. */
export function readClientDocument(value: unknown, address: string): ClientMetadata {
  const given = readBy(document, value);
  const { client_id: id, token_endpoint_auth_method: asked } = given;
  if (id !== address) refuse(`The document at ${address} is that of another client.`);
  // Everybody can read the document, so nothing in it is a secret.
  if ((asked ?? 'none') !== 'none')
    refuse('token_endpoint_auth_method of a metadata document must be none.');
  return clientOf(given, 'none');
}
