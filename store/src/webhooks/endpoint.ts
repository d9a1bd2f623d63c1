import type { Code } from '../platform/codes.ts';
import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';

export interface EndpointRow {
  id: number;
  key: string;
  url: string;
  description: string;
  events: string[];
  enabled: boolean;
  disabled_reason: Code<'webhook_endpoints.disabled_reason'> | null;
  failing_since_at: Date | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

type EndpointContent = Pick<EndpointRow, 'key' | 'url' | 'description' | 'events' | 'enabled'>;

function columns({ sql }: Tx) {
  return sql`e.*, s.failing_since_at`;
}

function tables({ sql }: Tx) {
  return sql`webhook_endpoints e join webhook_secrets s on s.endpoint_id = e.id`;
}

/** Makes other transactions that change endpoints wait, so that the last of them knows all. */
export async function lockEndpoints({ sql }: Tx): Promise<void> {
  await sql`lock table webhook_endpoints in share row exclusive mode`;
}

/** By key, or by id if the address is a number. */
export async function findEndpoint(tx: Tx, address: string): Promise<EndpointRow | null> {
  const { sql } = tx;
  const id = /^\d{1,15}$/.test(address) ? Number(address) : null;
  const [row] = await sql<EndpointRow[]>`
    select ${columns(tx)} from ${tables(tx)} where e.key = ${address} or e.id = ${id}::bigint
    order by e.key = ${address} desc limit 1`;
  return row ?? null;
}

/** In order of id. */
export async function listEndpoints(tx: Tx, page: IdPage): Promise<EndpointRow[]> {
  const { behind, order } = idPage(tx, page);
  return await tx.sql<EndpointRow[]>`
    select ${columns(tx)} from ${tables(tx)} where true ${behind} ${order}`;
}

export async function listEndpointKeys({ sql }: Tx): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`select key from webhook_endpoints`;
  return rows.map(({ key }) => key);
}

/** All endpoints by key, for checks of what names them. */
export async function listEndpointStates({
  sql,
}: Tx): Promise<{ id: number; key: string; enabled: boolean }[]> {
  return await sql<{ id: number; key: string; enabled: boolean }[]>`
    select id, key, enabled from webhook_endpoints order by key`;
}

export async function insertEndpoint(
  { sql, now }: Tx,
  { secret, ...endpoint }: EndpointContent & { secret: Uint8Array },
): Promise<number> {
  const [row] = await sql<[{ id: number }]>`
    insert into webhook_endpoints (key, url, description, events, enabled, created_at, updated_at)
    values (${endpoint.key}, ${endpoint.url}, ${endpoint.description},
      ${endpoint.events}::text[], ${endpoint.enabled}, ${now}, ${now})
    returning id`;
  await sql`insert into webhook_secrets (endpoint_id, secret) values (${row.id}, ${secret})`;
  return row.id;
}

/** An operator who enables it again, or leads it elsewhere, gives it all of its time to recover. */
export async function updateEndpoint(
  { sql, now }: Tx,
  { id, ...held }: Pick<EndpointRow, 'id' | 'url' | 'enabled'>,
  endpoint: Omit<EndpointContent, 'key'>,
): Promise<void> {
  await sql`
    update webhook_endpoints set url = ${endpoint.url}, description = ${endpoint.description},
      events = ${endpoint.events}::text[], enabled = ${endpoint.enabled},
      disabled_reason = case when ${endpoint.enabled} then null else disabled_reason end,
      updated_at = ${now}
    where id = ${id}`;
  if ((endpoint.enabled && !held.enabled) || endpoint.url !== held.url) {
    await sql`
      update webhook_secrets set failing_since_at = null
      where endpoint_id = ${id} and failing_since_at is not null`;
  }
}

export async function deleteEndpoint({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from webhook_endpoints where id = ${id}`;
}

/** Until when the former secret signs too; null where there is none, or its time is over. */
export async function formerSecretEnd({ sql, now }: Tx, id: number): Promise<Date | null> {
  const [row] = await sql<{ former_until_at: Date }[]>`
    select former_until_at from webhook_secrets
    where endpoint_id = ${id} and former_until_at > ${now}`;
  return row?.former_until_at ?? null;
}

/** The former secret signs too until a time; null for not at all. */
export async function rotateSecret(
  { sql }: Tx,
  id: number,
  { secret, formerUntil }: { secret: Uint8Array; formerUntil: Date | null },
): Promise<void> {
  await sql`
    update webhook_secrets set secret = ${secret},
      former_secret = case when ${formerUntil}::timestamptz is not null then secret end,
      former_until_at = ${formerUntil}
    where endpoint_id = ${id}`;
}

/**
 * Disables endpoints for a reason of the service, unless they have another URL than the one that was asked;
 * the history shows it as a change. Returns their ids.
 */
export async function disableEndpoints(
  { sql, now }: Tx,
  asked: readonly (readonly [id: number, url: string])[],
  reason: Code<'webhook_endpoints.disabled_reason'>,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    update webhook_endpoints e set enabled = false, disabled_reason = ${reason}, updated_at = ${now}
    from unnest(${asked.map(([id]) => id)}::bigint[], ${asked.map(([, url]) => url)}::text[])
      as a (id, url)
    where e.id = a.id and e.url = a.url and e.enabled returning e.id`;
  return rows.map(({ id }) => id);
}

/** Endpoints that the service disabled, and that nobody has changed since. */
export async function listDisabledEndpoints(
  tx: Tx,
  limit: number,
): Promise<Pick<EndpointRow, 'key' | 'url' | 'disabled_reason' | 'updated_at'>[]> {
  return await tx.sql<EndpointRow[]>`
    select key, url, disabled_reason, updated_at from webhook_endpoints
    where not enabled and disabled_reason is not null order by id limit ${limit}`;
}
