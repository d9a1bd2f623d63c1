import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';

/** The path of a file that a command names; null for -, which is standard input or output. */
export function pathOf(file: string, { cwd }: Pick<Terminal, 'cwd'>): string | null {
  return file === '-' ? null : resolve(cwd, file);
}

/** What is written, as messages call it. */
export type WholeFile = 'backup' | 'export' | 'preview';

type Source = Parameters<typeof pipeline>[0];

/** A partial file that nobody has written to for this long is of a process that was killed. */
const abandonedAfterMs = 60 * 60 * 1_000;

/**
 * Writes a file whole or not at all, under another name until its end: what is there under its name
 * stays until then. A process that is asked to stop removes the partial file; one that was killed
 * cannot, so the next to write this file does. Answers the size.
 */
export async function writeWhole(
  path: string,
  what: WholeFile,
  streams: readonly Source[],
  { stopped }: Pick<Terminal, 'stopped'>,
): Promise<number> {
  const partial = `${path}.${randomBytes(4).toString('hex')}.part`;
  const stop = new AbortController();
  try {
    await removeAbandoned(path);
    const file = await open(partial, 'wx', 0o600);
    // Who reads a database ends when its statement does, which a stop does not wait for.
    const written = pipeline([...streams, intoFile(file)], { signal: stop.signal });
    await Promise.race([written, failOnStop(what, stopped)]);
    const { size } = await stat(partial);
    await rename(partial, path);
    await keepName(dirname(path));
    return size;
  } catch (error) {
    return unwritten(path, what)(error as NodeJS.ErrnoException);
  } finally {
    stop.abort();
    await rm(partial, { force: true });
  }
}

/** On disk before its name is: a rename may outlive a loss of power that the bytes do not. */
function intoFile(file: FileHandle) {
  return file.createWriteStream({ flush: true });
}

async function failOnStop(what: WholeFile, stopped: Terminal['stopped']): Promise<never> {
  await stopped();
  throw new Error(`Stopped before the end. There is no new ${what}.`);
}

async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path);
  const begin = `${basename(path)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(begin) || !/^[0-9a-f]{8}\.part$/.test(name.slice(begin.length))) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found === null || Date.now() - found.mtimeMs < abandonedAfterMs) continue;
    await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

/** A rename is on disk once its folder is; not every system can say so. */
async function keepName(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => null);
  await opened?.sync().catch(() => {});
  await opened?.close();
}

/** What a disk or a pipe answers; a connection to the database has other codes. */
const writeCodes = [
  ...['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EACCES', 'EPERM', 'EROFS'],
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EPIPE'],
];

/** Says of a fault of a disk where it was; the name of a partial file helps nobody. */
export function unwritten(where: string, what: WholeFile): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (!writeCodes.includes(error.code ?? '')) throw error;
    const [reason] = error.message.split(', ');
    throw new Error(`${where} cannot be written: ${reason}. There is no new ${what}.`);
  };
}

/**
 * Another file takes the place of one, so what is no file would be gone: a device, or a pipe. `instead`
 * says how to write to standard output.
 */
export async function requireFile(path: string, instead: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null || found.isFile()) return;
  throw new UsageError(
    found.isDirectory()
      ? `${path} is a folder. Name a file in it.`
      : `${path} is no file. Name one, or ${instead}.`,
  );
}
