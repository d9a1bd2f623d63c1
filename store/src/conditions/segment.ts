import { recordsNamed } from '@postroad/core/conditions/records-named';
import { type IdPage, idPage } from '../platform/id-page.ts';
import { writeRecordReferences } from '../platform/record-reference.ts';
import type { Tx } from '../platform/transaction.ts';

export interface SegmentRow {
  id: number;
  key: string;
  name: string;
  description: string;
  /** A condition. */
  definition: unknown;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** By key, or by id if the address is a number. */
export async function findSegment({ sql }: Tx, address: string): Promise<SegmentRow | null> {
  const id = /^\d{1,15}$/.test(address) ? Number(address) : null;
  const [row] = await sql<SegmentRow[]>`
    select * from segments where key = ${address} or id = ${id}::bigint
    order by key = ${address} desc limit 1`;
  return row ?? null;
}

export async function findSegmentById({ sql }: Tx, id: number): Promise<SegmentRow | null> {
  const [row] = await sql<SegmentRow[]>`select * from segments where id = ${id}::bigint`;
  return row ?? null;
}

type Definition = Pick<SegmentRow, 'id' | 'key' | 'name' | 'definition'>;

export type SegmentContent = Pick<SegmentRow, 'key' | 'name' | 'description' | 'definition'>;

export async function insertSegment(
  tx: Tx,
  { key, name, description, definition }: SegmentContent,
): Promise<SegmentRow> {
  const { sql, now } = tx;
  const [row] = await sql<[SegmentRow]>`
    insert into segments (key, name, description, definition, created_at, updated_at)
    values (${key}, ${name}, ${description}, ${JSON.stringify(definition)}::text::json, ${now}, ${now})
    returning *`;
  await writeRecordReferences(tx, 'segment_id', row.id, recordsNamed(definition));
  return row;
}

export async function updateSegment(
  tx: Tx,
  id: number,
  { name, description, definition }: Omit<SegmentContent, 'key'>,
): Promise<SegmentRow> {
  const { sql, now } = tx;
  const [row] = await sql<[SegmentRow]>`
    update segments set name = ${name}, description = ${description},
      definition = ${JSON.stringify(definition)}::text::json, updated_at = ${now}
    where id = ${id} returning *`;
  await writeRecordReferences(tx, 'segment_id', id, recordsNamed(definition));
  return row;
}

export async function deleteSegment({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from segments where id = ${id}`;
}

/** In order of id. */
export async function listSegments(tx: Tx, page: IdPage): Promise<SegmentRow[]> {
  const { behind, order } = idPage(tx, page);
  return await tx.sql<SegmentRow[]>`
    select * from segments where true ${behind} ${order}`;
}

/** Looks up keys and ids; unknown ones are left out. */
export async function findSegmentDefinitions(
  { sql }: Tx,
  names: (string | number)[],
): Promise<Definition[]> {
  const keys = names.filter((name) => typeof name === 'string');
  const ids = names.filter((name) => typeof name === 'number');
  return await sql<Definition[]>`
    select id, key, name, definition from segments
    where key = any(${keys as string[]}::text[]) or id = any(${ids as number[]}::bigint[])`;
}

/** Every segment, to find circles and references. */
export async function listSegmentDefinitions({ sql }: Tx): Promise<Definition[]> {
  return await sql<Definition[]>`select id, key, name, definition from segments order by id`;
}

/** At most `limit` keys in order of creation; all if `limit` is null. */
export async function listSegmentKeys(
  { sql }: Tx,
  limit: number | null,
): Promise<{ id: number; key: string }[]> {
  return await sql<{ id: number; key: string }[]>`
    select id, key from segments order by id limit ${limit}::bigint`;
}
