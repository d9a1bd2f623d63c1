import { plainOutput } from './html-value.ts';

/** The filter that compilation adds to each output inside CSS. */
export const cssValueFilter = 'css_value';

const plain = /^[\w\s#%.,+()/-]*$/;
/** Functions that load a resource, or read values from elsewhere. */
const reaching = /(?:url|image|image-set|cross-fade|element|expression|attr|var|env|src)\s*\(/i;

/**
 * A merge value as part of one CSS value: a color, a length, a name. Drops the whole value if it
 * could end the declaration, begin another or load something.
 */
export function cssValue(value: unknown): string {
  const text = plainOutput(value);
  return plain.test(text) && !reaching.test(text) ? text : '';
}

/** Adds the filter after those of `{{ x }}`. */
export function asCssValue(output: string): string {
  const end = output.endsWith('-}}') ? '-}}' : '}}';
  return `${output.slice(0, -end.length).trimEnd()} | ${cssValueFilter}${end}`;
}
