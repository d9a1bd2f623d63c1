import { clockOf } from '../clock.ts';
import type { Database } from '../connection/database.ts';
import { applyMigrations, type Migration, migrationsOf } from '../migrate.ts';
import { makePartitions } from '../partitions/ahead.ts';
import { isPartitioned } from '../partitions/partition.ts';
import type { Tx } from '../transaction.ts';
import {
  BackupFault,
  type BackupHeader,
  type BackupReader,
  type SequenceValues,
} from './backup-format.ts';
import { copyIn } from './copy-in.ts';

/** What was restored. */
export interface Restored {
  tables: number;
  /** Tables of the backup that this product does not have, such as those of other programs. */
  leftOut: string[];
}

/** Whether a row `c` of pg_class belongs to an extension, which providers install themselves. */
export const ofExtension = (sql: Tx['sql']) => sql`
  exists (select from pg_depend d
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Whether the database has no tables at all. */
export async function isEmptyDatabase({ sql }: Pick<Tx, 'sql'>): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select exists (select from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not ${ofExtension(sql)}
    ) as found`;
  return !row.found;
}

/** The migrations that the database of the backup had, in order. Throws if one is not known. */
async function migrationsBefore({ migrations }: BackupHeader): Promise<{
  had: Migration[];
  since: Migration[];
}> {
  const known = await migrationsOf();
  const numbers = new Set(migrations);
  const had = known.filter(({ number }) => numbers.has(number));
  if (had.length < numbers.size) {
    const newest = Math.max(...numbers);
    throw new BackupFault(
      `The backup is of schema ${newest}, which this version does not know. Restore it with the version that made it, or a newer one.`,
    );
  }
  return { had, since: known.filter(({ number }) => !numbers.has(number)) };
}

/**
 * Fills the empty database of the transaction with a backup: the schema that it had, its rows, and
 * then the migrations since. Nothing is kept of a backup that is not whole.
 */
export async function restore(
  tx: Tx,
  database: Pick<Database, 'files'>,
  header: BackupHeader,
  reader: BackupReader,
): Promise<Restored> {
  const { had, since } = await migrationsBefore(header);
  await applyMigrations(tx, had);
  const columns = await columnsOf(tx);
  const { off, on } = await whatSlowsLoading(tx);
  for (const statement of off) await tx.sql.unsafe(statement);
  await setSequences(tx, header.sequences);
  if (await isPartitioned(tx)) await makePartitions(tx);
  const restored: Restored = { tables: 0, leftOut: [] };
  for (;;) {
    const next = await reader.next();
    if (!('table' in next)) {
      if (next.tables !== restored.tables + restored.leftOut.length) {
        throw new BackupFault('The backup is damaged: some tables are missing.');
      }
      break;
    }
    if (columns.has(next.table)) {
      restored.tables += 1;
      await copyIn(database, tx, next, reader.rows(next.table));
    } else {
      restored.leftOut.push(next.table);
      for await (const _ of reader.rows(next.table));
    }
  }
  await reader.end();
  for (const statement of on) await tx.sql.unsafe(statement);
  await applyMigrations(tx, since);
  return restored;
}

/** The tables of the present schema. */
async function columnsOf({ sql }: Tx): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  return new Set(rows.map(({ name }) => name));
}

/**
 * Statements that take away what the migrations wrote, and what would check or copy each row as it
 * comes: foreign keys, triggers and indexes; and statements that put these back, which reads the
 * rows once for each. Keys stay, as other statements of a migration may need them.
 */
async function whatSlowsLoading({ sql }: Tx): Promise<{ off: string[]; on: string[] }> {
  const rows = await sql<{ off: string; on: string | null }[]>`
    select format('alter table %I drop constraint %I', c.relname, k.conname) as off,
      format('alter table %I add constraint %I %s', c.relname, k.conname,
        pg_get_constraintdef(k.oid)) as on, 0 as place
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype = 'f' and not c.relispartition
    union all
    select format('drop index %I', i.relname), replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ') || coalesce(
      format('; comment on index %I is %L', i.relname, obj_description(i.oid, 'pg_class')), ''), 1
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace and not t.relispartition
      and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype <> 'f')
    union all
    select distinct format('alter table %I disable trigger user', c.relname),
      format('alter table %I enable trigger user', c.relname), 2
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all
    select 'truncate ' || string_agg(quote_ident(relname), ', '), null, 3
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition
    order by place, off`;
  return {
    off: rows.map(({ off }) => off),
    on: rows.flatMap(({ on }) => on ?? []).reverse(),
  };
}

async function setSequences({ sql }: Tx, values: SequenceValues): Promise<void> {
  const names = Object.keys(values);
  await sql`
    select setval(format('%I', s.sequencename)::regclass, greatest(v.value, s.min_value), v.value >= s.min_value)
    from unnest(${names}::text[], ${names.map((name) => values[name] ?? 0)}::bigint[]) as v (name, value)
    join pg_sequences s on s.schemaname = 'public' and s.sequencename = v.name`;
}

/** Gathers statistics of all rows, without which the first statements would be planned for empty tables. */
export async function analyze({ sql }: Pick<Tx, 'sql'>): Promise<void> {
  await sql`analyze`;
}

/** The clock by which the restored rows were written: the test clock, where they have one. */
export async function restoredClock({ sql }: Tx): Promise<Date> {
  const [row] = await sql<[{ now: Date }]>`select ${clockOf(sql, { testClock: true })} as now`;
  return row.now;
}
