import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';
import { writeReferences } from './content-reference.ts';

export interface ComponentSummaryRow {
  id: number;
  key: string;
  name: string;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

export interface ComponentRow extends ComponentSummaryRow {
  html: string;
}

/** Without markup, in order of id; `after` is the id of the last row shown. */
export async function listComponents(tx: Tx, page: IdPage): Promise<ComponentSummaryRow[]> {
  const { behind, order } = idPage(tx, page);
  return await tx.sql<ComponentSummaryRow[]>`
    select id, key, name, revision, created_at, updated_at from components
    where true ${behind} ${order}`;
}

/** Every component with markup, in order of id. */
export async function readComponents({ sql }: Tx): Promise<ComponentRow[]> {
  return await sql<ComponentRow[]>`
    select id, key, name, html, revision, created_at, updated_at from components order by id`;
}

/** By key, or by id if the address is a number. */
export async function findComponent({ sql }: Tx, address: string): Promise<ComponentRow | null> {
  const id = /^\d{1,15}$/.test(address) ? Number(address) : null;
  const [row] = await sql<ComponentRow[]>`
    select id, key, name, html, revision, created_at, updated_at from components
    where key = ${address} or id = ${id}::bigint
    order by key = ${address} desc limit 1`;
  return row ?? null;
}

export async function insertComponent(
  tx: Tx,
  component: { key: string; name: string; html: string },
): Promise<ComponentRow> {
  const { sql, now } = tx;
  const [row] = await sql<[ComponentRow]>`
    insert into components (key, name, html, created_at, updated_at)
    values (${component.key}, ${component.name}, ${component.html}, ${now}, ${now})
    returning id, key, name, html, revision, created_at, updated_at`;
  await writeReferences(tx, 'component_id', row.id, component.html);
  return row;
}

export async function updateComponent(
  tx: Tx,
  id: number,
  component: { name: string; html: string },
): Promise<ComponentRow> {
  const { sql, now } = tx;
  const [row] = await sql<[ComponentRow]>`
    update components set name = ${component.name}, html = ${component.html}, updated_at = ${now}
    where id = ${id} returning id, key, name, html, revision, created_at, updated_at`;
  await writeReferences(tx, 'component_id', id, component.html);
  return row;
}

export async function deleteComponent({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from components where id = ${id}`;
}
