import { type LiquidPiece, splitLiquid } from './liquid-source.ts';

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
  readonly #pattern: RegExp;
  readonly #commentOrWord: RegExp;

  constructor(mark: string, hidden: Hidden[] = []) {
    this.mark = mark;
    this.#hidden = [...hidden];
    this.#pattern = new RegExp(`${mark}(\\d+)z`, 'g');
    this.#commentOrWord = new RegExp(`<!--${mark}(\\d+)z-->|${mark}(\\d+)z`, 'g');
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
    if (!this.has(text)) return [];
    return Array.from(text.matchAll(this.#pattern), (match) => this.#at(match[1]));
  }

  /** Whether something of a kind stands in a text as a word, and not as a comment of its own. */
  hasWord(text: string, kind: HiddenKind): boolean {
    if (!this.has(text)) return false;
    for (const match of text.matchAll(this.#commentOrWord)) {
      if (match[2] !== undefined && this.#at(match[2]).kind === kind) return true;
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
    if (!this.has(text) || text.replace(this.#pattern, '').trim() !== '') return false;
    return this.within(text).every(({ kind, name }) => kind !== 'output' && name !== 'raw');
  }

  /** Replaces each placeholder, whether it stands as a word or as a comment of its own. */
  replace(text: string, by: (hidden: Hidden, word: string, asComment: boolean) => string): string {
    if (!this.has(text)) return text;
    return text.replace(this.#commentOrWord, (whole, comment?: string, word?: string) => {
      const index = comment ?? word;
      return by(this.#at(index), `${this.mark}${index}z`, whole.startsWith('<'));
    });
  }

  /** Puts everything back byte for byte. */
  restore(text: string): string {
    return this.replace(text, ({ kind, text: hidden }) =>
      kind === 'markup' || kind === 'component' ? this.restore(hidden) : hidden,
    );
  }

  #at(index: string | undefined): Hidden {
    return this.#hidden[Number(index)] ?? { kind: 'opaque', text: '', name: '' };
  }
}
