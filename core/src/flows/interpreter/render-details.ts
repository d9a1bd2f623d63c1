import type { Template } from 'liquidjs';
import { engines } from '../../content/liquid/liquid.ts';
import { liquidFailure } from '../../content/liquid/liquid-failure.ts';
import { parseLiquid } from '../../content/liquid/liquid-source.ts';
import { quicken } from '../../content/render/optimize-template.ts';
import type { MergeContext } from '../../content/text/merge-context.ts';
import { octets } from '../../people/address.ts';
import { jsonFault } from '../../platform/json-value.ts';
import { limits } from '../../platform/limits.ts';

type Details = Readonly<Record<string, unknown>>;

export type RenderedDetails =
  | { details: Record<string, unknown> }
  /** Why nothing came of it, in one sentence. */
  | { details: null; reason: string };

/** Whether a text is filled in before it is used. */
export function isLiquid(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

/** Whether any string of the details, which are sound, is filled in. */
export function holdsLiquid(details: Details): boolean {
  return prepared(details).texts.length > 0;
}

/** Every string in a value with its path; follows nesting to `limits.jsonDepth`. */
export function eachText(
  value: unknown,
  path: string,
  visit: (text: string, path: string) => void,
  depth = 0,
): void {
  if (typeof value === 'string') visit(value, path);
  if (typeof value !== 'object' || value === null || depth >= limits.jsonDepth) return;
  for (const [key, child] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    eachText(child, at, visit, depth + 1);
  }
}

/**
 * Details of an event with the Liquid in their strings filled in from what emails are filled in from
 * (spec, fire_event). A value of a string stays a string. `context` can be null where nothing is to
 * be filled in. Never throws; what comes out is bounded as the details of posted events are.
 */
export function renderDetails(details: Details, context: MergeContext | null): RenderedDetails {
  const { texts, templates } = prepared(details);
  if (texts.length === 0) return { details: details as Record<string, unknown> };
  if (context === null) return failed('there is nothing to fill them in with');
  let output: string[];
  try {
    // All in one go, so that one limit of time and memory holds for all of them together.
    const bounds = { renderLimit: limits.detailsRenderMs };
    output = String(engines.text.renderSync(templates(), context, bounds)).split(separator);
  } catch (error) {
    return failed(liquidFailure(error));
  }
  if (output.length !== texts.length)
    return failed('a text breaks off, or holds the NUL character');
  const values = new Map(texts.map((text, index) => [text, output[index] ?? '']));
  const filled = fill(details, values) as Record<string, unknown>;
  const fault = jsonFault(filled);
  if (fault !== null) return failed(`${fault.path} cannot be kept: ${fault.message}`);
  if (octets(JSON.stringify(filled)) > limits.eventDetailsBytes) {
    return failed(`they come to more than ${limits.eventDetailsBytes} bytes of JSON`);
  }
  return { details: filled };
}

function failed(why: string): RenderedDetails {
  return { details: null, reason: `The details could not be filled in: ${why}.` };
}

/** No text that is stored holds it. */
const separator = '\u0000';

interface Prepared {
  /** Each different text with Liquid once. */
  texts: string[];
  templates(): Template[];
}

const known = new WeakMap<Details, Prepared>();

/** Parsed once for each definition: a step that is compiled is never changed. */
function prepared(details: Details): Prepared {
  const found = known.get(details);
  if (found !== undefined) return found;
  const distinct = new Set<string>();
  eachText(details, '', (text) => {
    if (isLiquid(text)) distinct.add(text);
  });
  const texts = [...distinct];
  let parsed: Template[] | null = null;
  const made: Prepared = {
    texts,
    templates() {
      parsed ??= quicken(
        texts.flatMap((text, index) => [
          ...(index === 0 ? [] : parseLiquid(engines.text, separator)),
          ...parseLiquid(engines.text, text),
        ]),
        texts.join('\n'),
        { html: false, encoded: false },
      );
      return parsed;
    },
  };
  known.set(details, made);
  return made;
}

function fill(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return values.get(value) ?? value;
  if (Array.isArray(value)) return value.map((member) => fill(member, values));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, fill(child, values)]);
  return Object.fromEntries(entries);
}
