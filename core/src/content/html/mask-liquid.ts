import { type LiquidPiece, nestingOf } from '../liquid/liquid-source.ts';
import type { Masker } from './masks.ts';

/** Masks a component's tag; `depth` is how many Liquid blocks of the source are open around it. */
export type MaskComponent = (piece: LiquidPiece, depth: number) => string;

/** Follows whether markup stands inside a tag, and there inside which quotes. */
class TagState {
  #inside = false;
  #quote = '';

  get betweenAttributes(): boolean {
    return this.#inside && this.#quote === '';
  }

  read(text: string): void {
    for (const match of text.matchAll(/<(?=[a-z])|["'>]/gi)) {
      const char = match[0];
      if (!this.#inside) this.#inside = char === '<';
      else if (this.#quote !== '') {
        if (char === this.#quote) this.#quote = '';
      } else if (char === '>') this.#inside = false;
      else if (char !== '<') this.#quote = char;
    }
  }
}

/**
 * Masks the Liquid of HTML or markdown, given in its pieces. Tags between attributes get blanks around them, so that
 * `{% if vip %}class="a"{% endif %}` reads as three attributes; an authored comment around a tag
 * gets them too, or it would be taken for a placeholder's own.
 */
export function maskLiquid(
  pieces: readonly LiquidPiece[],
  masker: Masker,
  maskComponent: MaskComponent,
): string {
  const state = new TagState();
  let depth = 0;
  let result = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      state.read(piece.text);
      result += piece.text;
    } else {
      depth += nestingOf(piece);
      const isComponent = piece.kind === 'tag' && piece.name === 'component';
      const word = isComponent ? maskComponent(piece, depth) : masker.maskPiece(piece);
      result += piece.kind === 'tag' && state.betweenAttributes ? ` ${word} ` : word;
    }
  }
  return result.replace(new RegExp(`<!--(${masker.mark}\\d+z)-->`, 'g'), '<!-- $1 -->');
}
