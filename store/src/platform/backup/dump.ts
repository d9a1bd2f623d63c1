import { appliedNumbers } from '../migrate.ts';
import type { Tx } from '../transaction.ts';
import {
  type BackupEnd,
  type BackupHeader,
  backupFormat,
  endOfRows,
  RowsDigest,
  type SequenceValues,
} from './backup-format.ts';
import { ofExtension } from './restore.ts';

interface Table {
  name: string;
  columns: string[];
  /** Where its rows are: itself, or its partitions. */
  parts: { name: string; bytes: number }[];
}

/**
 * Tables of which a copy of the database has no use: leases are those of running processes, and
 * what they hold is released at a restore; who holds a backup must not be signed in by it, nor who
 * signed out since.
 */
const leftOut: readonly string[] = [
  ...['leases', 'console_sessions', 'sign_in_links', 'oauth_codes'],
];

/**
 * Their generated columns are made again. Partitions are held until the end, so that retention drops
 * none that is still to be read.
 */
async function tablesOf({ sql }: Tx): Promise<Table[]> {
  const divided = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'p' and not relispartition`;
  for (const { name } of divided) await sql`lock table ${sql(name)} in access share mode`;
  return await sql<Table[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
      (select json_agg(json_build_object('name', p.relname, 'bytes', pg_relation_size(p.oid)) order by p.oid)
        from pg_class p where case c.relkind when 'r' then p.oid = c.oid
          else p.oid in (select inhrelid from pg_inherits where inhparent = c.oid) end) as parts
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname <> all(${[...leftOut]}::text[]) and not ${ofExtension(sql)}
    group by c.oid, c.relname order by c.relname collate "C"`;
}

/** Sequences count on beside transactions, so these are not below what the snapshot has. */
async function sequencesOf({ sql }: Tx): Promise<SequenceValues> {
  const rows = await sql<{ name: string; value: number }[]>`
    select sequencename::text as name, coalesce(last_value, start_value - increment_by) as value
    from pg_sequences where schemaname = 'public' order by sequencename collate "C"`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

const lineOf = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

/** Bytes of a table that one statement reads: the embedded database hands over all of them at once. */
const partBytes = 16 * 1024 * 1024;
const pageBytes = 8_192;

/** Rows of a table in the format of COPY, part by part as they lie on disk. */
async function* rowsOf(tx: Tx, { columns, parts }: Table): AsyncGenerator<Buffer> {
  for (const part of parts) yield* rowsOfPart(tx, part, columns);
}

async function* rowsOfPart(
  { sql }: Tx,
  { name, bytes }: Table['parts'][number],
  columns: string[],
): AsyncGenerator<Buffer> {
  const pages = partBytes / pageBytes;
  const list = sql(columns);
  for (let page = 0; page === 0 || page * pageBytes < bytes; page += pages) {
    const isLast = (page + pages) * pageBytes >= bytes;
    // A statement of COPY takes no parameters.
    const from = sql.unsafe(`ctid >= '(${page},0)'::tid`);
    const to = isLast ? sql`` : sql.unsafe(`and ctid < '(${page + pages},0)'::tid`);
    const copying = sql`
      copy (select ${list} from ${sql(name)} where ${from} ${to}) to stdout`;
    const rows = await copying.readable();
    for await (const piece of rows) yield piece as Buffer;
    // postgres.js leaves the connection paused where the last rows filled the stream.
    rows._read(0);
  }
}

/**
 * A backup of everything in the database as the transaction sees it, which has to be a read-only
 * one: all its statements then see the same. Anything that was committed before it began is there.
 */
export async function* dump(tx: Tx, { version }: { version: string }): AsyncGenerator<Buffer> {
  const { sql, now } = tx;
  // The texts of values depend on these; a connection is given back as it was.
  await sql`
    select set_config(name, value, true) from (values ('timezone', 'UTC'), ('datestyle', 'ISO, MDY'),
      ('intervalstyle', 'postgres'), ('extra_float_digits', '1'), ('bytea_output', 'hex')) as s (name, value)`;
  const header: BackupHeader = {
    format: backupFormat,
    made_at: now.toISOString(),
    version,
    migrations: [...(await appliedNumbers(sql))].sort((a, b) => a - b),
    sequences: await sequencesOf(tx),
  };
  yield lineOf(header);
  const tables = await tablesOf(tx);
  for (const table of tables) {
    yield lineOf({ table: table.name, columns: table.columns });
    const digest = new RowsDigest();
    for await (const piece of rowsOf(tx, table)) {
      digest.add(piece);
      yield piece;
    }
    yield Buffer.from(`${endOfRows}\n`);
    yield lineOf(digest.end());
  }
  const end: BackupEnd = { tables: tables.length };
  yield lineOf(end);
}
