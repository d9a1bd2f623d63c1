import { type Liquid, type Template, toValueSync } from 'liquidjs';
import { engineFor } from '../liquid/liquid.ts';
import type { DateFormats } from '../liquid/liquid-date.ts';
import { dateGlobals } from '../liquid/liquid-filters.ts';
import { parseLiquid } from '../liquid/liquid-source.ts';
import type { Flavour } from '../liquid/liquid-tags.ts';
import { RenderContext } from '../liquid/render-context.ts';
import { encodeStaticText } from './encode-static-text.ts';
import { optimizeTemplate } from './optimize-template.ts';

/** Parsed Liquid that can be rendered repeatedly. */
export interface CompiledTemplate {
  /**
   * Renders with the values of a scope in at most `renderMs`, by default `limits.liquidRenderMs`.
   * Throws LiquidJS's RenderError if the template fails on these values.
   */
  render(scope: object, renderMs?: number): string;
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
    render(scope, renderMs) {
      const options = renderMs === undefined ? usual : { ...usual, renderLimit: renderMs };
      const context = new RenderContext(scope, engine.options, options, parts);
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
