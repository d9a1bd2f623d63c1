import { type LiquidPiece, splitLiquid } from '../liquid/liquid-source.ts';

/**
 * `markup` is generated text and `component` the markup of a component; both may contain further
 * placeholders. `button` will be expanded.
 */
export type MaskKind = 'output' | 'tag' | 'opaque' | 'markup' | 'button' | 'component';

/** The text behind a placeholder. */
export interface Masked {
  readonly kind: MaskKind;
  readonly text: string;
  /** Name of a tag, for example `for`; otherwise empty. */
  readonly name: string;
}

/** The position of a placeholder in a text. */
interface Word {
  start: number;
  end: number;
  index: number;
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

const isComment = (text: string, { start, end }: Word) =>
  text.startsWith('<!--', start - 4) && text.startsWith('-->', end);

const nothing: Masked = { kind: 'opaque', text: '', name: '' };

/** A mark that none of the sources contains. */
export function markFor(sources: string[]): string {
  const text = sources.join('\n').toLowerCase();
  let longest = 'lq';
  for (const [mark] of text.matchAll(/lqx+/g)) if (mark.length > longest.length) longest = mark;
  return `${longest}x`;
}

/**
 * Placeholders that replace Liquid while markdown and HTML parsers process a text. A placeholder is
 * one lowercase word, which survives escaping, URL encoding and attribute names; its mark occurs in
 * none of the sources. Immutable: a step that masks more uses a `masker` and returns the new masks.
 */
export class Masks {
  readonly mark: string;
  readonly masked: readonly Masked[];

  constructor(mark: string, masked: readonly Masked[] = []) {
    this.mark = mark;
    this.masked = masked;
  }

  /** A masker that adds to a copy of these masks. */
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

  /** Whether a text contains a placeholder of a kind as a word, not as its own comment. */
  hasWord(text: string, kind: MaskKind): boolean {
    for (let word = this.#next(text, 0); word; word = this.#next(text, word.end)) {
      if (this.#at(word.index).kind === kind && !isComment(text, word)) return true;
    }
    return false;
  }

  /** The Liquid tags of a text in order, without those that compilation adds around URLs. */
  tagOrder(text: string): string {
    return this.within(text)
      .map(({ kind, text: masked, name }) => {
        if (kind === 'markup' || kind === 'component') return this.tagOrder(masked);
        return kind === 'tag' && !name.endsWith('safe_url') ? masked : '';
      })
      .join('');
  }

  /** Whether a text is only placeholders without output, and blanks. */
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

  /** Replaces each placeholder, whether a word or its own comment. */
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

  /** Restores all masked text byte for byte. */
  restore(text: string): string {
    return this.replace(text, ({ kind, text: masked }) =>
      kind === 'markup' || kind === 'component' ? this.restore(masked) : masked,
    );
  }

  /** The next placeholder from an offset on; finding the mark is faster than a pattern. */
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

/** Masks that one step adds to; it lives only during that step. */
export class Masker extends Masks {
  readonly #masked: Masked[];

  /** Takes ownership of the list. */
  constructor(mark: string, masked: Masked[] = []) {
    super(mark, masked);
    this.#masked = masked;
  }

  /** The masks so far. */
  masks(): Masks {
    return new Masks(this.mark, [...this.#masked]);
  }

  /** Returns the placeholder. */
  mask(kind: MaskKind, text: string, name = ''): string {
    this.#masked.push({ kind, text, name });
    return `${this.mark}${this.#masked.length - 1}z`;
  }

  maskPiece(piece: LiquidPiece): string {
    if (piece.kind === 'text') return piece.text;
    if (piece.name === 'button') return this.mask('button', piece.args, piece.name);
    return this.mask(piece.kind, piece.text, piece.name);
  }

  /** Masks the Liquid of a source; `text` transforms the rest. */
  maskLiquid(source: string, text: (plain: string) => string = (plain) => plain): string {
    return splitLiquid(source)
      .map((piece) => (piece.kind === 'text' ? text(piece.text) : this.maskPiece(piece)))
      .join('');
  }
}
