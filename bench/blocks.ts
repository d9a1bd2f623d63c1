import type { BenchDatabase } from './bench-database.ts';

/** A statement is recorded as its transaction ends, which may be after its rows have arrived. */
const recorded = () => new Promise((resolve) => setTimeout(resolve, 100));

/** 8 KB blocks that a call touches, from memory or from disk, which load and caches do not change. */
export async function blocksOf(
  { sql }: BenchDatabase,
  call: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<number> {
  // The first call fills what a process remembers, such as the ids of tags.
  await prepare();
  await call();
  await prepare();
  await recorded();
  await sql`select pg_stat_statements_reset()`;
  await call();
  await recorded();
  const [row] = await sql<[{ blocks: number }]>`
    select coalesce(sum(shared_blks_hit + shared_blks_read + temp_blks_read + temp_blks_written), 0)::bigint as blocks
    from pg_stat_statements s join pg_database d on d.oid = s.dbid
    where d.datname = current_database() and query not like '%pg_stat_statements%'`;
  return row.blocks;
}
