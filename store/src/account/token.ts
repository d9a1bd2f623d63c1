import type { Code } from '../platform/codes.ts';
import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';

export interface TokenRow {
  id: number;
  name: string;
  scope: Code<'api_tokens.scope'>;
  created_at: Date;
  revoked_at: Date | null;
}

export async function insertToken(
  { sql, now }: Tx,
  token: { name: string; scope: Code<'api_tokens.scope'>; hash: Uint8Array },
): Promise<TokenRow> {
  const [row] = await sql<[TokenRow]>`
    insert into api_tokens (name, scope, hash, created_at)
    values (${token.name}, ${token.scope}, ${token.hash}, ${now})
    returning id, name, scope, created_at, revoked_at`;
  return row;
}

/** In order of id. */
export async function listTokens(tx: Tx, page: IdPage): Promise<TokenRow[]> {
  const { behind, order } = idPage(tx, page);
  return await tx.sql<TokenRow[]>`
    select id, name, scope, created_at, revoked_at from api_tokens
    where true ${behind} ${order}`;
}

/** Returns false if there is no such token, or if it is already revoked. */
export async function revokeToken({ sql, now }: Tx, id: number): Promise<boolean> {
  const rows = await sql`
    update api_tokens set revoked_at = ${now} where id = ${id} and revoked_at is null returning 1`;
  return rows.length === 1;
}

export async function findTokenByHash({ sql }: Tx, hash: Uint8Array): Promise<TokenRow | null> {
  const [row] = await sql<TokenRow[]>`
    select id, name, scope, created_at, revoked_at from api_tokens
    where hash = ${hash} and revoked_at is null`;
  return row ?? null;
}
