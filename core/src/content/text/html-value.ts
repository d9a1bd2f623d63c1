import { Drop } from 'liquidjs';
import { escapeHtml } from './escape-html.ts';

/** Markup that is already escaped: the result of `{% capture %}` or `newline_to_br`. */
export class HtmlValue extends Drop {
  readonly html: string;

  constructor(html: string) {
    super();
    this.html = html;
  }

  // Conditions and filters see the markup as a string.
  override valueOf(): string {
    return this.html;
  }

  override toString(): string {
    return this.html;
  }

  // The filter `json` writes it as the text it is.
  toJSON(): string {
    return this.html;
  }
}

/** The text of a value. Objects have none, and must not throw here. */
export function liquidText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
    return String(value);
  }
  if (Array.isArray(value)) return value.map(liquidText).join('');
  if (value instanceof HtmlValue) return value.html;
  if (value instanceof Drop) {
    const plain: unknown = value.valueOf();
    return plain === value ? '' : liquidText(plain);
  }
  return '';
}

/** Uses one line end, so that a mail reads the same plain and encoded. */
function unixLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

export function plainOutput(value: unknown): string {
  return unixLines(liquidText(value));
}

export function htmlOutput(value: unknown): string {
  if (value instanceof HtmlValue) return value.html;
  return escapeHtml(unixLines(liquidText(value)));
}
