import { plainOutput } from './html-value.ts';

/** The filter that compilation adds to each output inside a string of JSON-LD. */
export const jsonValueFilter = 'json_value';

/**
 * A merge value within a string of JSON. A reader of JSON decodes no references of HTML, so the
 * characters that are special there are escapes of JSON, which HTML leaves as they are.
 */
export function jsonValue(value: unknown): string {
  const text = JSON.stringify(plainOutput(value)).slice(1, -1);
  return text.replace(/\\"|[&<>']/g, (special) => {
    const code = special.charCodeAt(special.length - 1);
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** Adds the filter after those of `{{ x }}`, but not after `json`, which makes a value of its own. */
export function asJsonValue(output: string): string {
  if (/\|\s*json\s*(?::[^|]*)?-?\}\}$/.test(output)) return output;
  const end = output.endsWith('-}}') ? '-}}' : '}}';
  return `${output.slice(0, -end.length).trimEnd()} | ${jsonValueFilter}${end}`;
}
