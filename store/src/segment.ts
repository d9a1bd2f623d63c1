import type { Tx } from './transaction.ts';

export interface SegmentRow {
  id: number;
  key: string;
  name: string;
  description: string;
  /** A condition. */
  definition: unknown;
  created_at: Date;
  updated_at: Date;
}

/** By key, or by id where the address is a number. */
export async function findSegment({ sql }: Tx, address: string): Promise<SegmentRow | null> {
  const id = /^\d{1,15}$/.test(address) ? Number(address) : null;
  const [row] = await sql<SegmentRow[]>`
    select * from segments where key = ${address} or id = ${id}::bigint
    order by key = ${address} desc limit 1`;
  return row ?? null;
}

type Definition = Pick<SegmentRow, 'id' | 'key' | 'definition'>;

/** Those of the keys and ids that exist. */
export async function findSegmentDefinitions(
  { sql }: Tx,
  names: (string | number)[],
): Promise<Definition[]> {
  const keys = names.filter((name) => typeof name === 'string' && isStorable(name));
  const ids = names.filter((name) => typeof name === 'number');
  return await sql<Definition[]>`
    select id, key, definition from segments
    where key = any(${keys as string[]}::text[]) or id = any(${ids as number[]}::bigint[])`;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** Every segment, to look for circles and for who names whom. */
export async function listSegmentDefinitions({ sql }: Tx): Promise<Definition[]> {
  return await sql<Definition[]>`select id, key, definition from segments order by id`;
}

/** In order of making, as many as asked for; all where `limit` is null. */
export async function listSegmentKeys(
  { sql }: Tx,
  limit: number | null,
): Promise<{ id: number; key: string }[]> {
  return await sql<{ id: number; key: string }[]>`
    select id, key from segments order by id limit ${limit}::bigint`;
}
