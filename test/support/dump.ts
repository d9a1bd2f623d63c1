import type { Database } from '@postroad/store/platform/connection/database';

/** Every row of every table, to see whether anything was written. */
export async function dumpTables(database: Database): Promise<Record<string, unknown[]>> {
  const { pool } = database;
  const tables = await pool<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by 1`;
  const dump: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const rows = await pool<{ row: string }[]>`
      select to_jsonb(t)::text as row from ${pool(name)} t order by 1`;
    dump[name] = rows.map(({ row }) => JSON.parse(row));
  }
  return dump;
}

/** The same without the leases of processes, which are renewed all the time. */
export async function dumpWritten(database: Database): Promise<Record<string, unknown[]>> {
  const { leases: _, ...tables } = await dumpTables(database);
  return tables;
}
