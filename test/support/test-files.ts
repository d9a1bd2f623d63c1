import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

/** What every test that opens a database gets it from. */
const databases = normalize('support/database.ts');

function importsOf(text: string): string[] {
  return [...text.matchAll(/\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g)].flatMap(
    ([, named = '', awaited = '']) => named || awaited,
  );
}

/** Whether a file of `tests`, or one it imports from there, however far around, opens a database. */
function opensDatabase(tests: string, file: string, seen = new Set<string>()): boolean {
  if (file === databases) return true;
  const path = join(tests, file);
  if (seen.has(file) || !existsSync(path)) return false;
  seen.add(file);
  return importsOf(readFileSync(path, 'utf8')).some((name) =>
    opensDatabase(tests, normalize(join(file, '..', name)), seen),
  );
}

/** Test files of folders whose tests do, which do not: they prove the same on every database. */
export function filesWithoutDatabase(tests: string, folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(tests, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => file.endsWith('.test.ts') && !opensDatabase(tests, file))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
}
