import { createHash } from 'node:crypto';
import { setImmediate as yieldOnce } from 'node:timers/promises';
import type { FieldType } from '@postroad/core/people/field-type';
import { openPeopleFile } from '@postroad/core/people/import/open-people-file';
import type { FileOptions, PeopleFile } from '@postroad/core/people/import/people-file';
import { personTagsAt } from '@postroad/core/people/person-values';
import { ValueError } from '@postroad/core/platform/issue';
import { invalid } from '@postroad/core/platform/refusal';
import { listFields } from '@postroad/store/people/field';
import { transaction } from '@postroad/store/platform/transaction';
import type { AccountTime } from '../../platform/account-clock.ts';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import type { Chunker } from './chunk-rows.ts';
import { Utf8Decoder } from './utf8-decoder.ts';

/** The options of an import, apart from the file. */
export interface ImportOrder extends Omit<FileOptions, 'fields' | 'clock' | 'now'> {
  tags: string[];
  trigger: boolean;
}

const sliceChars = 65_536;

/** A text in pieces with pauses between them, so that a long text blocks nobody. */
export async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + sliceChars);
    // Surrogate pairs stay together.
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? '')) end += 1;
    yield Buffer.from(text.slice(at, end), 'utf8');
    at = end;
    await yieldOnce();
  }
}

function checkedOrder(order: ImportOrder): void {
  try {
    personTagsAt(order.tags, 'tags');
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw invalid([error.issue]);
  }
}

/** The parts of the service that reading a file needs. */
export type OpenDeps = TransactionDeps & AccountTime;

/** Opens a file for reading, with the fields that exist. Throws a 422. */
export async function openFile(deps: OpenDeps, order: ImportOrder): Promise<PeopleFile> {
  checkedOrder(order);
  const mode = { testClock: deps.config.testClock, readOnly: true };
  const [rows, clock, now] = await transaction(deps.database, mode, async (tx) => [
    await listFields(tx),
    await deps.accountClock(tx),
    tx.now,
  ]);
  const fields = new Map<string, FieldType>(rows.map(({ key, type }) => [key, type]));
  return openPeopleFile({ ...order, fields, clock, now });
}

/** Reads the whole file into the sink, in constant memory. Returns the hash of its bytes. */
export async function readInto(
  file: PeopleFile,
  body: AsyncIterable<Uint8Array>,
  chunker: Chunker,
): Promise<string> {
  const decoder = new Utf8Decoder();
  const hash = createHash('sha256');
  for await (const piece of body) {
    hash.update(piece);
    // Large pieces are read in slices.
    for (let at = 0; at < piece.length; at += sliceChars) {
      if (at > 0) await yieldOnce();
      const text = decoder.push(piece.subarray(at, at + sliceChars));
      await chunker.add(file.push(text), text.length);
    }
  }
  await chunker.add(file.push(decoder.end()), 0);
  await chunker.add(file.end(), 0);
  await chunker.end();
  return hash.digest('hex');
}
