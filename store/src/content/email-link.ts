import type { Tx } from '../platform/transaction.ts';

/** The URLs of one compile of an email, with a digest that identifies them. */
export interface LinkSet {
  email_id: number;
  digest: Uint8Array;
  urls: readonly string[];
  /** Addresses with Liquid, as the author wrote them. */
  templates: readonly string[];
}

/**
 * Stores the links of emails and returns the id of each set, by `linkSetKey`. A set never changes and is
 * never deleted, so the links of a sent mail keep working whatever happens to its email.
 */
export async function keepLinkSets(
  { sql }: Tx,
  sets: readonly LinkSet[],
): Promise<Map<string, number>> {
  if (sets.length === 0) return new Map();
  const wanted = sql`
    select email_id, decode(digest, 'hex') as digest, urls, templates from unnest(
      ${sets.map((set) => set.email_id)}::bigint[],
      ${sets.map((set) => Buffer.from(set.digest).toString('hex'))}::text[],
      ${sets.map((set) => JSON.stringify(set.urls))}::text[],
      ${sets.map((set) => JSON.stringify(set.templates))}::text[]
    ) as w (email_id, digest, urls, templates)`;
  const inOrder = (list: 'urls' | 'templates') => sql`array(
    select url from jsonb_array_elements_text(${sql(list)}::jsonb) with ordinality as u (url, place)
    order by place)`;
  const find = () => sql<{ email_id: number; id: number; digest: Uint8Array }[]>`
    select k.email_id, k.id, k.digest from (${wanted}) w join email_links k using (email_id, digest)`;
  const known = await find();
  if (known.length < sets.length) {
    // In one order, so that two transactions with the same sets never deadlock.
    await sql`
      insert into email_links (email_id, digest, urls, templates)
      select email_id, digest, ${inOrder('urls')}, ${inOrder('templates')}
      from (${wanted}) w order by email_id, digest
      on conflict do nothing`;
  }
  const kept = known.length < sets.length ? await find() : known;
  return new Map(kept.map((row) => [linkSetKey(row), row.id]));
}

/** An email has a set for each compile and language. */
export function linkSetKey({ email_id, digest }: Pick<LinkSet, 'email_id' | 'digest'>): string {
  return `${email_id} ${Buffer.from(digest).toString('hex')}`;
}

/** The URLs of a set; a link's number is the index. */
export async function findLinkSet({ sql }: Tx, id: number): Promise<string[] | null> {
  const [row] = await sql<{ urls: string[] }[]>`select urls from email_links where id = ${id}`;
  return row?.urls ?? null;
}
