import { nestingOf } from '../liquid/liquid-source.ts';
import { asCssValue } from '../text/css-value.ts';
import { unescapeHtml } from '../text/escape-html.ts';
import {
  type HtmlAttribute,
  type HtmlTag,
  type HtmlText,
  type ScannedHtml,
  scanHtml,
} from '../text/html-scanner.ts';
import { asJsonValue } from '../text/json-value.ts';
import { hasFixedScheme, isSafeUrl, urlAttributes } from '../text/safe-url.ts';
import { ElementDepth } from './html-depth.ts';
import type { Masker, Masks } from './masks.ts';

/** Carries a `style` with Liquid past the inliner, which cannot read it. */
const styleCarrier = 'data-postroad-style';

export interface SanitizedHtml {
  html: string;
  /** Content of the extracted `<style>` elements. */
  css: string;
  /** Sentences; the caller adds the field. */
  problems: string[];
  masks: Masks;
}

function attributeText({ name, value }: Pick<HtmlAttribute, 'name' | 'value'>): string {
  if (value === null) return name;
  return value.includes('"')
    ? `${name}="${value.replaceAll('"', '&quot;')}"`
    : `${name}="${value}"`;
}

function tagText(tag: HtmlTag, attributes: string[]): string {
  const inner = attributes.map((attribute) => ` ${attribute}`).join('');
  return `<${tag.closing ? '/' : ''}${tag.name}${inner}${tag.selfClosing ? ' /' : ''}>`;
}

/** A URL as the mail may contain it: unchanged, with a check when sending, or `#`. */
function safeAddress(attribute: HtmlAttribute, masker: Masker): string {
  const { value } = attribute;
  const loaded = urlAttributes.get(attribute.name.toLowerCase());
  if (value === null || loaded === undefined) return value ?? '';
  const first = value.indexOf(masker.mark);
  if (first < 0) return isSafeUrl(unescapeHtml(value), loaded) ? value : '#';
  if (hasFixedScheme(unescapeHtml(value.slice(0, first)), loaded)) return value;
  const open = masker.mask('tag', `{% safe_url${loaded ? ' loaded' : ''} %}`, 'safe_url');
  return `${open}${value}${masker.mask('tag', '{% endsafe_url %}', 'endsafe_url')}`;
}

/** CSS in which merge values can only be values, whatever a person's field contains. */
export function safeCss(css: string, masker: Masker): string {
  return masker.replace(css, ({ kind, text }, word) =>
    kind === 'output' ? masker.mask('output', asCssValue(text)) : word,
  );
}

/** JSON-LD, the one script that mail may hold, in which merge values are written as JSON has them. */
function safeJson(json: string, masker: Masker): string {
  return masker.replace(json, ({ kind, text }, word) =>
    kind === 'output' ? masker.mask('output', asJsonValue(text)) : word,
  );
}

/** A parser begins a `<tbody>` at the first row; Liquid before that row must follow it. */
function openTableBodies(html: string, mark: string): string {
  if (!html.includes(`<!--${mark}`)) return html;
  const start = new RegExp(
    `(<table\\b(?:[^<>"']|"[^"]*"|'[^']*')*>|</thead>)((?:\\s*<!--${mark}\\d+z-->)+\\s*)(?=<tr[\\s>])`,
    'gi',
  );
  return html.replace(start, '$1<tbody>$2');
}

function nesting(text: string, masks: Masks): number {
  return masks.within(text).reduce((sum, piece) => sum + nestingOf(piece), 0);
}

class Sanitizer {
  readonly #masker: Masker;
  readonly problems: string[] = [];
  css = '';

  constructor(masker: Masker) {
    this.#masker = masker;
  }

  /** Comments stay between the parts of a table; a parser would move text out of it. */
  text(text: string, { rawIn, conditional }: HtmlText): string {
    if (rawIn === 'script') return safeJson(text, this.#masker);
    if (rawIn !== '' || conditional) return text;
    return this.#masker.replace(text, (_, word) => `<!--${word}-->`);
  }

  #checkAttributes(tag: HtmlTag): void {
    for (const attribute of tag.attributes) {
      const name = attribute.name.toLowerCase();
      const value = attribute.value ?? '';
      const loaded = urlAttributes.get(name);
      if (
        loaded !== undefined &&
        !this.#masker.has(value) &&
        !isSafeUrl(unescapeHtml(value), loaded)
      ) {
        this.problems.push(
          `The address "${value.slice(0, 60)}" is not one that a mail may hold; use http, https, mailto or tel.`,
        );
      }
      if (this.#masker.has(value) && nesting(value, this.#masker) !== 0) {
        this.problems.push(`The attribute ${name} opens a Liquid tag that it does not close.`);
      }
      if (this.#masker.has(value) && (name.startsWith('on') || name === 'srcdoc')) {
        this.problems.push(`The attribute ${name} cannot hold merge values.`);
      }
    }
  }

  /** Attributes between `{% if %}` and `{% endif %}` are kept as one piece. */
  #conditional(tag: HtmlTag, attributes: HtmlAttribute[]): string {
    const inside = attributes.map((attribute) => {
      const name = attribute.name.toLowerCase();
      if (this.#masker.has(attribute.name)) return attribute.name;
      if (name === 'style') {
        this.problems.push(
          `In <${tag.name}> put the condition inside the attribute: style="{% if … %}…{% endif %}".`,
        );
      }
      return attributeText({
        name,
        value: attribute.value && safeAddress(attribute, this.#masker),
      });
    });
    return this.#masker.mask('markup', inside.join(' '));
  }

  tag(tag: HtmlTag, source: string): string {
    const masker = this.#masker;
    this.#checkAttributes(tag);
    const isScript = tag.name === 'script' && !tag.closing;
    if (isScript && !tag.attributes.some(({ value }) => value === 'application/ld+json')) {
      this.problems.push('Mail clients run no scripts; take out the <script>.');
    }
    if (!masker.has(source)) return source;
    if (masker.has(tag.name)) {
      this.problems.push('Liquid cannot be in the name of an HTML tag.');
      return source;
    }
    const attributes: string[] = [];
    for (let index = 0; index < tag.attributes.length; index += 1) {
      const attribute = tag.attributes[index];
      if (!attribute) continue;
      if (!masker.has(attribute.name)) {
        const { value } = attribute;
        const carried = attribute.name.toLowerCase() === 'style' && masker.has(value ?? '');
        const written = carried
          ? { name: styleCarrier, value: safeCss(value ?? '', masker) }
          : attribute;
        attributes.push(attributeText(written));
        continue;
      }
      const run = [attribute];
      let depth = this.#depth(attribute, tag);
      while (depth > 0 && index + 1 < tag.attributes.length) {
        index += 1;
        const next = tag.attributes[index];
        if (!next) break;
        run.push(next);
        if (masker.has(next.name)) depth += this.#depth(next, tag);
      }
      attributes.push(this.#conditional(tag, run));
    }
    return tagText(tag, attributes);
  }

  #depth(attribute: HtmlAttribute, tag: HtmlTag): number {
    const inside = this.#masker.within(attribute.name);
    const words = this.#masker.replace(attribute.name, () => '').trim();
    if (words !== '' || attribute.value !== null || inside.some(({ kind }) => kind === 'output')) {
      this.problems.push(
        `In <${tag.name}> a merge value cannot make the name of an attribute; put it in quotes behind a name.`,
      );
    }
    return nesting(attribute.name, this.#masker);
  }

  /** CSS with Liquid tags cannot be inlined: the whole `<style>` stays in place. */
  style(open: HtmlTag, css: string): string {
    const media = open.attributes.find(({ name }) => name.toLowerCase() === 'media')?.value;
    const safe = safeCss(css, this.#masker);
    if (this.#masker.within(css).some(({ kind }) => kind !== 'output')) {
      return `<!--${this.#masker.mask('markup', `<style>${safe}</style>`)}-->`;
    }
    this.css += media ? `@media ${media}{${safe}}\n` : `${safe}\n`;
    return '';
  }
}

/**
 * Makes markup with masked Liquid safe to parse: placeholders in text become comments, those in
 * attributes are quoted, `<style>` elements are extracted.
 */
export function sanitizeHtml(html: string, masks: Masks): SanitizedHtml {
  const masker = masks.masker();
  const sanitizer = new Sanitizer(masker);
  const depth = new ElementDepth();
  let result = '';
  let style: { open: HtmlTag; css: string } | null = null;
  for (const part of scanHtml(html)) {
    const source = html.slice(part.start, part.end);
    if (part.kind === 'tag' && !part.conditional) depth.see(part);
    if (part.kind === 'broken') {
      sanitizer.problems.push(`The tag "${masker.restore(source).slice(0, 40)}" is never closed.`);
    } else if (part.kind === 'comment') {
      result += source;
    } else if (part.kind === 'text') {
      if (style && part.rawIn === 'style') style.css += source;
      else result += sanitizer.text(source, part);
    } else if (part.name === 'style' && !part.conditional) {
      if (part.closing) result += style ? sanitizer.style(style.open, style.css) : '';
      style = part.closing ? null : { open: part, css: '' };
    } else {
      result += sanitizer.tag(part, source);
    }
  }
  if (style) sanitizer.problems.push('A <style> is never closed.');
  const problems = depth.problem === null ? sanitizer.problems : [depth.problem];
  const { css } = sanitizer;
  return { html: openTableBodies(result, masks.mark), css, problems, masks: masker.masks() };
}

function joinStyles(inlined: string, own: string): string {
  const base = inlined.trim();
  return base === '' || base.endsWith(';') ? `${base}${own}` : `${base};${own}`;
}

/** Restores styles with Liquid and adds checks to URLs, after inlining. */
export function finishHtml(
  { html, parts }: ScannedHtml,
  masks: Masks,
): { html: string; masks: Masks } {
  const masker = masks.masker();
  let result = '';
  let copied = 0;
  const concerned = ({ name, value }: HtmlAttribute) =>
    name === styleCarrier || urlAttributes.has(name.toLowerCase()) || value === '';
  for (const part of parts) {
    if (part.kind !== 'tag' || !part.attributes.some(concerned)) continue;
    let changed = false;
    const carrier = part.attributes.find(({ name }) => name === styleCarrier);
    const inlined = part.attributes.find(({ name }) => name === 'style');
    const attributes: string[] = [];
    for (const attribute of part.attributes) {
      if (carrier && attribute === inlined) continue;
      let { name, value } = attribute;
      if (attribute === carrier) {
        name = 'style';
        value = joinStyles(inlined?.value ?? '', carrier.value ?? '');
        changed = true;
      } else if (value !== null && urlAttributes.has(name.toLowerCase())) {
        value = safeAddress(attribute, masker);
        changed ||= value !== attribute.value;
      } else if (value === '' && masks.has(name)) {
        // The serializer gives every attribute a value; this one is a piece of Liquid.
        value = null;
        changed = true;
      }
      attributes.push(attributeText({ name, value }));
    }
    if (!changed) continue;
    result += html.slice(copied, part.start) + tagText(part, attributes);
    copied = part.end;
  }
  return { html: result + html.slice(copied), masks: masker.masks() };
}

/** Keeps literal braces from becoming Liquid, by themselves or before Liquid; that is masked here. */
export function escapeBraces(html: string, masks: Masks): string {
  return replaceBraces(html, masks, '&#123;');
}

/** Replaces the braces of a text that would begin Liquid once what is masked is restored. */
export function replaceBraces(text: string, { mark }: Masks, by: string): string {
  return text.includes('{')
    ? text.replace(new RegExp(`\\{(?=[{%]|(?:<!--)?${mark}\\d)`, 'g'), by)
    : text;
}
