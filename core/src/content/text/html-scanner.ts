export interface HtmlAttribute {
  /** As written. */
  name: string;
  /** As written, without quotes; null if there is no value. */
  value: string | null;
  /** Offset after the value, before a closing quote. */
  end: number;
}

export interface HtmlTag {
  kind: 'tag';
  start: number;
  end: number;
  /** Lowercase. */
  name: string;
  closing: boolean;
  selfClosing: boolean;
  attributes: HtmlAttribute[];
  /** Inside `<!--[if …]> … <![endif]-->`. */
  conditional: boolean;
}

export interface HtmlText {
  kind: 'text';
  start: number;
  end: number;
  /** The element whose content is raw text, such as `style`; otherwise empty. */
  rawIn: string;
  conditional: boolean;
}

export interface HtmlComment {
  kind: 'comment';
  start: number;
  end: number;
}

/** An unclosed tag; a parser drops everything after it. */
export interface HtmlBroken {
  kind: 'broken';
  start: number;
  end: number;
}

export type HtmlPart = HtmlTag | HtmlText | HtmlComment | HtmlBroken;

/** Markup with its parts, for several steps that read it. */
export interface ScannedHtml {
  readonly html: string;
  readonly parts: readonly HtmlPart[];
}

const rawText: ReadonlySet<string> = new Set([
  'style',
  'script',
  'title',
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
]);

const tagStart = /<(\/?)([a-z][^\s/>]*)/iy;
const attribute = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;

/** Offset of the `>` that ends a tag here, after blanks and slashes; -1 if there is none. */
function tagEnd(html: string, from: number): number {
  for (let at = from; ; at += 1) {
    const code = html.charCodeAt(at);
    if (code === 0x3e) return at;
    const skipped = code === 0x20 || code === 0x2f || (code >= 0x09 && code <= 0x0d);
    if (!skipped && !(code > 0x7f && /\s/.test(html.charAt(at)))) return -1;
  }
}

/** Reads one tag; null if `<` opens none. */
function readTag(html: string, start: number, conditional: boolean): HtmlTag | HtmlBroken | null {
  tagStart.lastIndex = start;
  const head = tagStart.exec(html);
  if (!head) return null;
  let at = tagStart.lastIndex;
  const attributes: HtmlAttribute[] = [];
  let last = tagEnd(html, at);
  while (last < 0) {
    attribute.lastIndex = at;
    const match = attribute.exec(html);
    if (!match?.[1]) return { kind: 'broken', start, end: html.length };
    at = attribute.lastIndex;
    const quoted = match[2] ?? match[3];
    const value = quoted ?? match[4] ?? null;
    attributes.push({ name: match[1], value, end: quoted === undefined ? at : at - 1 });
    last = tagEnd(html, at);
  }
  const end = last + 1;
  return {
    kind: 'tag',
    start,
    end,
    name: (head[2] ?? '').toLowerCase(),
    closing: head[1] === '/',
    selfClosing: html[end - 2] === '/',
    attributes,
    conditional,
  };
}

function commentEnd(html: string, start: number): number {
  const end = html.indexOf('-->', start + 2);
  return end < 0 ? html.length : end + 3;
}

function rawEnd(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}

interface Range {
  from: number;
  to: number;
  conditional: boolean;
}

function scanRange(html: string, { from, to, conditional }: Range, parts: HtmlPart[]): void {
  let textStart = from;
  let at = from;
  const text = (end: number, rawIn = '') => {
    if (end > textStart) parts.push({ kind: 'text', start: textStart, end, rawIn, conditional });
  };
  while (at < to) {
    const open = html.indexOf('<', at);
    if (open < 0 || open >= to) break;
    const next = html.charCodeAt(open + 1);
    if (next === 0x21 || next === 0x3f) {
      text(open);
      at = scanDeclaration(html, open, parts);
      textStart = at;
      continue;
    }
    const tag = readTag(html, open, conditional);
    if (!tag) {
      at = open + 1;
      continue;
    }
    text(open);
    parts.push(tag);
    if (tag.kind === 'broken') return;
    at = tag.end;
    textStart = tag.end;
    if (!tag.closing && !tag.selfClosing && rawText.has(tag.name)) {
      at = Math.min(rawEnd(html, tag.name, tag.end), to);
      text(at, tag.name);
      textStart = at;
    }
  }
  text(to);
}

/** Scans `<!` or `<?` and returns its end. */
function scanDeclaration(html: string, start: number, parts: HtmlPart[]): number {
  const isComment = html.startsWith('<!--', start);
  const closed = html.indexOf('>', start);
  const end = isComment ? commentEnd(html, start) : closed < 0 ? html.length : closed + 1;
  const hides = html.startsWith('<!--[if', start);
  const endif = hides ? start + html.slice(start, end).lastIndexOf('<![endif]') : -1;
  const inner = html.indexOf(']>', start) + 2;
  if (endif > start && inner >= 2 && inner <= endif) {
    parts.push({ kind: 'comment', start, end: inner });
    scanRange(html, { from: inner, to: endif, conditional: true }, parts);
    parts.push({ kind: 'comment', start: endif, end });
  } else {
    parts.push({ kind: 'comment', start, end });
  }
  return end;
}

/**
 * Cuts HTML into tags, text and comments, as far as mail needs it (WHATWG HTML §13.2.5 without
 * error recovery). Content of Outlook's conditional comments is scanned as markup.
 */
export function scanHtml(html: string): readonly HtmlPart[] {
  const parts: HtmlPart[] = [];
  scanRange(html, { from: 0, to: html.length, conditional: false }, parts);
  return parts;
}
