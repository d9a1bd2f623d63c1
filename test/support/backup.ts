import { BackupReader } from '@postroad/store/platform/backup/backup-format';
import { dump } from '@postroad/store/platform/backup/dump';
import { restore } from '@postroad/store/platform/backup/restore';
import type { Database } from '@postroad/store/platform/connection/database';
import { transaction } from '@postroad/store/platform/transaction';

/** A backup of the database, as the store writes it. */
export async function backupOf(database: Database): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await transaction(database, { readOnly: true }, async (tx) => {
    for await (const piece of dump(tx, { version: '1.2.3' })) pieces.push(piece);
  });
  return Buffer.concat(pieces);
}

/** The same bytes, in pieces that end anywhere. */
export async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function restoreInto(database: Database, bytes: AsyncIterable<Buffer>) {
  const reader = new BackupReader(bytes);
  const header = await reader.header();
  return await transaction(database, {}, (tx) => restore(tx, database, header, reader));
}
