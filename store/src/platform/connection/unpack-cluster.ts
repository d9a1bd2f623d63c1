import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Fence } from './fence.ts';

/** Headers and contents of a tar file begin at multiples of this (POSIX, pax: ustar). */
const blockBytes = 512;

interface Entry {
  /** Relative to the folder of the database. */
  name: string;
  isFolder: boolean;
  content: Buffer;
}

function* entriesOf(tar: Buffer): Generator<Entry> {
  const field = (from: number, to: number) => tar.toString('latin1', from, to).split('\0', 1)[0];
  for (let at = 0; at < tar.length; ) {
    const name = field(at, at + 100);
    // Empty blocks are the end.
    if (!name) return;
    const size = Number.parseInt(field(at + 124, at + 136) ?? '', 8);
    const begin = at + blockBytes;
    yield {
      name,
      isFolder: tar.toString('latin1', at + 156, at + 157) === '5',
      content: tar.subarray(begin, begin + size),
    };
    at = begin + Math.ceil(size / blockBytes) * blockBytes;
  }
}

/** The file by which a folder is known to hold a whole database. */
const versionFile = 'PG_VERSION';

/**
 * Unpacks the prepared files of a new database into a folder; for the thread of the database, which it
 * holds where the term of the directory is over (SEC-02). PGlite would do it too, but starts for that,
 * and takes three times as long.
 */
export function unpackCluster(
  packed: string,
  folder: string,
  fence: Pick<Fence, 'wait'> | null,
): void {
  const entries = [...entriesOf(brotliDecompressSync(readFileSync(packed)))];
  const isLast = ({ name }: Entry) => name === `/${versionFile}`;
  const [files, last] = [entries.filter((entry) => !isLast(entry)), entries.filter(isLast)];
  for (const { name, isFolder, content } of [...files, ...last]) {
    const path = join(folder, name);
    fence?.wait();
    if (isFolder) mkdirSync(path, { recursive: true, mode: 0o700 });
    else writeFileSync(path, content, { mode: 0o600 });
  }
}
