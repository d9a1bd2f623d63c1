import { DateFormats } from '../../content/liquid/liquid-date.ts';
import { liquidFailure } from '../../content/liquid/liquid-failure.ts';
import {
  type CompiledTemplate,
  moreWork,
  optimizedEngine,
  timeLimit,
} from '../../content/render/template-engine.ts';
import { jsonFault } from '../../platform/json-value.ts';
import { limits } from '../../platform/limits.ts';
import { octets } from '../../platform/octets.ts';
import type { Answers } from './question.ts';

export type Details = Readonly<Record<string, unknown>>;

export type RenderedDetails =
  | { details: Record<string, unknown> }
  /** Why the details could not be rendered, in one sentence. */
  | { details: null; reason: string };

/** Whether a text contains Liquid. */
export function isLiquid(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

/** Whether any string of valid details contains Liquid. */
export function holdsLiquid(details: Details): boolean {
  return liquidTexts(details).length > 0;
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
 * Renders the Liquid in the strings of an event's details with the merge values of emails (spec,
 * fire_event). A string stays a string. `merge` can be null if there is no Liquid. Never throws;
 * the result has the limits of posted details.
 */
export function renderDetails(
  { details, texts, template }: PreparedDetails,
  { merge, workedMs }: Pick<Answers, 'merge' | 'workedMs'>,
  what: 'details' | 'body' = 'details',
): RenderedDetails {
  const failed = (why: string): RenderedDetails => {
    return { details: null, reason: `The ${what} could not be filled in: ${why}.` };
  };
  if (texts.length === 0) return { details: details as Record<string, unknown> };
  if (merge === null) return failed('there is nothing to fill in');
  let output: string[];
  try {
    // Rendered together, so that one limit of time and memory covers all strings.
    const rendering = template();
    const more = workedMs && moreWork(workedMs, limits.renderMoreMs);
    const time = timeLimit({ ms: limits.detailsRenderMs, ...(more && { more }) });
    output = rendering.render(merge, time).split(separator);
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
    return failed(`it takes more than ${limits.eventDetailsBytes} bytes of JSON`);
  }
  return { details: filled };
}

/** No stored text contains it. */
const separator = '\u0000';

/** Details of a step, parsed once for all runs. */
export interface PreparedDetails {
  details: Details;
  /** Each distinct text with Liquid once. */
  texts: readonly string[];
  /** Renders the texts with separators between them; parsed on first use. */
  template(): CompiledTemplate;
}

function liquidTexts(details: Details): string[] {
  const distinct = new Set<string>();
  eachText(details, '', (text) => {
    if (isLiquid(text)) distinct.add(text);
  });
  return [...distinct];
}

/** A compiled step never changes. */
export function prepareDetails(details: Details): PreparedDetails {
  const texts = liquidTexts(details);
  let parsed: CompiledTemplate | null = null;
  return {
    details,
    texts,
    template() {
      const sources = texts.flatMap((text, index) => (index === 0 ? [text] : [separator, text]));
      const flavour = { html: false, encoded: false };
      parsed ??= optimizedEngine(sources, { flavour, dates: new DateFormats() });
      return parsed;
    },
  };
}

function fill(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return values.get(value) ?? value;
  if (Array.isArray(value)) return value.map((member) => fill(member, values));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, fill(child, values)]);
  return Object.fromEntries(entries);
}
