import { Context, type Liquid, type Template, toValueSync } from 'liquidjs';
import { engineFor } from '../liquid/liquid.ts';
import type { DateFormats } from '../liquid/liquid-date.ts';
import { dateGlobals } from '../liquid/liquid-filters.ts';
import { parseLiquid } from '../liquid/liquid-source.ts';
import type { Flavour } from '../liquid/liquid-tags.ts';
import { encodeStaticText } from './encode-static-text.ts';
import { optimizeTemplate } from './optimize-template.ts';

/** Liquid that is ready to be filled in, again and again. */
export interface CompiledTemplate {
  /**
   * Fills in the values of a scope, in at most `renderMs`, else `limits.liquidRenderMs`. Throws
   * LiquidJS's RenderError where the template fails on these values.
   */
  render(scope: object, renderMs?: number): string;
}

export interface TemplateOptions {
  flavour: Flavour;
  /** Of everything that is rendered by one owner. */
  dates: DateFormats;
}

/**
 * Makes a template of sources, each parsed by itself and written one after the other. Throws
 * LiquidJS's errors of parsing. Every engine writes the same and fails the same on the same values
 * (QUICK-02); they differ in how long they take.
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
    render(scope, renderMs) {
      const options = renderMs === undefined ? usual : { ...usual, renderLimit: renderMs };
      const context = new Context(scope, engine.options, options, parts);
      return String(toValueSync(engine.renderer.renderTemplates(templates, context)));
    },
  };
}

/** LiquidJS as it is. */
export const liquidEngine: TemplateEngine = (sources, { flavour, dates }) => {
  const [engine, templates] = parsed(sources, flavour);
  return compiled(engine, templates, dates);
};

/** LiquidJS with shortcuts for what most of a mail is made of. */
export const optimizedEngine: TemplateEngine = (sources, { flavour, dates }) => {
  const [engine, templates] = parsed(sources, flavour);
  return compiled(engine, optimizeTemplate(templates, flavour), dates);
};
