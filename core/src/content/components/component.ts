import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { hideMarkup } from '../html/mask-liquid.ts';
import type { Placeholders } from '../html/placeholders.ts';
import { readComponentTag } from '../liquid/component-tag.ts';
import { type LiquidPiece, positionOf } from '../liquid/liquid-source.ts';
import { resolveThemeTags, type ThemeScope } from '../themes/theme-tags.ts';

/** What a mail compiles with besides its own text and layout. */
export interface CompileScope extends ThemeScope {
  /** Markup of the components by key; none where left out. */
  components?: ReadonlyMap<string, string>;
}

/** One component where a tag put it. */
export interface ComponentUse {
  key: string;
  /** As the tag has them. */
  args: string;
  /** With the theme applied. */
  source: string;
  /** The same with its Liquid and the components in it hidden. */
  markup: string;
}

/** Where a tag stands: the components around it, outermost first, and the open Liquid blocks. */
interface Place {
  source: string;
  chain: readonly string[];
  depth: number;
}

/**
 * Hides the Liquid of one body or layout and, in place of each `{% component %}`, the component's
 * markup with the theme of the layout applied (TAG-08). Arguments become Liquid variables that
 * exist in the component only; there it sees them and the merge values of the mail, but nothing
 * that was assigned or looped over outside, and what it assigns stays inside.
 *
 * An argument is quoted text, which may hold outputs; or bare: a web address, a number, `true`,
 * `false`, `nil`, or a variable, which keeps its type. Text is escaped where it is written.
 */
export class ComponentExpander {
  /** Sentences; the caller knows which field they belong to. */
  readonly errors: string[] = [];
  /** Each time one is used, those inside before those around. */
  readonly uses: ComponentUse[] = [];
  readonly #scope: CompileScope;
  readonly #hidden: Placeholders;
  readonly #themed = new Map<string, string>();
  #chars = 0;
  #tooLarge = false;

  constructor(scope: CompileScope, hidden: Placeholders) {
    this.#scope = scope;
    this.#hidden = hidden;
  }

  /** The source with its Liquid and its components hidden. */
  hide(source: string): string {
    return this.#hide({ source, chain: [], depth: 0 });
  }

  #hide(place: Place): string {
    return hideMarkup(place.source, this.#hidden, (piece, open) => {
      const markup = this.#markup(piece, { ...place, depth: place.depth + open });
      return this.#hidden.hide('component', markup, 'component');
    });
  }

  #refuse(what: string, piece: LiquidPiece, { source, chain }: Place): string {
    const { line } = positionOf(source, piece.start);
    const around = chain.at(-1);
    const where = around === undefined ? '' : ` of the component "${around}"`;
    this.errors.push(`Line ${line}${where}: ${what}`);
    return '';
  }

  /** Markup of the component that a tag names; blank where it cannot stand there. */
  #markup(piece: LiquidPiece, place: Place): string {
    if (this.#tooLarge || this.errors.length >= limits.componentErrorsListed) return '';
    const refuse = (what: string) => this.#refuse(what, piece, place);
    const tag = readComponentTag(piece.text);
    if (!tag) return refuse('a component is named by its key in quotes, which stands first.');
    const { key, args } = tag;
    const written = this.#scope.components?.get(key);
    if (written === undefined) {
      const near = nearest(key, this.#scope.components?.keys() ?? []);
      const hint = near ? ` Did you mean "${near}"?` : ' List the components to find its key.';
      return refuse(`there is no component "${key}".${hint}`);
    }
    const chain = [...place.chain, key];
    if (place.chain.includes(key)) {
      return refuse(`a component cannot hold itself: ${chain.join(' → ')}.`);
    }
    if (chain.length > limits.componentDepth) {
      return refuse(`components nest at most ${limits.componentDepth} deep: ${chain.join(' → ')}.`);
    }
    this.#chars += written.length;
    if (this.#chars > limits.componentCharsExpanded) {
      this.#tooLarge = true;
      return refuse(
        `all components come to more than ${limits.componentCharsExpanded} characters.`,
      );
    }
    const depth = place.depth + 1;
    if (depth > limits.liquidDepth) {
      return refuse(`Liquid tags and components nest at most ${limits.liquidDepth} deep.`);
    }
    const source = this.#withTheme(key, written);
    const markup = this.#hide({ source, chain, depth });
    this.uses.push({ key, args, source, markup });
    return this.#scoped(args, markup);
  }

  /** The closing tag is written only where there is Liquid that could read an argument. */
  #scoped(args: string, markup: string): string {
    if (!this.#hidden.has(markup)) return markup;
    const open = this.#hidden.hide('tag', `{% component_scope ${args} %}`, 'component_scope');
    const close = this.#hidden.hide('tag', '{% endcomponent_scope %}', 'endcomponent_scope');
    return open + markup + close;
  }

  #withTheme(key: string, written: string): string {
    const known = this.#themed.get(key);
    if (known !== undefined) return known;
    const lines = written.replace(/\r\n?/g, '\n').trim();
    const { text, errors } = resolveThemeTags(lines, this.#scope);
    this.errors.push(...errors.map(({ message }) => `In the component "${key}": ${message}`));
    this.#themed.set(key, text);
    return text;
  }
}

/** Puts the markup of components in their place, where their Liquid stays hidden. */
export function expandComponents(html: string, hidden: Placeholders): string {
  return hidden.replace(html, ({ kind, text }, word, asComment) => {
    if (kind === 'component') return expandComponents(text, hidden);
    return asComment ? `<!--${word}-->` : word;
  });
}
