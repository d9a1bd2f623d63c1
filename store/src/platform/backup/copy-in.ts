import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database, Sql } from '../connection/database.ts';
import type { Tx } from '../transaction.ts';
import type { TableBegin } from './backup-format.ts';

/** The name of the file from which the embedded database reads rows, in the folder of its files. */
const copyName = 'postroad-rows.copy';

/** Bytes of rows that one statement takes from a file. */
const partBytes = 8 * 1024 * 1024;

async function fromStream(sql: Sql, into: TableBegin, rows: AsyncIterable<Buffer>): Promise<void> {
  const copying = sql`copy ${sql(into.table)} (${sql([...into.columns])}) from stdin`;
  await pipeline(Readable.from(rows, { highWaterMark: 2 }), await copying.writable());
}

async function* partsOf(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of rows) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < partBytes) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}

/** The embedded database takes no rows from its client, but from files in its folder. */
async function fromFiles(
  sql: Sql,
  folder: string,
  into: TableBegin,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const path = join(folder, copyName);
  const [{ data_directory: seen }] = await sql<[{ data_directory: string }]>`show data_directory`;
  // A statement of COPY takes no parameters; the path is the database's own.
  const from = sql.unsafe(`'${seen}/${copyName}'`);
  try {
    for await (const part of partsOf(rows)) {
      await writeFile(path, part, { mode: 0o600 });
      await sql`copy ${sql(into.table)} (${sql([...into.columns])}) from ${from}`;
    }
  } finally {
    await rm(path, { force: true });
  }
}

/** Writes rows in the format of COPY into a table; `rows` are pieces of whole rows. */
export async function copyIn(
  database: Pick<Database, 'files'>,
  { sql }: Pick<Tx, 'sql'>,
  into: TableBegin,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  if (database.files === null) await fromStream(sql, into, rows);
  else await fromFiles(sql, database.files, into, rows);
}
