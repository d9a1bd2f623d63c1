import type { Tx } from '../platform/transaction.ts';

/** The addresses of one email as it was compiled once, with a digest that is theirs alone. */
export interface LinkSet {
  email_id: number;
  digest: Uint8Array;
  urls: readonly string[];
}

/**
 * Keeps where the links of emails lead, and answers the id of each set by its email. A set never
 * changes or goes, so that a mail leads where it did whatever became of its email.
 */
export async function keepLinkSets(
  { sql }: Tx,
  sets: readonly LinkSet[],
): Promise<Map<number, number>> {
  if (sets.length === 0) return new Map();
  const wanted = sql`
    select email_id, decode(digest, 'hex') as digest, urls from unnest(
      ${sets.map((set) => set.email_id)}::bigint[],
      ${sets.map((set) => Buffer.from(set.digest).toString('hex'))}::text[],
      ${sets.map((set) => JSON.stringify(set.urls))}::text[]
    ) as w (email_id, digest, urls)`;
  const find = () => sql<{ email_id: number; id: number }[]>`
    select k.email_id, k.id from (${wanted}) w join email_links k using (email_id, digest)`;
  const known = await find();
  if (known.length < sets.length) {
    // In one order, so that two that keep the same never wait for each other in a circle.
    await sql`
      insert into email_links (email_id, digest, urls)
      select email_id, digest, array(
        select url from jsonb_array_elements_text(urls::jsonb) with ordinality as u (url, place)
        order by place)
      from (${wanted}) w order by email_id, digest
      on conflict do nothing`;
  }
  const kept = known.length < sets.length ? await find() : known;
  return new Map(kept.map(({ email_id, id }) => [email_id, id]));
}

/** The addresses of a set, by their numbers. */
export async function findLinkSet({ sql }: Tx, id: number): Promise<string[] | null> {
  const [row] = await sql<{ urls: string[] }[]>`select urls from email_links where id = ${id}`;
  return row?.urls ?? null;
}
