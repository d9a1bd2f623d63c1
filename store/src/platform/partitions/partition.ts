import { limits } from '@postroad/core/platform/limits';
import { codeOf } from '../connection/database-away.ts';
import { sqlStates } from '../connection/sql-states.ts';
import type { Fragment } from '../fragment.ts';
import type { Tx } from '../transaction.ts';

/** The tables that are divided by ranges of ids, each with the column and the table that numbers it. */
export const partitioned = {
  send_log: { key: 'id', numbers: 'sends' },
  send_feedback: { key: 'send_id', numbers: 'sends' },
  tracking_hits: { key: 'send_id', numbers: 'sends' },
  run_steps: { key: 'run_id', numbers: 'runs' },
} as const;

export type Partitioned = keyof typeof partitioned;

export const partitionedTables = Object.keys(partitioned) as Partitioned[];

/** A range of ids; the first has no beginning and the last no end, so every id has a place. */
export interface Partition {
  name: string;
  from: number | null;
  to: number | null;
}

/** Whether the migrations that made partitions have run. */
export async function isPartitioned({ sql }: Pick<Tx, 'sql'>): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select exists (select from pg_class
      where oid = to_regclass('send_log') and relkind = 'p') as found`;
  return row.found;
}

/** All of a table, from the lowest ids to the highest. */
export async function listPartitions({ sql }: Tx, table: Partitioned): Promise<Partition[]> {
  return await sql<Partition[]>`
    select name, substring(bounds from 'FROM \\(''?(-?\\d+)')::bigint as from,
      substring(bounds from 'TO \\(''?(-?\\d+)')::bigint as to
    from (select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${table}::text::regclass) p
    order by "from" nulls first`;
}

/** The highest id that was given, or that a row has. */
export async function lastId({ sql }: Tx, table: Partitioned): Promise<number> {
  const { key, numbers } = partitioned[table];
  const [row] = await sql<[{ last: number }]>`
    select greatest((select max(${sql(key)}) from ${sql(table)}),
      (select last_value from ${sql(`${numbers}_id_seq`)}), 0)::bigint as last`;
  return row.last;
}

/** How many ids a new partition has: accounts with many get long ones, so that they do not get many. */
export function partitionWidth(last: number): number {
  return last < limits.widePartitionIds ? limits.partitionIds : limits.widePartitionIds;
}

/**
 * Waits a short time only for a table that others use, since all who come later wait behind it. Throws
 * if that is not enough; the work is then tried again another time (`isHeld`).
 */
export async function lockBriefly({ sql }: Tx, table: string): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${limits.partitionLockMs}ms`}, true)`;
  await sql`lock table ${sql(table)} in access exclusive mode`;
}

/** Whether somebody else uses the table. */
export function isHeld(error: unknown): boolean {
  return codeOf(error) === sqlStates.held;
}

/** The bounds of a partition in SQL. DDL takes no parameters; these are numbers. */
export function bounds({ sql }: Tx, from: number | null, to: number | null): Fragment {
  return sql.unsafe(
    `for values from (${from === null ? 'minvalue' : Number(from)}) to (${to === null ? 'maxvalue' : Number(to)})`,
  );
}

/** The storage options of a partition: tables that have partitions cannot have any. */
export async function optionsOf({ sql }: Tx, name: string): Promise<string | null> {
  const [row] = await sql<{ options: string | null }[]>`
    select array_to_string(reloptions, ', ') as options from pg_class
    where oid = to_regclass(format('%I', ${name}::text))`;
  return row?.options ?? null;
}

export async function createPartition(
  tx: Tx,
  table: Partitioned,
  { name, from, to }: Partition,
  options: string | null,
): Promise<void> {
  const { sql } = tx;
  const stored = options === null ? sql`` : sql.unsafe(` with (${options})`);
  await sql`create table ${sql(name)} partition of ${sql(table)} ${bounds(tx, from, to)}${stored}`;
}
