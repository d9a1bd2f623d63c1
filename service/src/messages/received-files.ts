import { createHash, type Hash } from 'node:crypto';
import { dropUnusedFiles } from '@postroad/store/messages/message-file';
import { transaction } from '@postroad/store/platform/transaction';
import type { FilesReceived, ReceivedFile } from '../platform/handler.ts';
import { type FileDeps, FileWriter } from './stored-files.ts';

/** Takes the characters of one file. */
export interface FileReceiver {
  /** Takes more of its base64. */
  write(text: string): Promise<void>;
  /** Ends it; answers the value that its argument has in the input of the call. */
  end(): Promise<string>;
}

/** Files of one call whose body is still arriving. */
export interface ArrivingFiles extends FilesReceived {
  /** How many were opened. */
  readonly count: number;
  open(): Promise<FileReceiver>;
  /** Removes those that no message uses. */
  drop(): Promise<void>;
}

/**
 * Files of one call, stored as they arrive, so that no process holds one (MSG-14). In the input each
 * is replaced by a digest, by which the handler finds it; a client that sends a digest finds nothing.
 */
export class ReceivedFiles implements ArrivingFiles {
  readonly #deps: FileDeps;
  readonly #files = new Map<string, ReceivedFile>();
  readonly #ids: number[] = [];

  constructor(deps: FileDeps) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#ids.length;
  }

  async open(): Promise<FileReceiver> {
    const writer = await FileWriter.open(this.#deps);
    this.#ids.push(writer.id);
    const decoder = new Base64Decoder();
    const hash = createHash('sha256');
    return {
      write: async (text) => await keep(writer, hash, decoder.take(text)),
      end: async () => {
        const last = decoder.end();
        if (last !== null) await keep(writer, hash, last);
        const { octets } = await writer.end();
        const value = `${last === null ? 'not base64' : 'sha256'}:${hash.digest('hex')}`;
        this.#files.set(value, { id: last === null ? null : writer.id, octets });
        return value;
      },
    };
  }

  find(value: string): ReceivedFile | undefined {
    return this.#files.get(value);
  }

  async drop(): Promise<void> {
    const { database, config } = this.#deps;
    if (this.#ids.length === 0) return;
    await transaction(database, { testClock: config.testClock }, (tx) =>
      dropUnusedFiles(tx, this.#ids),
    );
  }
}

async function keep(writer: FileWriter, hash: Hash, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return;
  hash.update(bytes);
  await writer.write(bytes);
}

const digits = /^[A-Za-z0-9+/]*$/;
const padded = /^[A-Za-z0-9+/]*={0,2}$/;

/** Whether a text is base64 with its padding and without line breaks. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && padded.test(text);
}

/** Decodes base64 a part at a time (RFC 4648 §4). */
class Base64Decoder {
  #rest = '';
  #faulty = false;

  /** The bytes of what is complete; none after a fault. */
  take(text: string): Buffer {
    if (this.#faulty) return Buffer.alloc(0);
    const known = this.#rest + text;
    // The last group, which may be padded, is left for the next part.
    const until = Math.max(0, Math.ceil(known.length / 4) * 4 - 4);
    const groups = known.slice(0, until);
    this.#rest = known.slice(until);
    this.#faulty = !digits.test(groups);
    return this.#faulty ? Buffer.alloc(0) : Buffer.from(groups, 'base64');
  }

  /** The bytes of the last group; null if the whole was not base64. */
  end(): Buffer | null {
    if (this.#faulty || !isBase64(this.#rest)) return null;
    return Buffer.from(this.#rest, 'base64');
  }
}
