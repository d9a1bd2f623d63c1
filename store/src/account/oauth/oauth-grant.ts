import type { Scope } from '@postroad/core/platform/operations/scope';
import type { Code } from '../../platform/codes.ts';
import type { Tx } from '../../platform/transaction.ts';

/** A consent that is to be exchanged for a token. */
interface Consent {
  client_id: number;
  parent_id: number | null;
  granted_by_kind: Code<'oauth_codes.granted_by_kind'>;
  granted_by_name: string;
  name: string;
  scopes: readonly Scope[];
  redirect_uri: string;
  challenge: string;
}

export interface OAuthCodeRow extends Consent {
  is_over: boolean;
  token_id: number | null;
}

/** Writes a consent with the hash of its code. */
export async function insertOAuthCode(
  { sql }: Tx,
  code: Consent & { hash: Uint8Array },
  lifeMs: number,
): Promise<void> {
  await sql`
    update oauth_clients set consented_at = clock_timestamp() where id = ${code.client_id}`;
  await sql`
    insert into oauth_codes (hash, client_id, parent_id, granted_by_kind, granted_by_name, name,
      scopes, redirect_uri, challenge, created_at, expires_at)
    values (${code.hash}, ${code.client_id}, ${code.parent_id}, ${code.granted_by_kind},
      ${code.granted_by_name}, ${code.name}, ${[...code.scopes]}, ${code.redirect_uri},
      ${code.challenge}, clock_timestamp(),
      clock_timestamp() + ${lifeMs} * interval '1 millisecond')`;
}

/** A code, which no other transaction exchanges meanwhile. */
export async function lockOAuthCode({ sql }: Tx, hash: Uint8Array): Promise<OAuthCodeRow | null> {
  const [row] = await sql<OAuthCodeRow[]>`
    select client_id, parent_id, granted_by_kind, granted_by_name, name, scopes, redirect_uri,
      challenge, token_id, expires_at <= clock_timestamp() as is_over
    from oauth_codes where hash = ${hash} for update`;
  return row ?? null;
}

/** Who consented, and whether the code was exchanged already. */
export async function findOAuthConsent(
  { sql }: Tx,
  hash: Uint8Array,
): Promise<Pick<OAuthCodeRow, 'granted_by_kind' | 'granted_by_name' | 'token_id'> | null> {
  const [row] = await sql<Pick<OAuthCodeRow, 'granted_by_kind' | 'granted_by_name' | 'token_id'>[]>`
    select granted_by_kind, granted_by_name, token_id from oauth_codes where hash = ${hash}`;
  return row ?? null;
}

/** Notes that a code was used; `tokenId` is null where it was shown without its verifier. */
export async function useOAuthCode(
  { sql }: Tx,
  hash: Uint8Array,
  tokenId: number | null,
): Promise<void> {
  await sql`
    update oauth_codes set token_id = ${tokenId}, expires_at = least(expires_at, clock_timestamp())
    where hash = ${hash}`;
}

interface Secrets {
  family: Uint8Array;
  refresh: Uint8Array;
}

export async function insertOAuthGrant(
  { sql }: Tx,
  grant: Secrets & { tokenId: number; clientId: number; lifeMs: number },
): Promise<void> {
  await sql`
    insert into oauth_grants
      (token_id, client_id, family_hash, refresh_hash, refresh_expires_at, refreshed_at)
    values (${grant.tokenId}, ${grant.clientId}, ${grant.family}, ${grant.refresh},
      clock_timestamp() + ${grant.lifeMs} * interval '1 millisecond', clock_timestamp())`;
}

export interface OAuthGrantRow {
  token_id: number;
  client_id: number;
  is_over: boolean;
  /** Whether the secret that was sent is the one that is good. */
  is_current: boolean;
  /** Whether it is the one that was good before it. */
  is_previous: boolean;
  /** Of a renewal that may come again, as it was just made; null: there is none. */
  repeatable: { salt: Uint8Array; token_hash: Uint8Array } | null;
}

/**
 * The grant that a renewal secret belongs to, which no other transaction renews meanwhile. A renewal is
 * repeatable for `repeatMs`.
 */
export async function lockOAuthGrant(
  { sql }: Tx,
  { family, refresh }: Secrets,
  repeatMs: number,
): Promise<OAuthGrantRow | null> {
  type Row = Omit<OAuthGrantRow, 'repeatable'> & {
    is_young: boolean;
    salt: Uint8Array | null;
    token_hash: Uint8Array;
  };
  const [row] = await sql<Row[]>`
    select g.token_id, g.client_id, g.refresh_expires_at <= clock_timestamp() as is_over,
      g.refresh_hash = ${refresh} as is_current,
      coalesce(g.previous_hash = ${refresh}, false) as is_previous,
      g.refreshed_at > clock_timestamp() - ${repeatMs} * interval '1 millisecond'
        and t.expires_at > clock_timestamp() as is_young,
      g.salt, t.hash as token_hash
    from oauth_grants g join api_tokens t on t.id = g.token_id
    where g.family_hash = ${family} for update of g`;
  if (row === undefined) return null;
  const { is_young, salt, token_hash, ...grant } = row;
  return { ...grant, repeatable: is_young && salt !== null ? { salt, token_hash } : null };
}

/** Gives a grant its next secrets; false where its token was revoked. */
export async function renewOAuthGrant(
  { sql }: Tx,
  next: {
    tokenId: number;
    token: Uint8Array;
    refresh: Uint8Array;
    salt: Uint8Array;
    lifeMs: number;
    end: Date;
  },
): Promise<boolean> {
  const rows = await sql`
    update api_tokens set hash = ${next.token}, expires_at = ${next.end}
    where id = ${next.tokenId} and revoked_at is null returning 1`;
  if (rows.length === 0) return false;
  await sql`
    update oauth_grants set previous_hash = refresh_hash, salt = ${next.salt},
      refresh_hash = ${next.refresh}, refreshed_at = clock_timestamp(),
      refresh_expires_at = clock_timestamp() + ${next.lifeMs} * interval '1 millisecond'
    where token_id = ${next.tokenId}`;
  return true;
}

/** A token of an application by its own secret, or by one that renews it. */
export async function findOAuthToken(
  { sql }: Tx,
  { token, family }: { token: Uint8Array; family: Uint8Array },
): Promise<{ token_id: number; client_id: number; name: string } | null> {
  const [row] = await sql<{ token_id: number; client_id: number; name: string }[]>`
    select g.token_id, g.client_id, t.name from oauth_grants g
    join api_tokens t on t.id = g.token_id where t.hash = ${token} or g.family_hash = ${family}`;
  return row ?? null;
}

/** Whether a token is one of an application. */
export async function isOfApplication({ sql }: Tx, tokenId: number): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select exists (select from oauth_grants where token_id = ${tokenId}) as found`;
  return row.found;
}
