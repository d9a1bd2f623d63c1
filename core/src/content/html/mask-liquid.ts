import { type LiquidPiece, nestingOf } from '../liquid/liquid-source.ts';
import type { Masker } from './masks.ts';

/** Masks a component tag; `depth` is the number of open Liquid blocks around it. */
export type MaskComponent = (piece: LiquidPiece, depth: number) => string;

/** Tracks whether markup is inside a tag, and inside which quotes. */
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
 * Masks the Liquid of HTML or markdown, given as pieces. Tags between attributes get blanks around
 * them, so that `{% if vip %}class="a"{% endif %}` reads as three attributes. So does a tag in an
 * authored comment, which would otherwise look like a placeholder's own comment.
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
