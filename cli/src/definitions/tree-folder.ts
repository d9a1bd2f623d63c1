import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isManagedPath, managedPlaces } from '@postroad/core/definitions/paths';
import { limits } from '@postroad/core/platform/limits';
import { UsageError } from '../output/exit-codes.ts';

/** Contents by path, with slashes, as the service takes and answers them. */
export type Files = Record<string, string>;

export interface FolderTree {
  files: Files;
  /** What lies in a managed folder and is no definition: left alone, and not sent. */
  ignored: string[];
}

/** Folders of the tree; `settings.yml` lies beside them. */
export function managedFolders(): string[] {
  return managedPlaces().flatMap((place) =>
    place.includes('/') ? [place.split('/')[0] ?? ''] : [],
  );
}

function loneFiles(): string[] {
  return managedPlaces().filter((place) => !place.includes('/'));
}

type Kind = 'file' | 'folder' | 'link' | 'other' | null;

/** What stands at a path, links not followed. */
async function kindAt(path: string): Promise<Kind> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return 'link';
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

function refuseLink(path: string): never {
  throw new UsageError(
    `${path} is a symbolic link, which is not followed. Put what it leads to in its place.`,
  );
}

async function pathsIn(root: string): Promise<{ paths: string[]; ignored: string[] }> {
  const paths: string[] = [];
  const ignored: string[] = [];
  for (const folder of managedFolders()) {
    const kind = await kindAt(join(root, folder));
    if (kind === 'link') refuseLink(join(root, folder));
    if (kind !== 'folder') continue;
    for (const name of (await readdir(join(root, folder))).sort()) {
      const path = `${folder}/${name}`;
      if (name.startsWith('.')) continue;
      if (isManagedPath(path)) paths.push(path);
      else ignored.push(path);
    }
  }
  for (const name of loneFiles()) if ((await kindAt(join(root, name))) !== null) paths.push(name);
  return { paths, ignored };
}

async function textOf(root: string, path: string): Promise<string> {
  const full = join(root, path);
  const kind = await kindAt(full);
  if (kind === 'link') refuseLink(full);
  if (kind !== 'file') throw new UsageError(`${full} is no file.`);
  const bytes = await readFile(full);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${full} is not UTF-8. Save it as UTF-8.`);
  }
}

/** Does something for each path, some at once; stops at the first failure. */
async function sideBySide(
  paths: readonly string[],
  work: (path: string) => Promise<void>,
): Promise<void> {
  const left = paths.values();
  let failed = false;
  const worker = async () => {
    for (const path of left) {
      if (failed) return;
      try {
        await work(path);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: limits.definitionFilesAtOnce }, worker));
}

/** The definition files of a folder. Throws UsageError for a link, other bytes than UTF-8, or too much. */
export async function readFolder(root: string): Promise<FolderTree> {
  if ((await kindAt(join(root, '.'))) !== 'folder') throw new UsageError(`${root} is no folder.`);
  const { paths, ignored } = await pathsIn(root);
  const texts = new Map<string, string>();
  let chars = 0;
  await sideBySide(paths, async (path) => {
    const text = await textOf(root, path);
    texts.set(path, text);
    chars += text.length;
    if (chars > limits.definitionsBytes) {
      const most = `${limits.definitionsBytes / 1024 / 1024} MiB`;
      throw new UsageError(`The files in ${root} are more than ${most}, which no service takes.`);
    }
  });
  return { files: Object.fromEntries(paths.map((path) => [path, texts.get(path) ?? ''])), ignored };
}

/** What has to happen for a folder to hold a tree. */
export interface FolderChanges {
  added: string[];
  changed: string[];
  removed: string[];
}

export function compareFolder(here: Files, wanted: Files): FolderChanges {
  const paths = Object.keys(wanted).sort();
  return {
    added: paths.filter((path) => !Object.hasOwn(here, path)),
    changed: paths.filter((path) => Object.hasOwn(here, path) && here[path] !== wanted[path]),
    removed: Object.keys(here).filter((path) => !Object.hasOwn(wanted, path)),
  };
}

/** Paths that are one file where a file system takes `A` for `a`, as those of macOS and Windows do. */
export function alikeButForCase(paths: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const folded = path.toLowerCase();
    groups.set(folded, [...(groups.get(folded) ?? []), path]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Whole or not at all: it is written beside its place and renamed, which replaces a link itself. */
async function place(root: string, path: string, text: string): Promise<void> {
  const full = join(root, path);
  const fresh = join(dirname(full), `.${basename(full)}.${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(fresh, text, { flag: 'wx' });
    await rename(fresh, full);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** Folders that files are written to or removed from, made where they are missing. */
async function prepare(root: string, paths: readonly string[]): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    if (folder === '.') continue;
    const kind = await kindAt(join(root, folder));
    if (kind === 'link') refuseLink(join(root, folder));
    if (kind === null) await mkdir(join(root, folder));
  }
}

/**
 * Makes a folder hold a tree: writes what differs, removes definition files that are not in it, and
 * touches nothing else. Throws Error before anything is written where a path is no definition's.
 */
export async function writeFolder(
  root: string,
  wanted: Files,
  { added, changed, removed }: FolderChanges,
): Promise<void> {
  const foreign = Object.keys(wanted).find((path) => !isManagedPath(path));
  if (foreign !== undefined) {
    throw new Error(
      `The server sent a file ${JSON.stringify(foreign)}, which is no definition of this version. Nothing was written.`,
    );
  }
  const gone = removed.filter(isManagedPath);
  await prepare(root, [...added, ...changed, ...gone]);
  await sideBySide([...added, ...changed], (path) => place(root, path, wanted[path] ?? ''));
  await sideBySide(gone, (path) => rm(join(root, path)));
}

/** Throws UsageError for a folder without any definition, which can only be the wrong one. */
export function requireFiles(files: Files, folder: string): void {
  if (Object.keys(files).length > 0) return;
  throw new UsageError(
    `There are no definition files in ${folder}. Start with "postroad pull" or "postroad init".`,
  );
}
