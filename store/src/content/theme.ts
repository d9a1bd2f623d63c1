import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';

export interface ThemeRow {
  id: number;
  key: string;
  name: string;
  is_default: boolean;
  /** Only the variables that were set. */
  variables: Record<string, unknown>;
  revision: number;
}

export interface ThemeContent {
  key: string;
  name: string;
  variables: object;
}

export async function listThemes({ sql }: Tx): Promise<ThemeRow[]> {
  return await sql<ThemeRow[]>`
    select id, key, name, is_default, variables, revision from themes order by id`;
}

/** A page of the themes, in order of id. */
export async function themePage(tx: Tx, page: IdPage): Promise<ThemeRow[]> {
  const { behind, order } = idPage(tx, page);
  return await tx.sql<ThemeRow[]>`
    select id, key, name, is_default, variables, revision from themes
    where true ${behind} ${order}`;
}

/** By key, or by id if the address is a number (THEME-03). */
export async function findTheme({ sql }: Tx, address: string): Promise<ThemeRow | null> {
  const id = /^\d{1,15}$/.test(address) ? Number(address) : null;
  const [row] = await sql<ThemeRow[]>`
    select id, key, name, is_default, variables, revision from themes
    where key = ${address} or id = ${id}::bigint
    order by key = ${address} desc limit 1`;
  return row ?? null;
}

export async function insertTheme({ sql, now }: Tx, theme: ThemeContent): Promise<ThemeRow> {
  const [row] = await sql<[ThemeRow]>`
    insert into themes (key, name, variables, created_at, updated_at)
    values (${theme.key}, ${theme.name}, ${JSON.stringify(theme.variables)}::text::jsonb, ${now},
      ${now})
    returning id, key, name, is_default, variables, revision`;
  return row;
}

export async function updateTheme(
  { sql, now }: Tx,
  id: number,
  theme: Omit<ThemeContent, 'key'>,
): Promise<ThemeRow> {
  const [row] = await sql<[ThemeRow]>`
    update themes set name = ${theme.name}, updated_at = ${now},
      variables = ${JSON.stringify(theme.variables)}::text::jsonb
    where id = ${id} returning id, key, name, is_default, variables, revision`;
  return row;
}

export async function deleteTheme({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from themes where id = ${id}`;
}

/**
 * Clears the old default first, because only one may exist, and returns its id. The caller holds the
 * content lock alone.
 */
export async function makeThemeDefault({ sql, now }: Tx, id: number): Promise<number | null> {
  const [former] = await sql<{ id: number }[]>`
    update themes set is_default = false, updated_at = ${now}
    where is_default and id <> ${id} returning id`;
  await sql`
    update themes set is_default = true, updated_at = ${now} where id = ${id} and not is_default`;
  return former?.id ?? null;
}
