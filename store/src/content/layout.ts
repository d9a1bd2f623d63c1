import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';
import { writeReferences } from './content-reference.ts';

export interface LayoutSummaryRow {
  id: number;
  /** Never changes; unique. */
  key: string;
  name: string;
  /** Key of its own theme; null uses the default theme. */
  theme: string | null;
  /** Key of the theme it renders with. */
  resolved_theme: string;
  is_default: boolean;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

export interface LayoutRow extends LayoutSummaryRow {
  html: string;
  css: string;
}

export interface LayoutContent {
  name: string;
  html: string;
  css: string;
  theme_id: number | null;
}

/** Without markup, in order of id; `after` is the id of the last row shown. */
export async function listLayouts(
  tx: Tx,
  { key, ...page }: IdPage & { key: string | null },
): Promise<LayoutSummaryRow[]> {
  const { sql } = tx;
  const { behind, order } = idPage(tx, page, 'l.id');
  return await sql<LayoutSummaryRow[]>`
    select l.id, l.key, l.name, t.key as theme, coalesce(t.key, d.key) as resolved_theme, l.is_default,
      l.revision, l.created_at, l.updated_at
    from layouts l left join themes t on t.id = l.theme_id left join themes d on d.is_default
    where ${key === null ? sql`true` : sql`l.key = ${key}`} ${behind} ${order}`;
}

/** With markup; null reads all. Id 0 means the default layout. */
export async function findLayouts({ sql }: Tx, ids: number[] | null): Promise<LayoutRow[]> {
  return await sql<LayoutRow[]>`
    ${withMarkup(sql)}
    where ${ids}::bigint[] is null or l.id = any(${ids}::bigint[])
      or l.is_default and 0 = any(${ids}::bigint[])
    order by l.id`;
}

/** The layout of an email; null if there is no such email. */
export async function findLayoutOf({ sql }: Tx, emailId: number): Promise<LayoutRow | null> {
  const [row] = await sql<LayoutRow[]>`
    ${withMarkup(sql)}
    join emails e on e.id = ${emailId} and coalesce(e.layout_id = l.id, l.is_default)`;
  return row ?? null;
}

function withMarkup(sql: Tx['sql']) {
  return sql`
    select l.id, l.key, l.name, l.html, l.css, t.key as theme, coalesce(t.key, d.key) as resolved_theme,
      l.is_default, l.revision, l.created_at, l.updated_at
    from layouts l left join themes t on t.id = l.theme_id left join themes d on d.is_default`;
}

/** Takes a free id and key from `makeLayout`. Returns the id. */
export async function insertLayout(
  tx: Tx,
  { id, key }: { id: number; key: string },
  layout: LayoutContent,
): Promise<number> {
  const { sql, now } = tx;
  const [row] = await sql<[{ id: number }]>`
    insert into layouts (id, key, name, html, css, theme_id, created_at, updated_at)
    overriding system value
    values (${id}, ${key}, ${layout.name}, ${layout.html}, ${layout.css}, ${layout.theme_id},
      ${now}, ${now})
    returning id`;
  await writeReferences(tx, 'layout_id', row.id, `${layout.html}\n${layout.css}`);
  return row.id;
}

export async function updateLayout(tx: Tx, id: number, layout: LayoutContent): Promise<void> {
  const { sql, now } = tx;
  await sql`
    update layouts set name = ${layout.name}, html = ${layout.html}, css = ${layout.css},
      theme_id = ${layout.theme_id}, updated_at = ${now}
    where id = ${id}`;
  await writeReferences(tx, 'layout_id', id, `${layout.html}\n${layout.css}`);
}

export async function deleteLayout({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from layouts where id = ${id}`;
}

/**
 * Clears the old default first, because only one may exist, and returns its id. The caller holds the
 * content lock alone.
 */
export async function makeLayoutDefault({ sql, now }: Tx, id: number): Promise<number | null> {
  const [former] = await sql<{ id: number }[]>`
    update layouts set is_default = false, updated_at = ${now}
    where is_default and id <> ${id} returning id`;
  await sql`
    update layouts set is_default = true, updated_at = ${now} where id = ${id} and not is_default`;
  return former?.id ?? null;
}
