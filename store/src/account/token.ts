import type { Scope } from '@postroad/core/platform/operations/scope';
import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Code } from '../platform/codes.ts';
import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';

/** What a new token has, besides its secret and its time. */
interface NewToken {
  name: string;
  scopes: readonly Scope[];
  created_by_kind: Code<'api_tokens.created_by_kind'> | null;
  created_by_name: string | null;
  parent_id: number | null;
  expires_at: Date | null;
  allowed_ips: readonly string[];
  /** The flow that it shows on pages of other sites; it opens nothing else. */
  flow_id?: number | null;
  /** Origins of those pages; empty: all. */
  sites?: readonly string[];
}

export interface TokenRow extends Required<NewToken> {
  id: number;
  /** Key of the flow of `flow_id`. */
  flow_key: string | null;
  legacy: boolean;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  /** The application that has it by a consent (OAuth). */
  client: { id: string; name: string } | null;
}

function columns({ sql }: Tx) {
  return sql`id, name, scopes, legacy, created_at, created_by_kind, created_by_name, parent_id,
    expires_at, last_used_at, allowed_ips, revoked_at, flow_id, sites,
    (select f.key from flows f where f.id = flow_id) as flow_key,
    (select json_build_object('id', c.client_id, 'name', c.name)
      from oauth_grants g join oauth_clients c on c.id = g.client_id
      where g.token_id = api_tokens.id) as client`;
}

/** Until its end, no other transaction makes or revokes a token. */
export async function lockTokens({ sql }: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.tokens})`;
}

export async function insertToken(
  tx: Tx,
  token: NewToken & { hash: Uint8Array },
): Promise<TokenRow> {
  const { sql, now } = tx;
  const [row] = await sql<[TokenRow]>`
    insert into api_tokens (name, scopes, hash, created_at, created_by_kind, created_by_name,
      parent_id, expires_at, allowed_ips, flow_id, sites)
    values (${token.name}, ${[...token.scopes]}, ${token.hash}, ${now}, ${token.created_by_kind},
      ${token.created_by_name}, ${token.parent_id}, ${token.expires_at}, ${[...token.allowed_ips]},
      ${token.flow_id ?? null}, ${[...(token.sites ?? [])]})
    returning ${columns(tx)}`;
  return row;
}

/** In order of id; `revoked` null for all. */
export async function listTokens(
  tx: Tx,
  { revoked }: { revoked: boolean | null },
  page: IdPage,
): Promise<TokenRow[]> {
  const { behind, order } = idPage(tx, page);
  return await tx.sql<TokenRow[]>`
    select ${columns(tx)} from api_tokens
    where (${revoked}::boolean is null or (revoked_at is not null) = ${revoked}) ${behind} ${order}`;
}

/**
 * Revokes the token and all that were made with it or with one of those. Returns false if there is
 * no such token, or if it is already revoked. The caller holds `lockTokens`.
 */
export async function revokeToken({ sql, now }: Tx, id: number): Promise<boolean> {
  const rows = await sql<{ id: number }[]>`
    with recursive family as (
      select t.id from api_tokens t where t.id = ${id} and t.revoked_at is null
      union all
      select t.id from api_tokens t join family f on t.parent_id = f.id
    )
    update api_tokens t set revoked_at = ${now} from family f
    where t.id = f.id and t.revoked_at is null returning t.id`;
  return rows.length > 0;
}

/** Whether a token is `of`, or was made with it or with one of those. */
export async function isOfFamily(
  { sql }: Tx,
  { id, of }: { id: number; of: number },
): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    with recursive line as (
      select t.id, t.parent_id from api_tokens t where t.id = ${id}
      union all
      select t.id, t.parent_id from api_tokens t join line l on t.id = l.parent_id
    )
    select exists (select from line where id = ${of}) as found`;
  return row.found;
}

/** A token of the API that was not revoked. */
export async function findToken(tx: Tx, id: number): Promise<TokenRow | null> {
  const [row] = await tx.sql<TokenRow[]>`
    select ${columns(tx)} from api_tokens
    where id = ${id} and revoked_at is null and flow_id is null`;
  return row ?? null;
}

export async function findTokenByHash(tx: Tx, hash: Uint8Array): Promise<TokenRow | null> {
  const [row] = await tx.sql<TokenRow[]>`
    select ${columns(tx)} from api_tokens
    where hash = ${hash} and revoked_at is null and flow_id is null`;
  return row ?? null;
}

/** A token that shows a flow, revoked ones too. */
export async function findFlowToken(
  tx: Tx,
  id: number,
): Promise<(TokenRow & { flow_key: string; expires_at: Date; hash: Uint8Array }) | null> {
  const [row] = await tx.sql<
    (TokenRow & { flow_key: string; expires_at: Date; hash: Uint8Array })[]
  >`select ${columns(tx)}, hash from api_tokens where id = ${id} and flow_id is not null`;
  return row ?? null;
}

/** Writes when tokens were last used, by id. */
export async function writeTokenUses({ sql }: Tx, uses: ReadonlyMap<number, Date>): Promise<void> {
  const [ids, times] = [[...uses.keys()], [...uses.values()].map((at) => at.toISOString())];
  await sql`
    update api_tokens t set last_used_at = u.at
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) u (id, at)
    where t.id = u.id and (t.last_used_at is null or t.last_used_at < u.at)`;
}
