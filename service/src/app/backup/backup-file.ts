import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupFault, BackupUnreadable } from '@postroad/store/platform/backup/backup-format';

async function* all(
  first: Uint8Array,
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let next = first; ; ) {
    yield next;
    const { value, done } = await source.next();
    if (done) return;
    next = value;
  }
}

/** The bytes of a backup, which may be packed with gzip. */
export async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  const { value: first, done } = await source.next();
  if (done) return;
  const pieces = all(first, source);
  if (first[0] !== 0x1f || first[1] !== 0x8b) return yield* pieces;
  const gunzip = createGunzip();
  const piped = pipeline(Readable.from(pieces), gunzip);
  piped.catch(() => {});
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error;
    throw new BackupFault('The file is damaged, or ends in the middle: it cannot be unpacked.');
  }
}

/** The bytes of a file, unpacked. Throws a sentence for people if it cannot be read. */
export async function* unpackedFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* unpacked(createReadStream(path));
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    throw new BackupUnreadable(`${path} cannot be read: ${message}.`);
  }
}
