import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Tx } from '@postroad/store/platform/transaction';
import { root } from './repository.ts';

const folder = join(root, 'store', 'migrations');

/** Names and texts of the migrations of the project up to a number, in order. */
export function migrationsUpTo(last: number): [name: string, text: string][] {
  const names = readdirSync(folder).filter((name) => Number(name.slice(0, 4)) <= last);
  return names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

/** Calls `work` with a folder of migrations that exists until it ends. */
export async function withMigrations<T>(
  files: readonly [name: string, text: string][],
  work: (directory: URL) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'postroad-migrations-'));
  try {
    for (const [name, text] of files) writeFileSync(join(directory, name), text);
    return await work(pathToFileURL(`${directory}/`));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Runs a migration from the first line that begins with `from`, on existing data. */
export async function runMigrationFrom(tx: Tx, file: string, from: string): Promise<void> {
  const text = readFileSync(join(folder, file), 'utf8');
  const start = text.indexOf(`\n${from}`);
  if (start < 0) throw new Error(`${file} has no line that begins with "${from}".`);
  await tx.sql.unsafe(text.slice(start));
}

/** Runs the statements of a text; returns the rows of one. */
export async function runStatements(tx: Tx, text: string): Promise<readonly object[]> {
  return [...(await tx.sql.unsafe(text))];
}
