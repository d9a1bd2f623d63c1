import type { Tx } from './transaction.ts';

export interface TagRow {
  id: number;
  name: string;
  /** Lower case without surrounding spaces; what tags are told apart by. */
  normalized: string;
}

/** Ids by normalised name, with a row made for each name that had none (RUN-08). */
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
