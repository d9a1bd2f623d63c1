import { hinted, type Issue } from '../../platform/issue.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { positionAt } from '../../platform/position.ts';
import { maskLiquid } from '../html/mask-liquid.ts';
import type { Masker, Masks } from '../html/masks.ts';
import { readComponentTag } from '../liquid/component-tag.ts';
import { type LiquidPiece, splitLiquid } from '../liquid/liquid-source.ts';
import { resolveThemeTags, type ThemeScope } from '../themes/theme-tags.ts';

/** The inputs of a compile besides the email's own text and layout. */
export interface CompileScope extends ThemeScope {
  /** Markup of the components by key; none if omitted. */
  components?: ReadonlyMap<string, string>;
}

/** One use of a component by a tag. */
export interface ComponentUse {
  key: string;
  /** The arguments as written in the tag. */
  args: string;
  /** With the theme applied. */
  source: string;
  pieces: readonly LiquidPiece[];
  /** The source with its Liquid and inner components masked. */
  markup: string;
}

/** A source that may contain components, with the components around it, outermost first. */
interface Site {
  source: string;
  pieces: readonly LiquidPiece[];
  chain: readonly string[];
  /** Open Liquid blocks around the source. */
  depth: number;
}

export interface MaskedSource {
  /** The source with its Liquid and components masked. */
  text: string;
  masks: Masks;
  /** Each use of a component, inner ones before outer ones. */
  uses: readonly ComponentUse[];
  /** Without a path; the caller adds the field. */
  errors: readonly Issue[];
}

class ComponentMasker {
  readonly errors: Issue[] = [];
  readonly uses: ComponentUse[] = [];
  readonly #scope: CompileScope;
  readonly #masker: Masker;
  /** Markup with the theme applied, by key. */
  readonly #themed = new Map<string, Pick<ComponentUse, 'source' | 'pieces'>>();
  #chars = 0;
  #tooLarge = false;

  constructor(scope: CompileScope, masker: Masker) {
    this.#scope = scope;
    this.#masker = masker;
  }

  mask(site: Site): string {
    return maskLiquid(site.pieces, this.#masker, (piece, open) => {
      const markup = this.#markup(piece, { ...site, depth: site.depth + open });
      return this.#masker.mask('component', markup, 'component');
    });
  }

  #refuse(
    what: string,
    piece: LiquidPiece,
    { source, chain }: Site,
    near: string | null = null,
  ): string {
    const { line } = positionAt(source, piece.start);
    const around = chain.at(-1);
    const where = around === undefined ? '' : ` of the component "${around}"`;
    const message = `Line ${line}${where}: ${what}`;
    this.errors.push(hinted({ path: '', code: 'component_refused', message }, near));
    return '';
  }

  /** Markup of the component in a tag; blank if the tag is refused. */
  #markup(piece: LiquidPiece, site: Site): string {
    if (this.#tooLarge || this.errors.length >= limits.componentErrorsListed) return '';
    const refuse = (what: string) => this.#refuse(what, piece, site);
    const tag = readComponentTag(piece.text);
    if (!tag) return refuse('a component is named by its key in quotes, which comes first.');
    const { key, args } = tag;
    const written = this.#scope.components?.get(key);
    if (written === undefined) {
      const near = nearest(key, this.#scope.components?.keys() ?? []);
      const rest = near === null ? ' list_components shows their keys.' : '';
      return this.#refuse(`there is no component "${key}".${rest}`, piece, site, near);
    }
    const chain = [...site.chain, key];
    if (site.chain.includes(key)) {
      return refuse(`a component cannot hold itself: ${chain.join(' → ')}.`);
    }
    if (chain.length > limits.componentDepth) {
      return refuse(`components nest at most ${limits.componentDepth} deep: ${chain.join(' → ')}.`);
    }
    this.#chars += written.length;
    if (this.#chars > limits.componentCharsExpanded) {
      this.#tooLarge = true;
      return refuse(`all components have more than ${limits.componentCharsExpanded} characters.`);
    }
    const depth = site.depth + 1;
    if (depth > limits.liquidDepth) {
      return refuse(`Liquid tags and components nest at most ${limits.liquidDepth} deep.`);
    }
    const themed = this.#withTheme(key, written);
    const markup = this.mask({ ...themed, chain, depth });
    this.uses.push({ key, args, ...themed, markup });
    return this.#scoped(args, markup);
  }

  /** Adds the closing tag only if some Liquid could read an argument. */
  #scoped(args: string, markup: string): string {
    if (!this.#masker.has(markup)) return markup;
    const open = this.#masker.mask('tag', `{% component_scope ${args} %}`, 'component_scope');
    const close = this.#masker.mask('tag', '{% endcomponent_scope %}', 'endcomponent_scope');
    return open + markup + close;
  }

  #withTheme(key: string, written: string): Pick<ComponentUse, 'source' | 'pieces'> {
    const known = this.#themed.get(key);
    if (known !== undefined) return known;
    const lines = written.replace(/\r\n?/g, '\n').trim();
    const { text, errors } = resolveThemeTags(lines, this.#scope);
    for (const error of errors) {
      const message = `In the component "${key}": ${error.message}`;
      this.errors.push({ ...error, code: 'component_refused', message });
    }
    const themed = { source: text, pieces: splitLiquid(text) };
    this.#themed.set(key, themed);
    return themed;
  }
}

/**
 * Masks the Liquid of one body or layout and replaces each `{% component %}` by the component's
 * markup, with the layout's theme applied (TAG-08). Arguments become Liquid variables that exist
 * only inside the component. It sees them and the merge values of the mail, but no variable
 * assigned outside, and its own assignments stay inside.
 *
 * An argument is quoted text, which may contain outputs; or unquoted: a URL, a number, `true`,
 * `false`, `nil`, or a variable, which keeps its type. Text is escaped on output.
 */
export function maskSource(
  { source, pieces = splitLiquid(source) }: { source: string; pieces?: readonly LiquidPiece[] },
  scope: CompileScope,
  masks: Masks,
): MaskedSource {
  const masker = masks.masker();
  const components = new ComponentMasker(scope, masker);
  const text = components.mask({ source, pieces, chain: [], depth: 0 });
  return { text, masks: masker.masks(), uses: components.uses, errors: components.errors };
}

/** Inserts the markup of components; its Liquid stays masked. */
export function expandComponents(html: string, masks: Masks): string {
  return masks.replace(html, ({ kind, text }, word, asComment) => {
    if (kind === 'component') return expandComponents(text, masks);
    return asComment ? `<!--${word}-->` : word;
  });
}
