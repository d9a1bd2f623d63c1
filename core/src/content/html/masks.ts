import { type LiquidPiece, splitLiquid } from '../liquid/liquid-source.ts';

/**
 * `markup` is generated text and `component` the markup of one, both of which may hold further
 * placeholders; `button` is one to expand.
 */
export type MaskKind = 'output' | 'tag' | 'opaque' | 'markup' | 'button' | 'component';

/** A stretch of text that a placeholder stands for. */
export interface Masked {
  readonly kind: MaskKind;
  readonly text: string;
  /** Of a tag, for example `for`; empty otherwise. */
  readonly name: string;
}

/** Where a placeholder is in a text. */
interface Word {
  start: number;
  end: number;
  index: number;
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

const isComment = (text: string, { start, end }: Word) =>
  text.startsWith('<!--', start - 4) && text.startsWith('-->', end);

const nothing: Masked = { kind: 'opaque', text: '', name: '' };

/** A mark that none of the sources holds. */
export function markFor(sources: string[]): string {
  const text = sources.join('\n').toLowerCase();
  let mark = 'lqx';
  while (text.includes(mark)) mark += 'x';
  return mark;
}

/**
 * Placeholders for Liquid while markdown and HTML parsers run over a text, with what each stands
 * for. A placeholder is one lowercase word, which survives escaping, address encoding and attribute
 * names; the mark it begins with occurs in none of the sources. Never changes: a step that masks
 * more takes a `masker` and answers the masks it made.
 */
export class Masks {
  readonly mark: string;
  readonly masked: readonly Masked[];

  constructor(mark: string, masked: readonly Masked[] = []) {
    this.mark = mark;
    this.masked = masked;
  }

  /** Adds to a copy of these masks. */
  masker(): Masker {
    return new Masker(this.mark, [...this.masked]);
  }

  has(text: string): boolean {
    return text.includes(this.mark);
  }

  /** Everything masked in a text, in order. */
  within(text: string): Masked[] {
    const found: Masked[] = [];
    for (let word = this.#next(text, 0); word; word = this.#next(text, word.end)) {
      found.push(this.#at(word.index));
    }
    return found;
  }

  /** Whether something of a kind is in a text as a word, and not as a comment of its own. */
  hasWord(text: string, kind: MaskKind): boolean {
    for (let word = this.#next(text, 0); word; word = this.#next(text, word.end)) {
      if (this.#at(word.index).kind === kind && !isComment(text, word)) return true;
    }
    return false;
  }

  /** The Liquid tags of a text in order, except those that compilation adds around addresses. */
  tagOrder(text: string): string {
    return this.within(text)
      .map(({ kind, text: masked, name }) => {
        if (kind === 'markup' || kind === 'component') return this.tagOrder(masked);
        return kind === 'tag' && !name.endsWith('safe_url') ? masked : '';
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

  /** Replaces each placeholder, whether it is a word or a comment of its own. */
  replace(text: string, by: (masked: Masked, word: string, asComment: boolean) => string): string {
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
    return this.replace(text, ({ kind, text: masked }) =>
      kind === 'markup' || kind === 'component' ? this.restore(masked) : masked,
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

  #at(index: number): Masked {
    return this.masked[index] ?? nothing;
  }
}

/** Masks that one step adds to while it runs. It lives no longer than the step. */
export class Masker extends Masks {
  readonly #masked: Masked[];

  /** Keeps the list, which nobody else may hold. */
  constructor(mark: string, masked: Masked[] = []) {
    super(mark, masked);
    this.#masked = masked;
  }

  /** What was masked so far. */
  masks(): Masks {
    return new Masks(this.mark, [...this.#masked]);
  }

  /** Answers the placeholder. */
  mask(kind: MaskKind, text: string, name = ''): string {
    this.#masked.push({ kind, text, name });
    return `${this.mark}${this.#masked.length - 1}z`;
  }

  maskPiece(piece: LiquidPiece): string {
    if (piece.kind === 'text') return piece.text;
    if (piece.name === 'button') return this.mask('button', piece.args, piece.name);
    return this.mask(piece.kind, piece.text, piece.name);
  }

  /** Masks the Liquid of a source; `text` is what happens to the rest. */
  maskLiquid(source: string, text: (plain: string) => string = (plain) => plain): string {
    return splitLiquid(source)
      .map((piece) => (piece.kind === 'text' ? text(piece.text) : this.maskPiece(piece)))
      .join('');
  }
}
