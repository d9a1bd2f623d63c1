import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { readTree } from '@postroad/core/definitions/read-tree';
import { isObject } from '@postroad/core/platform/json';
import { UsageError } from '../output/exit-codes.ts';
import type { Files } from './tree-folder.ts';

/** What the last pull or push found on the service, by path. */
export type Base = OperationOutput<'export_definitions'>['base'];

/** The folder beside the definitions that no repository holds. */
export const localFolder = '.postroad';

interface BaseFile {
  /** The service that was pulled; of another one the file says nothing. */
  server: string;
  records: Base;
}

function isBase(value: unknown): value is Base {
  return (
    isObject(value) &&
    Object.values(value).every((one) => isObject(one) && typeof one.hash === 'string')
  );
}

/** Null where nothing was pulled from this service into the folder yet. */
export async function readBase(folder: string, server: string): Promise<Base | null> {
  const path = join(folder, localFolder, 'base.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    const file: unknown = JSON.parse(text);
    if (isObject(file) && isBase(file.records)) return file.server === server ? file.records : null;
  } catch {
    // The sentence below says what to do.
  }
  throw new UsageError(`${path} cannot be read. Remove it, then run "postroad pull" again.`);
}

export async function writeBase(folder: string, server: string, records: Base): Promise<void> {
  const file: BaseFile = { server, records };
  const local = join(folder, localFolder);
  await mkdir(local, { recursive: true });
  await writeFile(join(local, '.gitignore'), '*\n');
  await writeFile(join(local, 'base.json'), `${JSON.stringify(file, null, 2)}\n`);
}

/** What each file is of: the type with the id or key that it says. */
export function recordNames(files: Files): Map<string, string> {
  const { records } = readTree(files);
  return new Map(
    records.map(({ type, path, address, key }) => [path, JSON.stringify([type, address ?? key])]),
  );
}

/** Whether the files name emails, layouts and sequences by key alone, as for several instances. */
export function isByKey(files: Files): boolean {
  const numbered = readTree(files).records.filter(
    ({ type }) => type === 'email' || type === 'template' || type === 'sequence',
  );
  return numbered.length > 0 && numbered.every(({ address }) => address === null);
}
