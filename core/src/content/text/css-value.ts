import { plainOutput } from './html-value.ts';

/** The filter that compilation adds to each output inside CSS. */
export const cssValueFilter = 'css_value';

const plain = /^[\w\s#%.,+()/-]*$/;
/** Functions that fetch something, or read what is not theirs. */
const reaching = /(?:url|image|image-set|cross-fade|element|expression|attr|var|env|src)\s*\(/i;

/**
 * A merge value as part of one value of CSS: a colour, a length, a name. What could end the
 * declaration, begin another or fetch something is left out as a whole.
 */
export function cssValue(value: unknown): string {
  const text = plainOutput(value);
  return plain.test(text) && !reaching.test(text) ? text : '';
}

/** `{{ x }}` with the filter behind its own. */
export function asCssValue(output: string): string {
  return output.replace(/\s*(-?\}\})$/, ` | ${cssValueFilter}$1`);
}
