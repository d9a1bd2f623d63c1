import { quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { roundedText } from '../../platform/operations/rounded-number.ts';
import { FileError, roundedError } from './file-error.ts';
import type { FileEntry, FileNode } from './file-tree.ts';
import { ParseBudget } from './parse-budget.ts';

const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const words: readonly (readonly [string, boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** Reads one text; the position advances with the reading. */
/** Space, tab and line feed. */
const blank: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a]);

class Reader {
  readonly #text: string;
  readonly #budget: ParseBudget;
  #at = 0;

  constructor(text: string, budget: ParseBudget) {
    this.#text = text;
    this.#budget = budget;
  }

  document(): FileNode {
    const node = this.#value(1);
    this.#space();
    if (this.#at < this.#text.length) throw this.#fault('the end of the file');
    return node;
  }

  #value(depth: number): FileNode {
    this.#space();
    const offset = this.#at;
    const char = this.#text[offset];
    this.#budget.spend(1, limits.jsonFileParts, offset);
    if (depth > limits.jsonDepth) {
      const message = `JSON may be nested ${limits.jsonDepth} levels deep at most.`;
      throw new FileError('too_deep', offset, message, 'Take levels out of it.');
    }
    if (char === '{') return { kind: 'map', offset, entries: this.#entries(depth) };
    if (char === '[') return { kind: 'list', offset, items: this.#items(depth) };
    if (char === '"') return { kind: 'scalar', offset, value: this.#string() };
    for (const [word, value] of words) {
      if (!this.#text.startsWith(word, offset)) continue;
      this.#at += word.length;
      return { kind: 'scalar', offset, value };
    }
    const digits = this.#match(number);
    if (digits === null) throw this.#fault('a value');
    const rounded = roundedText(digits);
    if (rounded !== null) throw roundedError(offset, rounded);
    return { kind: 'scalar', offset, value: Number(digits) };
  }

  #entries(depth: number): FileEntry[] {
    const entries: FileEntry[] = [];
    const seen = new Set<string>();
    this.#at += 1;
    if (this.#takes('}')) return entries;
    do {
      this.#space();
      const offset = this.#at;
      if (this.#text[offset] !== '"') throw this.#fault('a key in double quotes');
      const key = this.#string();
      if (seen.has(key)) {
        const message = `The key ${quoted(key)} is there twice in one object.`;
        throw new FileError('key_duplicate', offset, message, 'Keep one of the two.');
      }
      seen.add(key);
      if (!this.#takes(':')) throw this.#fault('":"');
      entries.push({ key, offset, value: this.#value(depth + 1) });
    } while (this.#takes(','));
    if (!this.#takes('}')) throw this.#fault('"," or "}"');
    return entries;
  }

  #items(depth: number): FileNode[] {
    const items: FileNode[] = [];
    this.#at += 1;
    if (this.#takes(']')) return items;
    do items.push(this.#value(depth + 1));
    while (this.#takes(','));
    if (!this.#takes(']')) throw this.#fault('"," or "]"');
    return items;
  }

  /** Index after the string that begins here. */
  #stringEnd(): number | null {
    for (let at = this.#at + 1; at < this.#text.length; at += 1) {
      const char = this.#text[at] ?? '';
      if (char === '"') return at + 1;
      if (char < ' ') return null;
      if (char === '\\') at += 1;
    }
    return null;
  }

  #string(): string {
    const start = this.#at;
    const end = this.#stringEnd();
    try {
      // JSON.parse checks the rest of the string's grammar.
      const text = JSON.parse(this.#text.slice(start, end ?? start)) as string;
      this.#at = end ?? start;
      return text;
    } catch {
      const message = 'The text that begins here does not end, or has an escape that JSON lacks.';
      throw new FileError('json_malformed', start, message, 'Correct the text.');
    }
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [found = null] = pattern.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }

  #takes(char: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== char) return false;
    this.#budget.spend(1, limits.jsonFileParts, this.#at);
    this.#at += 1;
    return true;
  }

  #space(): void {
    while (blank.has(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #fault(wanted: string): FileError {
    const met = this.#text[this.#at];
    const what = met === undefined ? 'the file ends' : `${quoted(met)} is`;
    const message = `This is not JSON: ${what} where ${wanted} should be.`;
    return new FileError('json_malformed', this.#at, message, 'Correct the JSON at this place.');
  }
}

/**
 * Reads JSON (RFC 8259) with line feeds only, and without duplicate keys. Throws FileError. Nesting
 * is bounded, so that it cannot exhaust the stack.
 */
export function readJson(text: string, budget: ParseBudget = new ParseBudget()): FileNode {
  return new Reader(text, budget).document();
}
