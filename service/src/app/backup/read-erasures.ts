import { Refusal } from '@postroad/core/platform/refusal';
import type { Erasure } from '@postroad/store/people/erasure';
import { BackupFault, BackupReader } from '@postroad/store/platform/backup/backup-format';
import { readErasureLine } from '../../people/erasure-list.ts';
import { unpackedFile } from './backup-file.ts';

/** A cell as COPY writes it; those of erasures have nothing to escape but the hex sign. */
const textOf = (cell: string) => cell.replaceAll('\\\\', '\\');

function erasureOfRow(row: string, columns: readonly string[]): Erasure {
  const cells = row.split('\t');
  const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
  const person = cell('person_id');
  return {
    person_id: person === '\\N' ? null : Number(person),
    address_hash: textOf(cell('address_hash')).replace(/^\\x/, ''),
    // ISO 8601 but for the blank, and an offset without minutes.
    erased_at: new Date(
      cell('erased_at')
        .replace(' ', 'T')
        .replace(/([+-]\d\d)$/, '$1:00'),
    ),
  };
}

async function erasuresOfBackup(bytes: AsyncIterable<Uint8Array>): Promise<Erasure[]> {
  const reader = new BackupReader(bytes);
  await reader.header();
  const found: Erasure[] = [];
  for (;;) {
    const next = await reader.next();
    if (!('table' in next)) return found;
    for await (const piece of reader.rows(next.table)) {
      if (next.table !== 'erasures') continue;
      const rows = piece.toString('utf8').trimEnd().split('\n');
      found.push(...rows.map((row) => erasureOfRow(row, next.columns)));
    }
  }
}

/** The erasures of a list, or of a later backup. */
async function erasuresIn(path: string): Promise<Erasure[]> {
  const bytes = unpackedFile(path);
  const first = await bytes.next();
  if (first.done) return [];
  const rest = (async function* () {
    yield first.value;
    yield* bytes;
  })();
  const start = Buffer.from(first.value.subarray(0, 40)).toString('utf8');
  if (start.startsWith('{"format"')) return await erasuresOfBackup(rest);
  const pieces: Uint8Array[] = [];
  for await (const piece of rest) pieces.push(piece);
  const text = Buffer.concat(pieces).toString('utf8');
  const found = text.split('\n').flatMap((line) => readErasureLine(line) ?? []);
  // A line that was cut off is passed over; a file without any other is not what was meant.
  if (found.length > 0 || text.trim() === '') return found;
  throw new BackupFault('It is no list of erasures, and no backup that "postroad backup" wrote.');
}

/** The erasures of a list, or of a later backup. Throws a Refusal that names the file. */
export async function readErasures(path: string): Promise<Erasure[]> {
  try {
    return await erasuresIn(path);
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error;
    const { message } = error;
    const detail = message.includes(path)
      ? message
      : `No erasures are read from ${path}. ${message}`;
    throw new Refusal('validation_failed', detail);
  }
}
