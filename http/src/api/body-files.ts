import { limits } from '@postroad/core/platform/limits';
import type { Operation } from '@postroad/core/platform/operations/operation';
import type { ArrivingFiles, FileReceiver } from '@postroad/service/messages/received-files';

const quote = 0x22;
const backslash = 0x5c;

/** An object or array that is open. */
interface Level {
  isObject: boolean;
  /** The key whose value comes; null before its colon, and in an array. */
  key: string | null;
}

/** Levels that are known: the outermost object, the list, and its entry. */
const levelsKnown = 3;

/**
 * Follows JSON as it arrives, and hands its long files on: `list[*].content`, characters of base64 in
 * objects of an array of the outermost object (MSG-14). The parser gets the rest, with a short value in
 * place of each, and finds what is wrong with it.
 */
export class BodyFiles {
  readonly #where: NonNullable<Operation['bodyFiles']>;
  readonly #files: Pick<ArrivingFiles, 'open'>;
  readonly #levels: Level[] = [];
  #depth = 0;
  #state: 'outside' | 'string' | 'file' = 'outside';
  /** The last byte was a backslash within a string. */
  #escaped = false;
  /** The last string; a colon makes it a key. */
  #string = '';
  /** The characters of a file that may be short. */
  #held = '';
  #receiver: FileReceiver | null = null;

  constructor(where: NonNullable<Operation['bodyFiles']>, files: Pick<ArrivingFiles, 'open'>) {
    this.#where = where;
    this.#files = files;
  }

  /** Takes a part of a body; answers what the parser needs of it. */
  async take(bytes: Buffer): Promise<Buffer[]> {
    const kept: Buffer[] = [];
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === 'outside') {
        const end = this.#follow(bytes, at);
        kept.push(bytes.subarray(at, end));
        at = end;
        continue;
      }
      const end = this.#stringEnd(bytes, at);
      const part = bytes.subarray(at, end);
      at = end;
      if (this.#state === 'string') {
        kept.push(part);
        if (this.#string.length <= limits.keyChars) this.#string += part.toString('latin1');
      } else await this.#takeFile(part.toString('latin1'));
      if (at === bytes.length) break;
      if (this.#state === 'file') kept.push(Buffer.from(await this.#endFile(), 'latin1'));
      this.#state = 'outside';
      kept.push(bytes.subarray(at, at + 1));
      at += 1;
    }
    return kept;
  }

  /** What is held back of a body that ends within a file. */
  end(): Buffer {
    return Buffer.from(this.#held, 'latin1');
  }

  /** Follows objects and arrays up to the first byte of a string; answers its index. */
  #follow(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === quote) {
        this.#state = this.#isFile() ? 'file' : 'string';
        this.#string = '';
        return at + 1;
      }
      if (byte !== undefined) this.#turn(String.fromCharCode(byte));
    }
    return bytes.length;
  }

  #turn(char: string): void {
    if (char === '{' || char === '[') {
      if (this.#depth < levelsKnown) this.#levels.push({ isObject: char === '{', key: null });
      this.#depth += 1;
    } else if (char === '}' || char === ']') {
      this.#depth = Math.max(0, this.#depth - 1);
      if (this.#depth < levelsKnown) this.#levels.length = this.#depth;
    } else if (this.#depth <= levelsKnown) {
      const level = this.#levels[this.#depth - 1];
      if (level?.isObject && char === ':') level.key = this.#string;
      if (level?.isObject && char === ',') level.key = null;
    }
  }

  #isFile(): boolean {
    if (this.#depth !== levelsKnown) return false;
    const [body, list, entry] = this.#levels;
    const { list: listKey, content } = this.#where;
    return body?.key === listKey && list?.isObject === false && entry?.key === content;
  }

  /** The index of the quote that ends the string; the length where it is not there. */
  #stringEnd(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      if (this.#escaped) this.#escaped = false;
      else if (bytes[at] === backslash) this.#escaped = true;
      else if (bytes[at] === quote) return at;
    }
    return bytes.length;
  }

  async #takeFile(text: string): Promise<void> {
    this.#held += text;
    if (this.#receiver === null && this.#held.length <= limits.fileInlineChars) return;
    this.#receiver ??= await this.#files.open();
    // Some encoders escape slashes; an escape may be parted from its character.
    const until = this.#escaped ? this.#held.length - 1 : this.#held.length;
    const complete = this.#held.slice(0, until).replaceAll('\\/', '/');
    this.#held = this.#held.slice(until);
    await this.#receiver.write(complete);
  }

  /** The value of a file in what is parsed. */
  async #endFile(): Promise<string> {
    const value = this.#receiver === null ? this.#held : await this.#receiver.end();
    this.#receiver = null;
    this.#held = '';
    return value;
  }
}
