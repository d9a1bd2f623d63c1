import { isAscii } from 'node:buffer';
import { limits } from '@postroad/core/platform/limits';
import type { MailFile } from '@postroad/mail/message/attachment';
import {
  addChunk,
  beginFile,
  dropUnusedFiles,
  endFile,
  type FileUse,
  readChunk,
  type StoredFile,
} from '@postroad/store/messages/message-file';
import type { Database } from '@postroad/store/platform/connection/database';
import { transaction } from '@postroad/store/platform/transaction';

/** The parts of the service that files of messages need. */
export interface FileDeps {
  database: Database;
  config: { testClock: boolean };
}

/**
 * Stores bytes as they arrive, a chunk a transaction, so that neither this process nor a transaction
 * holds a file. The transaction of a message uses the file; one that none uses is swept.
 */
export class FileWriter {
  readonly #deps: FileDeps;
  readonly id: number;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #position = 0;
  #octets = 0;
  #eightBit = false;

  private constructor(deps: FileDeps, id: number) {
    this.#deps = deps;
    this.id = id;
  }

  static async open(deps: FileDeps): Promise<FileWriter> {
    return new FileWriter(deps, await inTransaction(deps, beginFile));
  }

  get octets(): number {
    return this.#octets;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#octets += bytes.length;
    this.#eightBit ||= !isAscii(bytes);
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= limits.fileChunkBytes) await this.flush();
  }

  /** Ends a chunk here. */
  async flush(): Promise<void> {
    if (this.#pendingBytes === 0) return;
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    const position = this.#position;
    this.#position += 1;
    await inTransaction(this.#deps, (tx) => addChunk(tx, this.id, position, bytes));
  }

  async end(): Promise<StoredFile> {
    await this.flush();
    const file = { id: this.id, octets: this.#octets, eight_bit: this.#eightBit };
    if (!(await inTransaction(this.#deps, (tx) => endFile(tx, file)))) {
      throw new Error('A file took too long to arrive.');
    }
    return file;
  }

  /** Removes the file unless a message uses it. */
  async drop(): Promise<void> {
    await inTransaction(this.#deps, (tx) => dropUnusedFiles(tx, [this.id]));
  }
}

function inTransaction<T>(
  { database, config }: FileDeps,
  body: Parameters<typeof transaction<T>>[2],
) {
  return transaction(database, { testClock: config.testClock }, body);
}

/** A chunk of a file was forgotten. */
export class FileForgotten extends Error {
  constructor() {
    super('A file of the mail is no longer kept.');
    this.name = 'FileForgotten';
  }
}

/** Reads a file from one of its chunks on, a chunk at a time. Throws FileForgotten where one is missing. */
export async function* readStored(
  deps: FileDeps,
  { file_id, octets }: Pick<FileUse, 'file_id' | 'octets'>,
  { from = 0, skipped = 0 }: { from?: number; skipped?: number } = {},
): AsyncIterable<Uint8Array> {
  const mode = { readOnly: true, testClock: deps.config.testClock };
  let left = octets - skipped;
  for (let position = from; left > 0; position += 1) {
    const bytes = await transaction(deps.database, mode, (tx) => readChunk(tx, file_id, position));
    if (bytes === null) throw new FileForgotten();
    left -= bytes.length;
    yield bytes;
  }
}

/** A file of a message as the mail carries it. */
export function storedFile(deps: FileDeps, use: FileUse): MailFile {
  return fileOf(use, () => readStored(deps, use));
}

export function fileOf(use: FileUse, read: MailFile['read']): MailFile {
  return {
    filename: use.filename ?? '',
    contentType: use.content_type ?? 'application/octet-stream',
    contentId: use.content_id,
    octets: use.octets,
    read,
  };
}
