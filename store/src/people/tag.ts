import { readLiveCounts } from '../platform/live-counts.ts';
import type { Tx } from '../platform/transaction.ts';

export interface TagRow {
  id: number;
  name: string;
  /** Lower case, without surrounding spaces; unique. */
  normalized: string;
}

/** Returns ids by normalised name and creates the missing tags (RUN-08). */
export async function ensureTags(
  { sql, now }: Tx,
  tags: { name: string; normalized: string }[],
): Promise<TagRow[]> {
  const distinct = [...new Map(tags.map((tag) => [tag.normalized, tag])).values()].sort((a, b) =>
    a.normalized < b.normalized ? -1 : 1,
  );
  await sql`
    insert into tags (name, normalized, created_at)
    select name, normalized, ${now}
    from unnest(${distinct.map((tag) => tag.name)}::text[], ${distinct.map((tag) => tag.normalized)}::text[])
      as wanted (name, normalized)
    on conflict (normalized) do nothing`;
  return await sql<TagRow[]>`
    select id, name, normalized from tags
    where normalized = any(${distinct.map((tag) => tag.normalized)}::text[])`;
}

export async function findTags({ sql }: Tx, normalized: string[]): Promise<TagRow[]> {
  return await sql<TagRow[]>`
    select id, name, normalized from tags where normalized = any(${normalized}::text[])`;
}

export async function findTagsByIds({ sql }: Tx, ids: number[]): Promise<TagRow[]> {
  return await sql<TagRow[]>`select id, name, normalized from tags where id = any(${ids}::int[])`;
}

export async function listTags({ sql }: Tx): Promise<TagRow[]> {
  return await sql<TagRow[]>`select id, name, normalized from tags order by normalized`;
}

/** The first `limit` names in order of creation. */
export async function listTagNames({ sql }: Tx, limit: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from tags order by id limit ${limit}`;
  return rows.map((row) => row.name);
}

export interface CountedTagRow {
  id: number;
  name: string;
  people: number;
}

/**
 * A page of tags with the number of people of each, in order of id; `q` filters by part of the
 * name, in any case. Counts nobody: the numbers are kept (COUNT-05).
 */
export async function countedTags(
  tx: Tx,
  query: { q: string | null; after: number; limit: number },
): Promise<CountedTagRow[]> {
  const pattern = query.q === null ? null : `%${query.q.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await tx.sql<Omit<CountedTagRow, 'people'>[]>`
    select id, name from tags
    where id > ${query.after}::bigint and (${pattern}::text is null or name ilike ${pattern})
    order by id limit ${query.limit}`;
  const ids = rows.map(({ id }) => id);
  const counts = await readLiveCounts(tx, 'tag', ids);
  const people = new Map(counts.map(({ subject_id, count }) => [subject_id, count]));
  return rows.map((row) => ({ ...row, people: people.get(row.id) ?? 0 }));
}
