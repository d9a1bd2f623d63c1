import { escapeHtml } from '@postroad/core/content/text/escape-html';

/** Markup that is inserted without escaping. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Markup | readonly Markup[];

function render(part: Part): string {
  if (part instanceof Markup) return part.text;
  return typeof part === 'string' ? escapeHtml(part) : part.map(({ text }) => text).join('');
}

/** Builds markup. Every inserted text is escaped, for elements and quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += render(part) + (strings[index + 1] ?? '');
  return new Markup(text);
}

/**
 * Text of our own that is inserted without escaping, such as a style sheet or a script. Never use
 * it for input.
 */
export function raw(text: string): Markup {
  return new Markup(text);
}

export const nothing = new Markup('');
