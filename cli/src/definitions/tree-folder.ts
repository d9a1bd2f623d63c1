import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { folderAliases, isManagedPath, managedPaths } from '@postroad/core/definitions/paths';
import { limits } from '@postroad/core/platform/limits';
import { nearest } from '@postroad/core/platform/nearest';
import { UsageError } from '../output/exit-codes.ts';

/** File contents by path, with slashes, as the service exchanges them. */
export type Files = Record<string, string>;

export interface FolderTree {
  files: Files;
  /** What looks as if it belonged to the tree and does not: neither changed nor sent. */
  ignored: Ignored[];
}

export interface Ignored {
  path: string;
  why: string;
}

/** Folders of the tree; `settings.yml` is next to them. */
function managedFolders(): string[] {
  const own = managedPaths().flatMap((path) =>
    path.includes('/') ? [path.split('/')[0] ?? ''] : [],
  );
  return [...own, ...Object.keys(folderAliases)];
}

/** Folders with folders in them: a file of theirs is two levels down. */
const nestedFolders: ReadonlySet<string> = new Set(
  managedPaths().flatMap((path) => {
    const parts = path.split('/');
    return parts.length > 2 ? (parts[0] ?? []) : [];
  }),
);

/** Whether definition files can be in a folder, beside or in another one. */
export function isManagedFolder(path: string): boolean {
  const [folder = '', ...inner] = path.split('/');
  return (
    managedFolders().includes(folder) &&
    (inner.length === 0 || (inner.length === 1 && nestedFolders.has(folder)))
  );
}

function rootFiles(): string[] {
  return managedPaths().filter((path) => !path.includes('/'));
}

type Kind = 'file' | 'folder' | 'link' | 'other' | null;

/** The kind of file at a path, without following links. */
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
    `${path} is a symbolic link, which is not followed. Replace it with the file or folder itself.`,
  );
}

/** Throws UsageError where a symbolic link is. */
export async function refuseLinkAt(path: string): Promise<void> {
  if ((await kindAt(path)) === 'link') refuseLink(path);
}

/** Paths of what is in a folder, in order; hidden files are left alone. */
async function namesIn(root: string, folder: string): Promise<string[]> {
  const names = (await readdir(join(root, folder))).sort();
  return names.filter((name) => !name.startsWith('.')).map((name) => `${folder}/${name}`);
}

/** What is wrong with the path of a file in a folder of the tree that is not a definition file. */
function faultOfPath(path: string): string {
  const folder = path.split('/')[0] ?? '';
  const own = Object.hasOwn(folderAliases, folder) ? folderAliases[folder] : folder;
  const pattern = managedPaths().find((one) => one.startsWith(`${own}/`)) ?? '';
  const plain = path.replaceAll(/[^/.\w-]/g, '_');
  if (path.length > limits.definitionPathChars)
    return `Its path is longer than ${limits.definitionPathChars} characters.`;
  if (isManagedPath(plain))
    return `Its name may have letters, digits, blanks and _ . , @ ( ) ' + - alone.`;
  return `Files here are ${pattern}.`;
}

/** Names beside the folders of the tree that are one of them but for a slip. */
async function misspelt(root: string): Promise<Ignored[]> {
  const folders = managedFolders().filter((folder) => !nestedFolders.has(folder));
  const known = [...folders, ...rootFiles()];
  const ignored: Ignored[] = [];
  for (const name of (await readdir(root)).sort()) {
    const near = known.includes(name) || name.startsWith('.') ? null : nearest(name, known);
    if (near === null) continue;
    const kind = await kindAt(join(root, near));
    // On a case-insensitive file system both names are one folder, which is read.
    if (kind !== null && near === name.toLowerCase()) continue;
    if (await isLike(root, name, near)) ignored.push({ path: name, why: `Did you mean ${near}?` });
  }
  return ignored;
}

/** Whether a file or folder would be read under another name. */
async function isLike(root: string, name: string, near: string): Promise<boolean> {
  const kind = await kindAt(join(root, name));
  if (!managedFolders().includes(near)) return kind === 'file';
  if (kind !== 'folder') return false;
  const inside = await namesIn(root, name);
  return inside.some((path) => isManagedPath(`${near}/${basename(path)}`));
}

async function pathsIn(root: string): Promise<{ paths: string[]; ignored: Ignored[] }> {
  const paths: string[] = [];
  const ignored = await misspelt(root);
  const sort = (path: string) => {
    if (isManagedPath(path)) paths.push(path);
    else ignored.push({ path, why: faultOfPath(path) });
  };
  for (const folder of managedFolders()) {
    const kind = await kindAt(join(root, folder));
    if (kind === 'link') refuseLink(join(root, folder));
    if (kind === 'file') ignored.push({ path: folder, why: 'A folder has this name.' });
    if (kind !== 'folder') continue;
    for (const path of await namesIn(root, folder)) {
      if (nestedFolders.has(folder) && (await kindAt(join(root, path))) === 'folder')
        for (const inner of await namesIn(root, path)) sort(inner);
      else sort(path);
    }
  }
  for (const name of rootFiles()) if ((await kindAt(join(root, name))) !== null) paths.push(name);
  return { paths, ignored };
}

async function readText(root: string, path: string): Promise<string> {
  const full = join(root, path);
  const kind = await kindAt(full);
  if (kind === 'link') refuseLink(full);
  if (kind !== 'file') throw new UsageError(`${full} is not a file.`);
  const bytes = await readFile(full);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${full} is not UTF-8. Save it as UTF-8.`);
  }
}

/**
 * Runs `work` for each path, `limits.definitionFilesAtOnce` at once; stops at the first failure.
 */
async function forEachPath(
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

/** Throws UsageError where there is no folder, as where its name is misspelt. */
export async function requireFolder(root: string): Promise<void> {
  const kind = await kindAt(root);
  if (kind === 'link') refuseLink(root);
  if (kind !== 'folder') throw new UsageError(`${root} is not a folder.`);
}

/**
 * Reads the definition files of a folder. Throws UsageError for a symbolic link, for bytes that are
 * not UTF-8, or for more than `limits.definitionsBytes`.
 */
export async function readFolder(root: string): Promise<FolderTree> {
  await requireFolder(root);
  const { paths, ignored } = await pathsIn(root);
  const texts = new Map<string, string>();
  let bytes = 0;
  await forEachPath(paths, async (path) => {
    const text = await readText(root, path);
    texts.set(path, text);
    bytes += Buffer.byteLength(text);
    if (bytes > limits.definitionsBytes) {
      const most = `${limits.definitionsBytes / 1024 / 1024} MiB`;
      throw new UsageError(`The files in ${root} are more than ${most}, the limit of the service.`);
    }
  });
  return { files: Object.fromEntries(paths.map((path) => [path, texts.get(path) ?? ''])), ignored };
}

/** The changes that make a folder equal to a tree. */
export interface FolderChanges {
  added: string[];
  changed: string[];
  removed: string[];
}

export function compareFolder(current: Files, wanted: Files): FolderChanges {
  const paths = Object.keys(wanted).sort();
  return {
    added: paths.filter((path) => !Object.hasOwn(current, path)),
    changed: paths.filter((path) => Object.hasOwn(current, path) && current[path] !== wanted[path]),
    removed: Object.keys(current).filter((path) => !Object.hasOwn(wanted, path)),
  };
}

/**
 * Groups of paths that are one file on case-insensitive file systems, such as those of macOS and
 * Windows.
 */
export function caseCollisions(paths: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const folded = path.toLowerCase();
    groups.set(folded, [...(groups.get(folded) ?? []), path]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/**
 * Replaces a file atomically: it is written under another name and renamed. A symbolic link itself
 * is replaced.
 */
export async function replaceFile(root: string, path: string, text: string): Promise<void> {
  const full = join(root, path);
  const temporary = join(dirname(full), `.${basename(full)}.${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, full);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Creates the folders of the paths that are missing. */
async function prepare(root: string, paths: readonly string[]): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    if (folder === '.') continue;
    const parts = folder.split('/');
    for (const [index] of parts.entries()) {
      const at = join(root, ...parts.slice(0, index + 1));
      const kind = await kindAt(at);
      if (kind === 'link') refuseLink(at);
      if (kind === null) await mkdir(at);
      else if (kind !== 'folder')
        throw new UsageError(`${at} is not a folder. Move it away: definition files go into it.`);
    }
  }
}

/** The files of a change that are no longer as they were read: somebody edits them just now. */
export async function changedMeanwhile(
  root: string,
  read: Files,
  { added, changed, removed }: FolderChanges,
): Promise<string[]> {
  const stale: string[] = [];
  await forEachPath([...added, ...changed, ...removed], async (path) => {
    const kind = await kindAt(join(root, path));
    const text = kind === null ? undefined : await readText(root, path);
    if (text !== read[path]) stale.push(path);
  });
  return stale.sort();
}

/**
 * Makes a folder equal to a tree: writes changed files, removes definition files that are not in
 * the tree, and touches nothing else. Throws an Error before it writes if a path is not that of a
 * definition.
 */
export async function writeFolder(
  root: string,
  wanted: Files,
  { added, changed, removed }: FolderChanges,
): Promise<void> {
  const foreign = Object.keys(wanted).find((path) => !isManagedPath(path));
  if (foreign !== undefined) {
    throw new Error(
      `The server sent a file ${JSON.stringify(foreign)}, which is not a definition file of this version. Nothing was written.`,
    );
  }
  const obsolete = removed.filter(isManagedPath);
  await prepare(root, [...added, ...changed, ...obsolete]);
  await forEachPath([...added, ...changed], (path) => replaceFile(root, path, wanted[path] ?? ''));
  await forEachPath(obsolete, (path) => rm(join(root, path)));
}

/** Throws UsageError for a folder without definitions, which is probably the wrong one. */
export function requireFiles(files: Files, folder: string): void {
  if (Object.keys(files).length > 0) return;
  throw new UsageError(
    `There are no definition files in ${folder}. Start with "postroad pull" or "postroad init".`,
  );
}
