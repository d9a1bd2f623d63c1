import type { CompiledEmail } from '@postroad/core/content/compile/email';
import { escapeHtml } from '@postroad/core/content/text/escape-html';
import { closeParts, encodePart, encodeValue } from '@postroad/core/content/text/quoted-printable';

/** What each mail in its own words has for the texts of its links. */
export const linkTexts = {
  unsubscribe_text: 'Unsubscribe',
  preferences_text: 'Email preferences',
};

/** A mail as fixed encoded texts and functions that read one value each. */
export type Segments = (string | ((values: object) => string))[];

const piece =
  /\{% (?:(open_url|click_url)|(tracked_url)(?: \d+)? %\}[\s\S]*?\{% endtracked_url) %\}|\{\{\s*([\w.]+)(?:\s*\|\s*default:\s*"([^"]*)")?\s*\}\}|\{% for item in ([\w.]+) %\}([\s\S]*?)\{% endfor %\}/g;

function reader(path: string): (values: object) => unknown {
  const names = path.split('.');
  return (values) => {
    let value: unknown = values;
    for (const name of names) value = (value as Record<string, unknown> | null)?.[name];
    return value;
  };
}

function written(value: unknown, html: boolean): string {
  const text = String(value ?? '');
  return html ? escapeHtml(text) : text;
}

function loop(path: string, inner: string, html: boolean): (values: object) => string {
  const read = reader(path);
  const parts = split(inner, html);
  return (values) => {
    let text = '';
    for (const item of (read(values) ?? []) as unknown[]) text += join(parts, { item });
    return text;
  };
}

function split(source: string, html: boolean): Segments {
  const segments: Segments = [];
  let copied = 0;
  for (const match of source.matchAll(piece)) {
    segments.push(encodePart(source.slice(copied, match.index)));
    copied = match.index + match[0].length;
    const [, own, tracked, path, instead, list, inner = ''] = match;
    const tracking = own ?? tracked;
    if (tracking !== undefined) {
      const read = reader(tracking);
      segments.push((values) => encodeValue(written(read(values), html)));
    } else if (list !== undefined) segments.push(loop(list, inner, html));
    else if (path !== undefined) {
      const read = reader(path);
      segments.push((values) => encodeValue(written(read(values) || instead, html)));
    }
  }
  segments.push(encodePart(source.slice(copied)));
  return segments;
}

/**
 * The limit of rendering: the same mail split by hand. Conditions are decided in advance, since
 * this mail has a pre-header and an account name, and no postal address.
 */
export function segmentsOf(compiled: CompiledEmail): { html: Segments; text: Segments } {
  const decided = (source: string) =>
    source
      .replace(/\{% if mailing_address != blank %\}[\s\S]*?\{% endif %\}/g, '')
      .replace(
        /\{% (?:if (?:pre_header|account\.name) != blank|endif|safe_url|endsafe_url) %\}/g,
        '',
      );
  return {
    html: split(decided(compiled.html), true),
    text: split(decided(compiled.text), false),
  };
}

export function join(segments: Segments, values: object): string {
  let text = '';
  for (const part of segments) text += typeof part === 'string' ? part : part(values);
  return text;
}

/** A whole body. */
export function joinBody(segments: Segments, values: object): string {
  return closeParts(join(segments, values));
}
