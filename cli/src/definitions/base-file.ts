import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { readTree } from '@postroad/core/definitions/read-tree';
import { isObject } from '@postroad/core/platform/json';
import { UsageError } from '../output/exit-codes.ts';
import { type Files, refuseLinkAt, replaceFile } from './tree-folder.ts';

/** What the last pull or push found on the service, by path. */
export type Base = OperationOutput<'export_definitions'>['base'];

/** The folder beside the definitions that no repository holds. */
const localFolder = '.postroad';
const baseName = 'base.json';
/** Texts by their hash, so that no crash between two writes gives a record the text of another. */
const textsName = 'base-texts.json';

interface BaseFile {
  /** The service of the last pull or push. */
  server: string;
  records: Base;
  /** The same of other services that the folder was pulled from or pushed to. */
  others: Record<string, Base>;
}

function baseIn(value: unknown): Base | null {
  if (!isObject(value)) return null;
  const entries = Object.entries(value).flatMap(([path, one]) => {
    if (!isObject(one) || typeof one.hash !== 'string') return [];
    const { revision = null, hash } = one;
    return revision === null || Number.isSafeInteger(revision)
      ? [[path, { revision: revision as number | null, hash }] as const]
      : [];
  });
  return entries.length === Object.keys(value).length ? Object.fromEntries(entries) : null;
}

function baseFileIn(text: string): BaseFile | null {
  const file: unknown = JSON.parse(text);
  if (!isObject(file) || typeof file.server !== 'string') return null;
  const records = baseIn(file.records);
  const others = Object.entries(isObject(file.others) ? file.others : {}).map(
    ([server, value]) => [server, baseIn(value)] as const,
  );
  if (records === null || others.some(([, base]) => base === null)) return null;
  return {
    server: file.server,
    records,
    others: Object.fromEntries(others) as Record<string, Base>,
  };
}

async function readLocal(folder: string, name: string): Promise<string | null> {
  const path = join(folder, localFolder, name);
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

async function readBaseFile(folder: string): Promise<BaseFile | null> {
  await refuseLinkAt(join(folder, localFolder));
  const text = await readLocal(folder, baseName);
  if (text === null) return null;
  try {
    const file = baseFileIn(text);
    if (file !== null) return file;
  } catch {
    // The sentence below says what to do.
  }
  const path = join(folder, localFolder, baseName);
  throw new UsageError(
    `${path} cannot be read, so nobody knows what changed since the last pull. Remove it, then run "postroad pull": it asks before it overwrites a file.`,
  );
}

/** Null where nothing was pulled from this service into the folder yet. */
export async function readBase(folder: string, server: string): Promise<Base | null> {
  const file = await readBaseFile(folder);
  if (file === null) return null;
  return file.server === server ? file.records : (file.others[server] ?? null);
}

async function readTexts(folder: string): Promise<Record<string, unknown>> {
  try {
    const texts: unknown = JSON.parse((await readLocal(folder, textsName)) ?? '{}');
    return isObject(texts) ? texts : {};
  } catch {
    // Without them a merge marks more than it has to.
    return {};
  }
}

/** The files as they were pulled, as far as they are known. */
export async function readBaseFiles(folder: string, base: Base | null): Promise<Files> {
  const texts = await readTexts(folder);
  const known = Object.entries(base ?? {}).flatMap(([path, { hash }]) => {
    const text = Object.hasOwn(texts, hash) ? texts[hash] : undefined;
    return typeof text === 'string' ? [[path, text] as const] : [];
  });
  return Object.fromEntries(known);
}

/** Remembers what the service has, and the texts of `files` under the same paths. */
export async function writeBase(
  folder: string,
  server: string,
  records: Base,
  files: Files,
): Promise<void> {
  const before = await readBaseFile(folder);
  const { [server]: _, ...others } =
    before === null ? {} : { ...before.others, [before.server]: before.records };
  const local = join(folder, localFolder);
  await mkdir(local, { recursive: true });
  await writeFile(join(local, '.gitignore'), '*\n');
  const known = await readTexts(folder);
  const hashes = [records, ...Object.values(others)].flatMap((base) =>
    Object.values(base).map(({ hash }) => hash),
  );
  const texts = Object.fromEntries(
    hashes.flatMap((hash) => (Object.hasOwn(known, hash) ? [[hash, known[hash]]] : [])),
  );
  for (const [path, { hash }] of Object.entries(records)) {
    const text = files[path];
    if (text !== undefined) texts[hash] = text;
  }
  await replaceFile(local, textsName, `${JSON.stringify(texts)}\n`);
  const file: BaseFile = { server, records, others };
  await replaceFile(local, baseName, `${JSON.stringify(file, null, 2)}\n`);
}

/** Whether the files name emails, layouts and sequences by key alone, as for several instances. */
export function isByKey(files: Files): boolean {
  const numbered = readTree(files).records.filter(
    ({ type }) => type === 'email' || type === 'template' || type === 'sequence',
  );
  return (
    numbered.every(({ address }) => address === null) && numbered.some(({ key }) => key !== null)
  );
}
