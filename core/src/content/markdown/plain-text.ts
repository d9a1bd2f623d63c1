import type { Token } from 'markdown-it';
import type { Masker, Masks } from '../html/masks.ts';
import { replaceBraces } from '../html/sanitize-html.ts';
import { parseButtonArguments } from '../liquid/button-arguments.ts';
import { unescapeHtml } from '../text/escape-html.ts';
import { type HtmlTag, scanHtml } from '../text/html-scanner.ts';
import { readEntity } from './markdown.ts';

const blockTags: ReadonlySet<string> = new Set(
  'address article blockquote center div dl dd dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
);

/** `text (url)`, or only the URL if the text is the same. */
function linkText(text: string, url: string): string {
  const label = text.trim();
  if (label === '' || label === url || `mailto:${label}` === url)
    return url.replace(/^mailto:/, '');
  return url === '' || url.startsWith('#') ? label : `${label} (${url})`;
}

/** Reads the references of authored HTML, those by name too (WHATWG HTML §13.5). */
function readReferences(html: string, reference = /&#?[a-z0-9]{1,31};?/gi): string {
  return html.replace(reference, (written) => {
    const text = unescapeHtml(written);
    return text === written ? readEntity(written) : text;
  });
}

/** The value of an attribute, where `&lt=1` is a parameter of an address (WHATWG HTML §13.2.5.73). */
function attribute(tag: HtmlTag, wanted: string): string {
  const found = tag.attributes.find(({ name }) => name.toLowerCase() === wanted);
  return readReferences(found?.value ?? '', /&#?[a-z0-9]{1,31};/gi);
}

/** The text of raw HTML: no tags, link URLs kept, blocks on their own lines. */
function htmlText(html: string): string {
  let text = '';
  const links: { at: number; url: string }[] = [];
  for (const part of scanHtml(html)) {
    if (part.kind === 'comment') {
      const source = html.slice(part.start, part.end);
      const placeholder = /^<!--([a-z]+\d+z)-->$/.exec(source)?.[1];
      if (placeholder) text += placeholder;
    } else if (part.kind === 'text' && (part.rawIn === '' || part.rawIn === 'textarea')) {
      if (!part.conditional)
        text += readReferences(html.slice(part.start, part.end)).replace(/\s+/g, ' ');
    } else if (part.kind === 'tag' && !part.conditional) {
      if (part.name === 'br' || blockTags.has(part.name)) text += '\n';
      else if ((part.name === 'td' || part.name === 'th') && !part.closing) text += ' ';
      else if (part.name === 'img') text += attribute(part, 'alt');
      else if (part.name === 'a' && !part.closing) {
        links.push({ at: text.length, url: attribute(part, 'href') });
      } else if (part.name === 'a') {
        const link = links.pop();
        if (link) text = text.slice(0, link.at) + linkText(text.slice(link.at), link.url);
      }
    }
  }
  const [first = '', ...rest] = text.split('\n').map((line) => line.trim());
  return [first, ...rest.filter((line) => line !== '')].join('\n');
}

function inlineText(tokens: Token[]): string {
  let text = '';
  const links: { at: number; url: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'link_open') {
      links.push({ at: text.length, url: String(token.attrGet('href') ?? '') });
    } else if (token.type === 'link_close') {
      const link = links.pop();
      if (link) text = text.slice(0, link.at) + linkText(text.slice(link.at), link.url);
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n';
    else if (token.type === 'image') text += inlineText(token.children ?? []);
    else if (token.type === 'html_inline') text += inlineTag(token.content, links, text);
    else text += token.content;
  }
  return text;
}

function inlineTag(html: string, links: { at: number; url: string }[], text: string): string {
  const [part] = scanHtml(html);
  if (part?.kind !== 'tag') return '';
  if (part.name === 'br') return '\n';
  if (part.name === 'img') return attribute(part, 'alt');
  if (part.name !== 'a') return '';
  if (!part.closing) {
    links.push({ at: text.length, url: attribute(part, 'href') });
    return '';
  }
  const link = links.pop();
  if (!link) return '';
  const label = text.slice(link.at).trim();
  const whole = linkText(label, link.url);
  return whole.startsWith(label) ? whole.slice(label.length) : '';
}

function indent(text: string, first: string, rest: string): string {
  const lines = text.trimEnd().split('\n');
  return lines.map((line, index) => ((index === 0 ? first : rest) + line).trimEnd()).join('\n');
}

class Writer {
  #at = 0;
  readonly #tokens: readonly Token[];
  readonly #masks: Masks;

  constructor(tokens: readonly Token[], masks: Masks) {
    this.#tokens = tokens;
    this.#masks = masks;
  }

  /** The blocks up to the closing token `end`; each ends with a blank line, except tags. */
  blocks(end: string): string {
    let text = '';
    for (;;) {
      const token = this.#tokens[this.#at];
      this.#at += 1;
      if (!token || token.type === end) return text;
      text += this.#block(token);
    }
  }

  #block(token: Token): string {
    switch (token.type) {
      case 'paragraph_open': {
        const text = this.blocks('paragraph_close');
        return token.hidden ? `${text}\n` : `${text}\n\n`;
      }
      case 'heading_open':
        return `${this.blocks('heading_close')}\n\n`;
      case 'inline':
        return inlineText(token.children ?? []);
      case 'fence':
      case 'code_block':
        return `${token.content}\n`;
      case 'hr':
        return `${'-'.repeat(20)}\n\n`;
      case 'html_block':
        return this.#html(token.content);
      case 'blockquote_open':
        return `${indent(this.blocks('blockquote_close'), '> ', '> ')}\n\n`;
      case 'bullet_list_open':
        return `${this.#list('bullet_list_close', () => '- ')}\n`;
      case 'ordered_list_open': {
        let number = Number(token.attrGet('start') ?? 1);
        return `${this.#list('ordered_list_close', () => `${number++}. `)}
`;
      }
      case 'table_open':
        return `${this.#table()}\n`;
      default:
        return '';
    }
  }

  #html(html: string): string {
    const text = withComponents(htmlText(html), this.#masks).trim();
    // Liquid tags add no line of their own; their content has its lines.
    const bare = this.#masks.replace(text, ({ kind }, word) =>
      kind === 'tag' || kind === 'opaque' ? '' : word,
    );
    if (bare.trim() === '') return text.replace(/\s+/g, '');
    return `${text}\n\n`;
  }

  #list(end: string, marker: () => string): string {
    let text = '';
    for (;;) {
      const token = this.#tokens[this.#at];
      this.#at += 1;
      if (!token || token.type === end) return text;
      if (token.type !== 'list_item_open') {
        text += this.#block(token);
        continue;
      }
      const bullet = marker();
      const item = this.blocks('list_item_close').trimEnd();
      text += `${indent(item, bullet, ' '.repeat(bullet.length))}\n`;
    }
  }

  #table(): string {
    let text = '';
    let cells: string[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      this.#at += 1;
      if (!token || token.type === 'table_close') return text;
      if (token.type === 'tr_open') cells = [];
      else if (token.type === 'inline') cells.push(inlineText(token.children ?? []));
      else if (token.type === 'tr_close') text += `${cells.join(' | ')}\n`;
      else if (token.type === 'html_block') text += this.#html(token.content);
    }
  }
}

/** The text of the components; inner components and Liquid stay masked. */
function withComponents(text: string, masks: Masks): string {
  return masks.replace(text, ({ kind, text: markup }, word) =>
    kind === 'component' ? withComponents(componentText(markup, masks), masks) : word,
  );
}

/** The Liquid of a component is between two tags of ours, which add no blanks. */
function componentText(markup: string, masks: Masks): string {
  const scope = new RegExp(`^(${masks.mark}\\d+z)(.*)(${masks.mark}\\d+z)$`, 's').exec(markup);
  const [, open = '', inner = markup, close = ''] = scope ?? [];
  return open + htmlText(inner).trim() + close;
}

function withButtons(text: string, masker: Masker): string {
  return masker.replace(text, ({ kind, text: source }, word) => {
    if (kind !== 'button') return word;
    const { label, url } = parseButtonArguments(source);
    return `${masker.mask('markup', label)}: ${masker.mask('markup', url)}`;
  });
}

export interface PlainText {
  text: string;
  /** Its Liquid tags in order, as from `Masks.tagOrder`. */
  tagOrder: string;
}

/**
 * The plain-text part of a body, with its Liquid: links as `text (url)`, buttons as `label: url`.
 * Values are not escaped.
 */
export function plainTextOf(tokens: readonly Token[], masks: Masks): PlainText {
  const lines = withComponents(new Writer(tokens, masks).blocks(''), masks).split('\n');
  const text = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
  const masker = masks.masker();
  const brace = masker.mask('output', '{{ "{" }}');
  const masked = withButtons(replaceBraces(text, masks, brace), masker);
  return { text: masker.restore(masked), tagOrder: masker.tagOrder(masked) };
}
