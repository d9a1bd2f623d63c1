import { escapeHtml } from '@postroad/core/content/text/escape-html';

/** Markup that may stand in a page as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Markup | readonly Markup[];

function written(part: Part): string {
  if (part instanceof Markup) return part.text;
  return typeof part === 'string' ? escapeHtml(part) : part.map(({ text }) => text).join('');
}

/** A piece of a page. Every text that is put in is escaped, for elements and quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  for (const [place, part] of parts.entries()) text += written(part) + (strings[place + 1] ?? '');
  return new Markup(text);
}

/** Text of the service's own that stands as it is: a style sheet, a script. Never anybody's input. */
export function raw(text: string): Markup {
  return new Markup(text);
}

export const nothing = new Markup('');
