import { type LiquidPiece, splitLiquid } from '../liquid/liquid-source.ts';

/**
 * `markup` is generated text and `component` the markup of one, both of which may hold further
 * placeholders; `button` is one to expand.
 */
export type HiddenKind = 'output' | 'tag' | 'opaque' | 'markup' | 'button' | 'component';

export interface Hidden {
  kind: HiddenKind;
  text: string;
  /** Of a tag, for example `for`; empty otherwise. */
  name: string;
}

/** Where a placeholder stands in a text. */
interface Word {
  start: number;
  end: number;
  index: number;
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

const isComment = (text: string, { start, end }: Word) =>
  text.startsWith('<!--', start - 4) && text.startsWith('-->', end);

/** Tags that hold others up to their `end…`. */
const OPENING: ReadonlySet<string> = new Set(
  'for if unless case capture component_scope'.split(' '),
);

/** +1 for a tag that opens a block, -1 for one that closes it, 0 for all else. */
export function nestingOf(hidden: { kind: string; name: string } | undefined): number {
  if (hidden?.kind !== 'tag') return 0;
  if (OPENING.has(hidden.name)) return 1;
  return hidden.name.startsWith('end') ? -1 : 0;
}

/**
 * Stands-in for Liquid while markdown and HTML parsers run over a text. Each is one lowercase
 * word, which survives escaping, address encoding and attribute names; the mark it begins with
 * occurs in none of the sources.
 */
export class Placeholders {
  readonly mark: string;
  readonly #hidden: Hidden[];

  constructor(mark: string, hidden: Hidden[] = []) {
    this.mark = mark;
    this.#hidden = [...hidden];
  }

  /** A mark that none of the sources holds. */
  static markFor(sources: string[]): string {
    const text = sources.join('\n').toLowerCase();
    let mark = 'lqx';
    while (text.includes(mark)) mark += 'x';
    return mark;
  }

  /** The same placeholders, to go on with apart from this one. */
  fork(): Placeholders {
    return new Placeholders(this.mark, this.#hidden);
  }

  hide(kind: HiddenKind, text: string, name = ''): string {
    this.#hidden.push({ kind, text, name });
    return `${this.mark}${this.#hidden.length - 1}z`;
  }

  hidePiece(piece: LiquidPiece): string {
    if (piece.kind === 'text') return piece.text;
    if (piece.name === 'button') return this.hide('button', piece.args, piece.name);
    return this.hide(piece.kind, piece.text, piece.name);
  }

  /** Hides the Liquid of a source; `text` is what happens to the rest. */
  hideLiquid(source: string, text: (plain: string) => string = (plain) => plain): string {
    return splitLiquid(source)
      .map((piece) => (piece.kind === 'text' ? text(piece.text) : this.hidePiece(piece)))
      .join('');
  }

  has(text: string): boolean {
    return text.includes(this.mark);
  }

  /** Everything hidden in a text, in order. */
  within(text: string): Hidden[] {
    const found: Hidden[] = [];
    for (let word = this.#next(text, 0); word; word = this.#next(text, word.end)) {
      found.push(this.#at(word.index));
    }
    return found;
  }

  /** Whether something of a kind stands in a text as a word, and not as a comment of its own. */
  hasWord(text: string, kind: HiddenKind): boolean {
    for (let word = this.#next(text, 0); word; word = this.#next(text, word.end)) {
      if (this.#at(word.index).kind === kind && !isComment(text, word)) return true;
    }
    return false;
  }

  /** The Liquid tags of a text in order, except those that compilation adds around addresses. */
  tagOrder(text: string): string {
    return this.within(text)
      .map(({ kind, text: hidden, name }) => {
        if (kind === 'markup' || kind === 'component') return this.tagOrder(hidden);
        return kind === 'tag' && !name.endsWith('safe_url') ? hidden : '';
      })
      .join('');
  }

  /** True where a text is nothing but placeholders and blanks, none of which writes text. */
  isTagsOnly(text: string): boolean {
    if (!this.has(text)) return false;
    let from = 0;
    for (let word = this.#next(text, 0); word; word = this.#next(text, word.end)) {
      const { kind, name } = this.#at(word.index);
      if (kind === 'output' || name === 'raw') return false;
      if (text.slice(from, word.start).trim() !== '') return false;
      from = word.end;
    }
    return text.slice(from).trim() === '';
  }

  /** Replaces each placeholder, whether it stands as a word or as a comment of its own. */
  replace(text: string, by: (hidden: Hidden, word: string, asComment: boolean) => string): string {
    let result = '';
    let copied = 0;
    for (let word = this.#next(text, 0); word; word = this.#next(text, word.end)) {
      const asComment = word.start >= copied + 4 && isComment(text, word);
      result += text.slice(copied, asComment ? word.start - 4 : word.start);
      result += by(this.#at(word.index), text.slice(word.start, word.end), asComment);
      copied = asComment ? word.end + 3 : word.end;
    }
    return copied === 0 ? text : result + text.slice(copied);
  }

  /** Puts everything back byte for byte. */
  restore(text: string): string {
    return this.replace(text, ({ kind, text: hidden }) =>
      kind === 'markup' || kind === 'component' ? this.restore(hidden) : hidden,
    );
  }

  /** The next placeholder from an offset on; searching for the mark is quicker than a pattern. */
  #next(text: string, from: number): Word | null {
    const { mark } = this;
    for (let start = text.indexOf(mark, from); start >= 0; start = text.indexOf(mark, start + 1)) {
      const digits = start + mark.length;
      let end = digits;
      while (isDigit(text.charCodeAt(end))) end += 1;
      if (end > digits && text[end] === 'z') {
        return { start, end: end + 1, index: Number(text.slice(digits, end)) };
      }
    }
    return null;
  }

  #at(index: number): Hidden {
    return this.#hidden[index] ?? { kind: 'opaque', text: '', name: '' };
  }
}
