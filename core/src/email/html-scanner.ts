export interface HtmlAttribute {
  /** As written. */
  name: string;
  /** As written, without quotes; null where there is no value. */
  value: string | null;
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
  /** The element whose content knows no markup, such as `style`; empty in ordinary text. */
  rawIn: string;
  conditional: boolean;
}

export interface HtmlComment {
  kind: 'comment';
  start: number;
  end: number;
}

/** A tag that never ends; a parser drops everything from here on. */
export interface HtmlBroken {
  kind: 'broken';
  start: number;
  end: number;
}

export type HtmlPart = HtmlTag | HtmlText | HtmlComment | HtmlBroken;

const RAW_TEXT: ReadonlySet<string> = new Set([
  'style',
  'script',
  'title',
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
]);

const TAG_START = /<(\/?)([a-z][^\s/>]*)/iy;
const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;
const TAG_END = /[\s/]*(\/?)>/y;

/** Reads one tag; null where `<` opens none. */
function readTag(html: string, start: number, conditional: boolean): HtmlTag | HtmlBroken | null {
  TAG_START.lastIndex = start;
  const head = TAG_START.exec(html);
  if (!head) return null;
  let at = TAG_START.lastIndex;
  const attributes: HtmlAttribute[] = [];
  for (;;) {
    TAG_END.lastIndex = at;
    if (TAG_END.test(html)) break;
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(html);
    if (!match?.[1]) return { kind: 'broken', start, end: html.length };
    attributes.push({ name: match[1], value: match[2] ?? match[3] ?? match[4] ?? null });
    at = ATTRIBUTE.lastIndex;
  }
  const end = TAG_END.lastIndex;
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

function* scanRange(
  html: string,
  from: number,
  to: number,
  conditional: boolean,
): Generator<HtmlPart> {
  let textStart = from;
  let at = from;
  const text = (end: number, rawIn = ''): HtmlText => ({
    kind: 'text',
    start: textStart,
    end,
    rawIn,
    conditional,
  });
  while (at < to) {
    const open = html.indexOf('<', at);
    if (open < 0 || open >= to) break;
    if (html.startsWith('<!', open) || html.startsWith('<?', open)) {
      if (open > textStart) yield text(open);
      const isComment = html.startsWith('<!--', open);
      const closed = html.indexOf('>', open);
      const end = isComment ? commentEnd(html, open) : closed < 0 ? html.length : closed + 1;
      const hides = html.startsWith('<!--[if', open);
      const endif = hides ? open + html.slice(open, end).lastIndexOf('<![endif]') : -1;
      const inner = html.indexOf(']>', open) + 2;
      if (endif > open && inner >= 2 && inner <= endif) {
        yield { kind: 'comment', start: open, end: inner };
        yield* scanRange(html, inner, endif, true);
        yield { kind: 'comment', start: endif, end };
      } else {
        yield { kind: 'comment', start: open, end };
      }
      at = end;
      textStart = end;
      continue;
    }
    const tag = readTag(html, open, conditional);
    if (!tag) {
      at = open + 1;
      continue;
    }
    if (open > textStart) yield text(open);
    yield tag;
    if (tag.kind === 'broken') return;
    at = tag.end;
    textStart = tag.end;
    if (!tag.closing && !tag.selfClosing && RAW_TEXT.has(tag.name)) {
      at = Math.min(rawEnd(html, tag.name, tag.end), to);
      if (at > textStart) yield text(at, tag.name);
      textStart = at;
    }
  }
  if (to > textStart) yield text(to);
}

/**
 * Cuts HTML into tags, text and comments, as far as a mail needs it (WHATWG HTML §13.2.5 without
 * error recovery). Content of Outlook's conditional comments is scanned as markup.
 */
export function scanHtml(html: string): Generator<HtmlPart> {
  return scanRange(html, 0, html.length, false);
}
