import { unescapeHtml } from './escape-html.ts';
import { plainOutput } from './html-value.ts';

/** The filter that compilation adds to each output inside a string of JSON-LD. */
export const jsonValueFilter = 'json_value';

/** The tag that compilation puts around each output of JSON-LD that is JSON by itself. */
export const jsonDocumentTag = 'json_document';

/** The escape of JSON for the last character, which HTML leaves as it is. */
function escapeOf(special: string): string {
  const code = special.charCodeAt(special.length - 1);
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/**
 * A merge value within a string of JSON. A reader of JSON decodes no references of HTML, so the
 * characters that are special there are escapes of JSON.
 */
export function jsonValue(value: unknown): string {
  const text = JSON.stringify(plainOutput(value)).slice(1, -1);
  return text.replace(/\\"|[&<>']/g, escapeOf);
}

/** JSON that was escaped as HTML, with its quotes: what is special in HTML is in its strings alone. */
export function jsonDocument(html: string): string {
  return unescapeHtml(html).replace(/[&<>']/g, escapeOf);
}

/** Adds the filter after those of `{{ x }}`; after `json`, which makes a value of its own, the tag. */
export function asJsonValue(output: string): string {
  if (/\|\s*json\s*(?::[^|]*)?-?\}\}$/.test(output)) {
    return `{% ${jsonDocumentTag} %}${output}{% end${jsonDocumentTag} %}`;
  }
  const end = output.endsWith('-}}') ? '-}}' : '}}';
  return `${output.slice(0, -end.length).trimEnd()} | ${jsonValueFilter}${end}`;
}
