import type { ClientAuthMethod } from '@postroad/core/account/oauth/oauth-client';
import type { Code } from '../../platform/codes.ts';
import type { Tx } from '../../platform/transaction.ts';

export interface OAuthClientRow {
  id: number;
  /** Its name in the protocol. */
  client_id: string;
  kind: Code<'oauth_clients.kind'>;
  name: string;
  uri: string | null;
  redirect_uris: string[];
  auth_method: ClientAuthMethod;
  secret_hash: Uint8Array | null;
  /** Whether its metadata document need not be read again yet. */
  is_fresh: boolean;
}

const columns = ({ sql }: Tx) => sql`
  id, client_id, kind, name, uri, redirect_uris, auth_method, secret_hash,
  coalesce(fresh_until_at > clock_timestamp(), true) as is_fresh`;

export async function findOAuthClient(tx: Tx, clientId: string): Promise<OAuthClientRow | null> {
  const [row] = await tx.sql<OAuthClientRow[]>`
    select ${columns(tx)} from oauth_clients where client_id = ${clientId}`;
  return row ?? null;
}

interface NewClient {
  client_id: string;
  name: string;
  uri: string | null;
  redirect_uris: readonly string[];
  auth_method: ClientAuthMethod;
  secret_hash: Uint8Array | null;
}

/** Adds a client that registered itself; of those without a consent the oldest give way. */
export async function insertOAuthClient(
  tx: Tx,
  client: NewClient,
  mostUnused: number,
): Promise<void> {
  const { sql } = tx;
  await sql`
    delete from oauth_clients where id in (
      select c.id from oauth_clients c
      where c.consented_at is null order by c.created_at desc, c.id desc offset ${mostUnused - 1})`;
  await sql`
    insert into oauth_clients
      (client_id, kind, name, uri, redirect_uris, auth_method, secret_hash, created_at)
    values (${client.client_id}, 'registered', ${client.name}, ${client.uri},
      ${[...client.redirect_uris]}, ${client.auth_method}, ${client.secret_hash}, clock_timestamp())`;
}

/** Keeps what the metadata document of a client says, for a while. */
export async function keepOAuthDocument(
  tx: Tx,
  client: Omit<NewClient, 'auth_method' | 'secret_hash'>,
  seconds: number,
): Promise<OAuthClientRow> {
  const { sql } = tx;
  const [row] = await sql<[OAuthClientRow]>`
    insert into oauth_clients
      (client_id, kind, name, uri, redirect_uris, auth_method, created_at, fresh_until_at)
    values (${client.client_id}, 'document', ${client.name}, ${client.uri},
      ${[...client.redirect_uris]}, 'none', clock_timestamp(),
      clock_timestamp() + ${seconds} * interval '1 second')
    on conflict (client_id) do update set name = excluded.name, uri = excluded.uri,
      redirect_uris = excluded.redirect_uris, fresh_until_at = excluded.fresh_until_at
    returning ${columns(tx)}`;
  return row;
}

/** Removes clients that nobody consented to, and codes that are long over. */
export async function forgetOAuth(
  { sql }: Tx,
  { unusedMs, codesMs }: { unusedMs: number; codesMs: number },
): Promise<void> {
  await sql`
    delete from oauth_codes
    where expires_at <= clock_timestamp() - ${codesMs} * interval '1 millisecond'`;
  await sql`
    delete from oauth_clients
    where consented_at is null
      and created_at <= clock_timestamp() - ${unusedMs} * interval '1 millisecond'`;
}
