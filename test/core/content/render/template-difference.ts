import { DateFormats } from '@postroad/core/content/liquid/liquid-date';
import type { Flavour } from '@postroad/core/content/liquid/liquid-tags';
import {
  type CompiledTemplate,
  type TemplateEngine,
  timeLimit,
} from '@postroad/core/content/render/template-engine';
import fc from 'fast-check';

/** A source, what it is filled in with, and how it is written. */
export interface TemplateCase {
  source: string;
  scope: object;
  flavour: Flavour;
}

export type EnginePair = readonly [TemplateEngine, TemplateEngine];

function failureOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** What an engine makes of a case: a text, or an error with its line and column. */
export function outcomeOf(
  engine: TemplateEngine,
  { source, scope, flavour }: TemplateCase,
  renderMs?: number,
): string {
  let template: CompiledTemplate;
  try {
    template = engine([source], { flavour, dates: new DateFormats() });
  } catch (error) {
    return `does not parse: ${failureOf(error)}`;
  }
  try {
    const limit = renderMs === undefined ? undefined : timeLimit({ ms: renderMs });
    return `writes: ${template.render(scope, limit)}`;
  } catch (error) {
    return `fails: ${failureOf(error)}`;
  }
}

/** How two engines differ on one case; null where they write the same or fail the same. */
function differenceOf(engines: EnginePair, one: TemplateCase): string | null {
  const [first, second] = engines.map((engine) => outcomeOf(engine, one));
  return first === second ? null : `${one.source}\n  one ${first}\n  the other ${second}`;
}

/** The first difference that is found among so many cases; made as small as can be, where asked. */
export function findDifference(
  engines: EnginePair,
  cases: fc.Arbitrary<TemplateCase>,
  { numRuns, shrink = true }: { numRuns: number; shrink?: boolean },
): string | null {
  const same = fc.property(cases, (one) => differenceOf(engines, one) === null);
  const { counterexample } = fc.check(same, { numRuns, endOnFailure: !shrink });
  return counterexample === null ? null : differenceOf(engines, counterexample[0]);
}
