import { componentKeysNamedIn } from '@postroad/core/content/liquid/component-tag';
import { themeKeysNamedIn } from '@postroad/core/content/themes/theme-tags';
import type { Code } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';

/** A kind of record that a text can name in a tag. */
export type Named = Code<'content_references.kind'>;

type HolderColumn = 'email_id' | 'layout_id' | 'component_id';

/** Replaces the references of an email, layout or component. */
export async function writeReferences(
  { sql }: Tx,
  column: HolderColumn,
  id: number,
  text: string,
): Promise<void> {
  const components = componentKeysNamedIn(text);
  const themes = themeKeysNamedIn(text);
  await sql`delete from content_references where ${sql(column)} = ${id}`;
  if (components.length + themes.length === 0) return;
  await sql`
    insert into content_references (${sql(column)}, kind, key)
    select ${id}::bigint, kind, key
    from unnest(
      ${[...components.map(() => 'component'), ...themes.map(() => 'theme')]}::text[],
      ${[...components, ...themes]}::text[]) as named (kind, key)`;
}

/** How many records of each kind name a key. */
export interface ReferenceCounts {
  layouts: number;
  components: number;
  emails: number;
}

export async function countReferences(
  { sql }: Tx,
  kind: Named,
  keys: readonly string[],
): Promise<Map<string, ReferenceCounts>> {
  const rows = await sql<({ key: string } & ReferenceCounts)[]>`
    select key, count(layout_id)::bigint as layouts, count(component_id)::bigint as components,
      count(email_id)::bigint as emails
    from content_references where kind = ${kind} and key = any(${[...keys]}::text[]) group by key`;
  return new Map(rows.map(({ key, ...counts }) => [key, counts]));
}

/** A record that names a key, with its display name. */
export interface ReferenceRow {
  /** The key it names. */
  key: string;
  holder: keyof ReferenceCounts;
  id: number;
  name: string;
  holder_key: string;
  /** Set for emails. */
  archived: boolean;
}

/**
 * The first records of each kind that name a key, in order of id; at most `most` per key and kind.
 */
export async function listReferences(
  { sql }: Tx,
  kind: Named,
  keys: readonly string[],
  most: number,
): Promise<ReferenceRow[]> {
  return await sql<ReferenceRow[]>`
    select wanted.key, held.*
    from unnest(${[...keys]}::text[]) as wanted (key)
    cross join lateral (
      (select 'layouts' as holder, l.id, l.name, l.key as holder_key, false as archived
       from content_references r join layouts l on l.id = r.layout_id
       where r.kind = ${kind} and r.key = wanted.key and r.email_id is null
       order by l.id limit ${most})
      union all
      (select 'components', c.id, c.name, c.key, false
       from content_references r join components c on c.id = r.component_id
       where r.kind = ${kind} and r.key = wanted.key and r.email_id is null
       order by c.id limit ${most})
      union all
      (select 'emails', e.id, e.name, e.key, e.archived_at is not null
       from content_references r join emails e on e.id = r.email_id
       where r.kind = ${kind} and r.key = wanted.key and r.email_id is not null
       order by r.email_id limit ${most})) held`;
}

/** Layouts that use a theme or name it in a tag, with their number (THEME-25, THEME-26). */
export async function listLayoutsOfTheme(
  { sql }: Tx,
  theme: { id: number; key: string },
  most: number,
): Promise<{ id: number; key: string; name: string; count: number }[]> {
  return await sql<{ id: number; key: string; name: string; count: number }[]>`
    select id, key, name, count(*) over ()::bigint as count from layouts
    where theme_id = ${theme.id} or exists (
      select from content_references r
      where r.layout_id = layouts.id and r.kind = 'theme' and r.key = ${theme.key})
    order by id limit ${most}`;
}

/** Of the default layout those without one too. */
export function inLayout(sql: Tx['sql'], layoutId: number) {
  return sql`(layout_id = ${layoutId} or (layout_id is null and exists (
    select from layouts d where d.id = ${layoutId} and d.is_default)))`;
}

/** Emails of a layout, archived ones included, with their number. */
export async function listEmailsOfLayout(
  { sql }: Tx,
  layoutId: number,
  most: number,
): Promise<{ id: number; key: string; name: string; archived: boolean; count: number }[]> {
  return await sql<{ id: number; key: string; name: string; archived: boolean; count: number }[]>`
    select id, key, name, archived_at is not null as archived, count(*) over ()::bigint as count
    from emails where ${inLayout(sql, layoutId)} order by id limit ${most}`;
}

/** Emails, archived ones included, that name one of the keys. */
export async function findEmailsNaming(
  { sql }: Tx,
  kind: Named,
  keys: readonly string[],
): Promise<number[]> {
  const rows = await sql<{ email_id: number }[]>`
    select distinct email_id from content_references
    where kind = ${kind} and key = any(${[...keys]}::text[]) and email_id is not null
    order by email_id`;
  return rows.map(({ email_id }) => email_id);
}
