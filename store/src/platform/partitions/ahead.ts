import { limits } from '@postroad/core/platform/limits';
import { advisoryLocks } from '../advisory-locks.ts';
import type { Tx } from '../transaction.ts';
import {
  bounds,
  createPartition,
  lastId,
  listPartitions,
  lockBriefly,
  optionsOf,
  type Partition,
  type Partitioned,
  partitioned,
  partitionedTables,
  partitionWidth,
} from './partition.ts';

interface BoundCheck {
  bound: number;
  isValid: boolean;
}

const checkName = (table: Partitioned) => `${table}_bound_check`;

async function boundCheckOf(
  { sql }: Tx,
  table: Partitioned,
  last: Partition,
): Promise<BoundCheck | null> {
  const [row] = await sql<BoundCheck[]>`
    select substring(pg_get_constraintdef(oid) from '< ''?(\\d+)')::bigint as bound,
      convalidated as "isValid"
    from pg_constraint
    where conrelid = format('%I', ${last.name}::text)::regclass and conname = ${checkName(table)}`;
  return row ?? null;
}

async function holdsRows({ sql }: Tx, { name }: Partition): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select exists (select from ${sql(name)}) as found`;
  return row.found;
}

/**
 * Divides the last partition, which has no end, so that at least two are ahead of all ids (PART-02).
 * It is empty as a rule. Where ids have jumped into it, it gets a bound first, and its rows are read
 * while others write: a step each. Answers whether there is more to do.
 */
export async function keepPartitionsAhead(
  tx: Tx,
  table: Partitioned,
  width: (last: number) => number = partitionWidth,
): Promise<boolean> {
  const open = await openPartition(tx, table);
  const last = await lastId(tx, table);
  const cuts = cutsAhead(open, last, width(last));
  if (cuts.length === 0) return false;
  const check = await boundCheckOf(tx, table, open);
  if (check === null && isAmong(open, last) && (await holdsRows(tx, open))) {
    await holdToBound(tx, table, open, cuts.at(-1) ?? 0);
    return true;
  }
  if (check !== null && !check.isValid && last < check.bound) {
    await tx.sql`
      alter table ${tx.sql(open.name)} validate constraint ${tx.sql(checkName(table))}`;
    return true;
  }
  await divide(tx, table, open, check, width);
  return true;
}

const isAmong = ({ from }: Partition, id: number) => (from ?? 0) <= id;

async function openPartition(tx: Tx, table: Partitioned): Promise<Partition> {
  const open = (await listPartitions(tx, table)).at(-1);
  if (open?.to !== null) throw new Error(`${table} has no place for ids above its partitions.`);
  return open;
}

/** Where the last partition has to be divided, so that two begin above the last id. */
function cutsAhead({ from }: Partition, last: number, width: number): number[] {
  const next = (Math.floor(last / width) + 1) * width;
  return [next, next + width].filter((cut) => cut > (from ?? 0));
}

/** Its rows stay below a bound from now on; those that are there are not looked at. */
async function holdToBound(
  tx: Tx,
  table: Partitioned,
  { name }: Partition,
  bound: number,
): Promise<void> {
  const { sql } = tx;
  await lockBriefly(tx, name);
  await sql`alter table ${sql(name)} add constraint ${sql(checkName(table))}
    check (${sql(partitioned[table].key)} < ${sql.unsafe(String(Number(bound)))}) not valid`;
}

/** Nobody reads or writes the table meanwhile, which takes some milliseconds: no row is looked at. */
async function divide(
  tx: Tx,
  table: Partitioned,
  seen: Partition,
  check: BoundCheck | null,
  width: (last: number) => number,
): Promise<void> {
  const { sql } = tx;
  await lockBriefly(tx, table);
  const open = await openPartition(tx, table);
  const last = await lastId(tx, table);
  // Another process was faster.
  if (open.name !== seen.name) return;
  const unheld = sql`alter table ${sql(open.name)} drop constraint if exists ${sql(checkName(table))}`;
  // Ids went past the bound before it was of use; the next round sets another.
  if (check !== null && check.bound <= last) {
    await unheld;
    return;
  }
  const cuts =
    check === null
      ? cutsAhead(open, last, width(last))
      : [check.bound, check.bound + width(check.bound)];
  await divideAt(tx, table, open, cuts);
  if (check !== null) await unheld;
}

/** The last partition ends at the first cut; each cut begins another, and the last of these has no end. */
async function divideAt(
  tx: Tx,
  table: Partitioned,
  open: Partition,
  cuts: readonly number[],
): Promise<void> {
  const { sql } = tx;
  const [end] = cuts;
  if (end === undefined) return;
  const options = await optionsOf(tx, open.name);
  await sql`alter table ${sql(table)} detach partition ${sql(open.name)}`;
  await sql`
    alter table ${sql(table)} attach partition ${sql(open.name)} ${bounds(tx, open.from, end)}`;
  for (const [index, from] of cuts.entries()) {
    const next = { name: `${table}_p${from}`, from, to: cuts[index + 1] ?? null };
    await createPartition(tx, table, next, options);
  }
}

/**
 * Makes the partitions of all ids that were given, while the tables are empty: rows that are restored
 * then lie as they would have.
 */
export async function makePartitions(tx: Tx): Promise<void> {
  for (const table of partitionedTables) {
    const open = await openPartition(tx, table);
    const last = await lastId(tx, table);
    const cuts: number[] = [];
    // Not many, however far ids have jumped.
    const least = Math.ceil(last / 100 / limits.partitionIds) * limits.partitionIds;
    for (let from = open.from ?? 0; from <= last + partitionWidth(last); ) {
      from += Math.max(partitionWidth(from), least);
      cuts.push(from);
    }
    await divideAt(tx, table, open, cuts);
  }
}

/**
 * The tables with statistics by which joins of them are planned worse: a tenth of their rows are new or
 * gone since. PostgreSQL gathers those of partitions alone.
 */
async function listUngathered({ sql }: Tx, tables: readonly Partitioned[]): Promise<Partitioned[]> {
  const rows = await sql<{ name: Partitioned }[]>`
    select t.relname as name
    from pg_class t join pg_inherits i on i.inhparent = t.oid join pg_class p on p.oid = i.inhrelid
    where t.oid = any(${[...tables]}::text[]::regclass[]) group by t.oid, t.relname, t.reltuples
    having sum(greatest(p.reltuples, 0)) > 1000
      and sum(greatest(p.reltuples, 0)) not between t.reltuples * 0.9 and t.reltuples * 1.1`;
  return rows.map(({ name }) => name);
}

/** Gathers the statistics of a table, unless those it has still hold. */
export async function keepStatistics(tx: Tx, table: Partitioned): Promise<void> {
  const [due] = await listUngathered(tx, [table]);
  if (due !== undefined) await tx.sql`analyze ${tx.sql(due)}`;
}

/** The tables that need something: more partitions ahead of their ids, or other statistics. */
export interface PartitionNeeds {
  partitions: Partitioned[];
  statistics: Partitioned[];
}

/** Takes no lock and changes nothing: as a rule nothing is needed. */
export async function readPartitionNeeds(tx: Tx): Promise<PartitionNeeds> {
  const partitions: Partitioned[] = [];
  for (const table of partitionedTables) {
    const last = await lastId(tx, table);
    const cuts = cutsAhead(await openPartition(tx, table), last, partitionWidth(last));
    if (cuts.length > 0) partitions.push(table);
  }
  return { partitions, statistics: await listUngathered(tx, partitionedTables) };
}

/** Takes the lock of this work until the end of the transaction; false if another process has it. */
export async function lockPartitions({ sql }: Tx): Promise<boolean> {
  const [row] = await sql<[{ locked: boolean }]>`
    select pg_try_advisory_xact_lock(${advisoryLocks.partitions}::bigint) as locked`;
  return row.locked;
}
