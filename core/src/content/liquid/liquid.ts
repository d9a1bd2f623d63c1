import { type Context, Liquid } from 'liquidjs';
import { limits } from '../../platform/limits.ts';
import { htmlOutput, plainOutput } from '../text/html-value.ts';
import { encodeValue } from '../text/quoted-printable.ts';
import { registerFilters } from './liquid-filters.ts';
import { type Flavour, isPlain, registerTags } from './liquid-tags.ts';

function createEngine(flavour: Flavour): Liquid {
  const write = flavour.html ? htmlOutput : plainOutput;
  // LiquidJS calls it as a filter, so `this` has the context.
  function outputEscape(this: { context: Context }, value: unknown): string {
    const text = write(value);
    return flavour.encoded && !isPlain(this.context) ? encodeValue(text) : text;
  }
  const liquid = new Liquid({
    outputEscape,
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    cache: false,
    locale: 'en-US',
    timezoneOffset: 0,
    parseLimit: limits.liquidSourceChars,
    renderLimit: limits.liquidRenderMs,
    memoryLimit: limits.liquidMemoryUnits,
  });
  registerFilters(liquid, flavour.html);
  registerTags(liquid, flavour);
  return liquid;
}

/**
 * The configured LiquidJS engine in four flavours. `html` escapes values, `text` (subject,
 * pre-header, plain-text part) does not; the encoded ones write quoted-printable. None reads a
 * file, a prototype, a clock or a random number.
 */
export const engines = {
  html: createEngine({ html: true, encoded: false }),
  text: createEngine({ html: false, encoded: false }),
  encodedHtml: createEngine({ html: true, encoded: true }),
  encodedText: createEngine({ html: false, encoded: true }),
} as const;

export function engineFor({ html, encoded }: Flavour): Liquid {
  if (encoded) return html ? engines.encodedHtml : engines.encodedText;
  return html ? engines.html : engines.text;
}
