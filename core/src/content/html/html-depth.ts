import { limits } from '../../platform/limits.ts';
import type { HtmlTag } from '../text/html-scanner.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const voidElements = words(
  'area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr',
);
/** Elements that a parser reopens in every block until they are closed. */
const formatting = words('a b big code em font i nobr s small strike strong tt u');
/** A new one closes an open one of the same kind. */
const implied = words('p li dt dd option td th tr tbody thead tfoot');
const cells = words('td th');
const rows = words('td th tr');
/** Elements that cannot be in a paragraph and therefore end it. */
const blocks = words(
  'address article blockquote center div dl fieldset footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul',
);

/**
 * Tracks the nesting depth of elements, close to what a parser builds. Parsers and inliners
 * recurse: unbounded nesting would end the process.
 */
export class ElementDepth {
  readonly #open: string[] = [];
  readonly #formats = new Map<string, number>();
  #foreign = 0;
  #openFormats = 0;
  #tags = 0;
  problem: string | null = null;

  see(tag: HtmlTag): void {
    if (this.problem !== null) return;
    this.#tags += 1;
    if (tag.closing) this.#close(tag.name);
    else if (!voidElements.has(tag.name) && !(tag.selfClosing && this.#foreign > 0))
      this.#enter(tag.name);
    if (this.#open.length > limits.htmlDepth) {
      this.problem = `HTML nests at most ${limits.htmlDepth} elements deep; look for <${tag.name}> elements that are never closed.`;
    } else if (this.#openFormats > limits.htmlOpenFormats) {
      this.problem = `More than ${limits.htmlOpenFormats} elements such as <${tag.name}> are opened and not closed.`;
    } else if (this.#tags > limits.htmlTags) {
      this.problem = `A mail has at most ${limits.htmlTags} HTML tags.`;
    }
  }

  #format(name: string, change: 1 | -1): void {
    if (!formatting.has(name)) return;
    const count = this.#formats.get(name) ?? 0;
    if (count + change < 0) return;
    this.#formats.set(name, count + change);
    this.#openFormats += change;
  }

  #enter(name: string): void {
    const ends = name === 'tr' ? rows : cells.has(name) ? cells : null;
    for (let last = this.#open.at(-1); last !== undefined; last = this.#open.at(-1)) {
      const sibling = ends ? ends.has(last) : last === name && implied.has(name);
      if (!sibling && !(last === 'p' && blocks.has(name))) break;
      this.#open.pop();
    }
    this.#open.push(name);
    if (name === 'svg' || name === 'math') this.#foreign += 1;
    this.#format(name, 1);
  }

  #close(name: string): void {
    this.#format(name, -1);
    const at = this.#open.lastIndexOf(name);
    if (at < 0) return;
    this.#open.length = at;
    if (name === 'svg' || name === 'math') this.#foreign = Math.max(0, this.#foreign - 1);
  }
}
