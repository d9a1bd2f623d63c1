import type { Tx } from '../platform/transaction.ts';

/** Somebody who was erased. */
export interface Erasure {
  /** Null for erasures from before they were listed. */
  person_id: number | null;
  /** In hex, as in suppressions. */
  address_hash: string;
  erased_at: Date;
}

export async function noteErasure(
  { sql, now }: Tx,
  { person_id, address_hash }: Omit<Erasure, 'erased_at'>,
): Promise<void> {
  await sql`
    insert into erasures (person_id, address_hash, erased_at)
    values (${person_id}, decode(${address_hash}, 'hex'), ${now})`;
}

/**
 * Erasures from an id on, in order. Transactions may commit in another order than they draw ids, so
 * a reader of the list asks again for some that it knows.
 */
export async function listErasures(
  { sql }: Tx,
  { after, limit }: { after: number; limit: number },
): Promise<(Erasure & { id: number })[]> {
  return await sql<(Erasure & { id: number })[]>`
    select id, person_id, encode(address_hash, 'hex') as address_hash, erased_at from erasures
    where id > ${after} order by id limit ${limit}`;
}

/** Adds erasures that a restored database does not know, and keeps their addresses suppressed. */
export async function addErasures({ sql }: Tx, erasures: readonly Erasure[]): Promise<Erasure[]> {
  return await sql<Erasure[]>`
    with unknown as (
      select distinct person_id, decode(hash, 'hex') as hash, at
      from unnest(
        ${erasures.map(({ person_id }) => person_id)}::bigint[],
        ${erasures.map(({ address_hash }) => address_hash)}::text[],
        ${erasures.map(({ erased_at }) => erased_at.toISOString())}::timestamptz[]
      ) as e (person_id, hash, at)
      where not exists (
        select from erasures k
        where k.person_id is not distinct from e.person_id
          and k.address_hash = decode(e.hash, 'hex') and k.erased_at = e.at)
    ), suppressed as (
      insert into suppressions (hash, created_at) select hash, min(at) from unknown group by hash
      on conflict (hash) do nothing
    )
    insert into erasures (person_id, address_hash, erased_at)
    select person_id, hash, at from unknown order by at
    returning person_id, encode(address_hash, 'hex') as address_hash, erased_at`;
}

/** Those of the erased people who are there again: a backup from before has them. */
export async function findErasedPeople(
  { sql }: Tx,
  erasures: readonly Erasure[],
): Promise<{ id: number; address_hash: string }[]> {
  return await sql<{ id: number; address_hash: string }[]>`
    select distinct on (p.id) p.id, e.hash as address_hash from unnest(
      ${erasures.map(({ person_id }) => person_id)}::bigint[],
      ${erasures.map(({ address_hash }) => address_hash)}::text[],
      ${erasures.map(({ erased_at }) => erased_at.toISOString())}::timestamptz[]) as e (id, hash, at)
    join people p on p.id = e.id and p.created_at <= e.at
    order by p.id`;
}
