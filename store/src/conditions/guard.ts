import { recordsNamed } from '@postroad/core/conditions/records-named';
import { type IdPage, idPage } from '../platform/id-page.ts';
import { writeRecordReferences } from '../platform/record-reference.ts';
import type { Tx } from '../platform/transaction.ts';

export interface GuardRow {
  id: number;
  key: string;
  name: string;
  /** Mail to people who satisfy it is skipped. */
  condition: unknown;
  /** Labels of the emails it acts on; empty means every email. */
  labels: string[];
  enabled: boolean;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

export type GuardContent = Pick<GuardRow, 'key' | 'name' | 'condition' | 'labels' | 'enabled'>;

/** Makes other transactions that change guards wait until this one ends, and raises the version. */
export async function lockGuards({ sql }: Tx): Promise<void> {
  await sql`lock table guards in share row exclusive mode`;
  await sql`update engine_state set guards_version = guards_version + 1`;
}

/** Rises with every change of a guard. */
export async function readGuardsVersion({ sql }: Tx): Promise<number> {
  const [row] = await sql<{ guards_version: number }[]>`select guards_version from engine_state`;
  return row?.guards_version ?? 0;
}

/** By key, or by id if the address is a number. */
export async function findGuard({ sql }: Tx, address: string): Promise<GuardRow | null> {
  const id = /^\d{1,15}$/.test(address) ? Number(address) : null;
  const [row] = await sql<GuardRow[]>`
    select * from guards where key = ${address} or id = ${id}::bigint
    order by key = ${address} desc limit 1`;
  return row ?? null;
}

export async function insertGuard(tx: Tx, guard: GuardContent): Promise<GuardRow> {
  const { sql, now } = tx;
  const [row] = await sql<[GuardRow]>`
    insert into guards (key, name, condition, labels, enabled, created_at, updated_at)
    values (${guard.key}, ${guard.name}, ${JSON.stringify(guard.condition)}::text::json,
      ${guard.labels}::text[], ${guard.enabled}, ${now}, ${now})
    returning *`;
  await writeRecordReferences(tx, 'guard_id', row.id, recordsNamed(guard.condition));
  return row;
}

export async function updateGuard(
  tx: Tx,
  id: number,
  guard: Omit<GuardContent, 'key'>,
): Promise<GuardRow> {
  const { sql, now } = tx;
  const [row] = await sql<[GuardRow]>`
    update guards set name = ${guard.name}, labels = ${guard.labels}::text[],
      condition = ${JSON.stringify(guard.condition)}::text::json, enabled = ${guard.enabled},
      updated_at = ${now}
    where id = ${id} returning *`;
  await writeRecordReferences(tx, 'guard_id', id, recordsNamed(guard.condition));
  return row;
}

export async function deleteGuard({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from guards where id = ${id}`;
}

/** In order of id. */
export async function listGuards(tx: Tx, page: IdPage): Promise<GuardRow[]> {
  const { behind, order } = idPage(tx, page);
  return await tx.sql<GuardRow[]>`
    select * from guards where true ${behind} ${order}`;
}

/** Key and condition of every guard, to find taken keys and references to segments. */
export async function listGuardConditions({
  sql,
}: Tx): Promise<Pick<GuardRow, 'id' | 'key' | 'name' | 'condition'>[]> {
  return await sql<Pick<GuardRow, 'id' | 'key' | 'name' | 'condition'>[]>`
    select id, key, name, condition from guards order by id`;
}

/** Enabled guards in order of creation. */
export async function listEnabledGuards({ sql }: Tx): Promise<GuardRow[]> {
  return await sql<GuardRow[]>`select * from guards where enabled order by id`;
}

/** A guard that can act on the mail of a sequence. */
export interface SequenceGuard extends Pick<GuardRow, 'id' | 'key' | 'name'> {
  sequence_id: number;
}

/** Guards that can act on the emails of the steps of these sequences, in order of creation. */
export async function guardsOfSequences(
  { sql }: Tx,
  sequenceIds: readonly number[],
): Promise<SequenceGuard[]> {
  return await sql<SequenceGuard[]>`
    select distinct s.sequence_id, g.id, g.key, g.name
    from sequence_steps s join emails e on e.id = s.email_id
    join guards g on g.enabled and (cardinality(g.labels) = 0 or e.labels && g.labels)
    where s.sequence_id = any(${[...sequenceIds]}::bigint[])
    order by g.id`;
}
