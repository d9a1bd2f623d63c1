import { type Context, type Liquid, type Template, toValueSync } from 'liquidjs';
import { engineFor, engines } from '../liquid/liquid.ts';
import type { DateFormats } from '../liquid/liquid-date.ts';
import { dateGlobals } from '../liquid/liquid-filters.ts';
import { parseLiquid } from '../liquid/liquid-source.ts';
import type { Flavour } from '../liquid/liquid-tags.ts';
import { RenderContext } from '../liquid/render-context.ts';
import { encodeStaticText } from './encode-static-text.ts';
import { optimizeTemplate } from './optimize-template.ts';

/** When renders have to be over; several can share one. */
export type TimeLimit = Context['renderLimit'];

/** How long a render may take. */
export interface RenderTime {
  /** Milliseconds of the clock, which LiquidJS reads. */
  ms: number;
  /**
   * Asked when they are over: how many milliseconds more it may take, since the clock also runs while
   * the thread waits for its turn. 0 or less is none.
   */
  more?: () => number;
}

/**
 * What a render has beyond its time by the clock where a thread may have waited for its turn: so many
 * milliseconds of work, counted from the first time it is asked.
 */
export function moreWork(workedMs: () => number, ms: number): () => number {
  let end: number | null = null;
  return () => {
    // Read where the clock says that it took long, since reading it costs as much as a small mail.
    const worked = workedMs();
    end ??= worked + ms;
    return end - worked;
  };
}

function clockLimit(ms: number): TimeLimit {
  return new RenderContext({}, engines.text.options, { renderLimit: ms }).renderLimit;
}

/** A limit that begins now. */
export function timeLimit({ ms, more }: RenderTime): TimeLimit {
  const limit = clockLimit(ms);
  if (more === undefined) return limit;
  const check = limit.check.bind(limit);
  let extended: TimeLimit | null = null;
  limit.check = (now) => {
    try {
      if (extended === null) check(now);
      else extended.check(now);
    } catch (error) {
      const left = more();
      if (left <= 0) throw error;
      extended = clockLimit(left);
    }
  };
  return limit;
}

/** Parsed Liquid that can be rendered repeatedly. */
export interface CompiledTemplate {
  /**
   * Renders with the values of a scope, by default in at most `limits.liquidRenderMs`. Throws
   * LiquidJS's RenderError if the template fails on these values.
   */
  render(scope: object, limit?: TimeLimit): string;
}

export interface TemplateOptions {
  flavour: Flavour;
  /** Shared by all templates of one owner. */
  dates: DateFormats;
}

/**
 * Creates a template from sources, each parsed by itself and rendered one after the other. Throws
 * LiquidJS's parse errors. Every engine gives the same output and errors for the same values
 * (QUICK-02); they differ only in speed.
 */
export type TemplateEngine = (
  sources: readonly string[],
  options: TemplateOptions,
) => CompiledTemplate;

function parsed(sources: readonly string[], flavour: Flavour): [Liquid, Template[]] {
  const engine = engineFor(flavour);
  const templates = sources.flatMap((source) => parseLiquid(engine, source));
  return [engine, flavour.encoded ? encodeStaticText(templates) : templates];
}

function compiled(engine: Liquid, templates: Template[], dates: DateFormats): CompiledTemplate {
  const usual = { globals: dateGlobals(dates), sync: true };
  const parts = { liquid: engine };
  return {
    render(scope, limit) {
      const own = limit === undefined ? parts : { ...parts, renderLimit: limit };
      const context = new RenderContext(scope, engine.options, usual, own);
      return String(toValueSync(engine.renderer.renderTemplates(templates, context)));
    },
  };
}

/** Plain LiquidJS. */
export const liquidEngine: TemplateEngine = (sources, { flavour, dates }) => {
  const [engine, templates] = parsed(sources, flavour);
  return compiled(engine, templates, dates);
};

/** LiquidJS with shortcuts for the most frequent parts of a mail. */
export const optimizedEngine: TemplateEngine = (sources, { flavour, dates }) => {
  const [engine, templates] = parsed(sources, flavour);
  return compiled(engine, optimizeTemplate(templates, flavour), dates);
};
