import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';

/** A part of the migration with this name, by the beginnings of its first line and of the line after it. */
export interface MigrationPart {
  name: string;
  from: string;
  to?: string;
}

/** Runs what a migration makes of the rows that there are, on rows that were made since. */
export async function runMigrationPart(
  sql: postgres.Sql<{ bigint: number }>,
  { name, from, to }: MigrationPart,
): Promise<void> {
  const folder = fileURLToPath(new URL('../../store/migrations/', import.meta.url));
  const file = readdirSync(folder).find((one) => one.endsWith(`-${name}.sql`)) ?? '';
  const text = readFileSync(`${folder}${file}`, 'utf8');
  const start = text.indexOf(`\n${from}`);
  const end = to === undefined ? text.length : text.indexOf(`\n${to}`);
  if (start < 0 || end < start) throw new Error(`${name} has no such part.`);
  const part = join(mkdtempSync(join(tmpdir(), 'postroad-migration-')), file);
  writeFileSync(part, text.slice(start, end));
  await sql.file(part).simple();
  rmSync(dirname(part), { recursive: true });
}
