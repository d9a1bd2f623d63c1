import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tx } from '@postroad/store/platform/transaction';
import { root } from './repository.ts';

/** Runs a migration from the first line that begins with `from`, on data that stands already. */
export async function runMigrationFrom(tx: Tx, file: string, from: string): Promise<void> {
  const text = readFileSync(join(root, 'store', 'migrations', file), 'utf8');
  const start = text.indexOf(`\n${from}`);
  if (start < 0) throw new Error(`${file} has no line that begins with "${from}".`);
  await tx.sql.unsafe(text.slice(start));
}
