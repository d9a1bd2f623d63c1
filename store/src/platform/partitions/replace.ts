import { codes } from '../codes.ts';
import type { Tx } from '../transaction.ts';
import {
  createPartition,
  lastId,
  listPartitions,
  lockBriefly,
  optionsOf,
  type Partition,
  type Partitioned,
} from './partition.ts';

/** A partition with an end, above which ids were given. */
export interface FullPartition extends Partition {
  to: number;
  /** Bytes of its rows on disk, also of those that are gone. */
  bytes: number;
}

/** The partitions that take no new ids, from the lowest to the highest. */
export async function listFullPartitions(tx: Tx, table: Partitioned): Promise<FullPartition[]> {
  const last = await lastId(tx, table);
  const full: FullPartition[] = [];
  for (const { to, ...partition } of await listPartitions(tx, table)) {
    if (to === null || to > last) break;
    full.push({ ...partition, to, bytes: await bytesOf(tx, partition.name) });
  }
  return full;
}

async function bytesOf({ sql }: Tx, name: string): Promise<number> {
  const [row] = await sql<[{ bytes: number }]>`
    select coalesce(pg_relation_size(to_regclass(format('%I', ${name}::text))), 0) as bytes`;
  return row.bytes;
}

/** Ids of a partition in SQL, of a column. */
const within = ({ sql }: Tx, { from, to }: FullPartition, column: string) => sql`
  ${sql(column)} < ${to} and ${from === null ? sql`true` : sql`${sql(column)} >= ${from}`}`;

/**
 * Whether a partition of mail, of its feedback or of its hits has no rows, and can get none: no mail of
 * its ids is left. Both are seen at the same moment, since mail that is sent again moves between the
 * queue and the log. Mail of which retention.hits_days forgot the hits gets none either.
 */
export async function isForgotten(
  tx: Tx,
  table: Exclude<Partitioned, 'run_steps'>,
  partition: FullPartition,
): Promise<boolean> {
  const { sql } = tx;
  const after =
    table === 'tracking_hits'
      ? sql`(coalesce(e.hits_forgotten_at, '-infinity'), coalesce(e.hits_forgotten_send_id, 0))`
      : sql`('-infinity'::timestamptz, 0::bigint)`;
  const [row] = await sql<[{ isEmpty: boolean }]>`
    select not exists (select from ${sql(partition.name)})
      and not exists (select from sends where ${within(tx, partition, 'id')})
      and not exists (
        select from engine_state e, unnest(${[...codes['send_log.status']]}::text[]) s (status)
        cross join lateral (
          select from send_log l
          where l.status = s.status and (l.ended_at, l.id) > ${after} and ${within(tx, partition, 'l.id')}
          limit 1) mail) as "isEmpty"`;
  return row.isEmpty;
}

/**
 * The first run from a number on, of a partition of steps, that has not ended before a time; null if all
 * have, so that no step is written to it and none is kept.
 */
export async function findKeptRun(
  tx: Tx,
  partition: FullPartition,
  { before, start }: { before: Date; start: number },
): Promise<number | null> {
  const [row] = await tx.sql<{ id: number }[]>`
    select id from runs
    where ${within(tx, partition, 'id')} and id >= ${start}
      and (ended_at is null or ended_at >= ${before})
    order by id limit 1`;
  return row?.id ?? null;
}

/**
 * Puts an empty partition in the place of adjacent ones, which are dropped with their rows. Nobody reads
 * or writes the table meanwhile, which takes some milliseconds, and longer for nobody however many rows
 * go: their files are removed after the commit.
 */
export async function replacePartitions(
  tx: Tx,
  table: Partitioned,
  gone: readonly FullPartition[],
): Promise<void> {
  const { sql } = tx;
  const [first] = gone;
  const last = gone.at(-1);
  if (first === undefined || last === undefined) return;
  const options = await optionsOf(tx, first.name);
  await lockBriefly(tx, table);
  // All who write wait from here on: one look, and then one round trip.
  const [present, bytes] = await Promise.all([
    listPartitions(tx, table),
    Promise.all(gone.map(({ name }) => bytesOf(tx, name))),
  ]);
  // Another process was faster.
  if (!gone.every(({ name, to }) => present.some((one) => one.name === name && one.to === to)))
    return;
  // A partition that had no rows at all may have got some since.
  if (gone.some((one, at) => one.bytes === 0 && (bytes[at] ?? 0) > 0)) return;
  const joined = { name: first.name, from: first.from, to: last.to };
  const dropped = sql`drop table ${sql(gone.map(({ name }) => name))}`;
  // Sent first; the new one has the name of one that goes.
  dropped.execute();
  await Promise.all([dropped, createPartition(tx, table, joined, options)]);
}
