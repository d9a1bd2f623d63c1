import { plainOutput } from './html-value.ts';

/** The filter that compilation adds to each output inside CSS. */
export const CSS_VALUE = 'css_value';

const PLAIN = /^[\w\s#%.,+()/-]*$/;
/** Functions that fetch something, or read what is not theirs. */
const REACHING = /(?:url|image|image-set|cross-fade|element|expression|attr|var|env|src)\s*\(/i;

/**
 * A merge value as part of one value of CSS: a colour, a length, a name. What could end the
 * declaration, begin another or fetch something is left out as a whole.
 */
export function cssValue(value: unknown): string {
  const text = plainOutput(value);
  return PLAIN.test(text) && !REACHING.test(text) ? text : '';
}

/** `{{ x }}` with the filter behind its own. */
export function asCssValue(output: string): string {
  return output.replace(/\s*(-?\}\})$/, ` | ${CSS_VALUE}$1`);
}
