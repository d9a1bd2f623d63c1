import type { Issue } from '../../platform/issue.ts';
import { checkLiquid } from '../liquid/check-liquid.ts';
import { parseComponentArguments } from '../liquid/component-tag.ts';
import type { LiquidPiece } from '../liquid/liquid-source.ts';
import type { ComponentUse } from './component.ts';

const conditions: ReadonlySet<string> = new Set(['if', 'elsif', 'unless', 'case']);
const bareName = /(?<![\w.|:"'-])[A-Za-z_][\w-]*(?![\w.:"'-])/g;
const defaulted = /^\{\{-?\s*([A-Za-z_][\w-]*)\s*\|\s*default\b/;

/** Variables that a component tests or has a default for: optional arguments. */
function optionalNames(pieces: readonly LiquidPiece[]): string[] {
  return pieces.flatMap(({ kind, name, args, text }) => {
    if (kind === 'output') return defaulted.exec(text)?.[1] ?? [];
    return kind === 'tag' && conditions.has(name) ? (args.match(bareName) ?? []) : [];
  });
}

/** The path of a component's own issues in a mail that contains it. */
export function componentPath(key: string): string {
  return `components.${key}`;
}

/**
 * Variables in components that neither a mail nor a tag's argument provides, once each, under the
 * paths of the components.
 */
export function componentWarnings(uses: readonly ComponentUse[]): Issue[] {
  const found = new Map<string, Issue>();
  for (const { key, args, source, pieces } of uses) {
    const passed = parseComponentArguments(args).map(({ name }) => name);
    const also = new Set([...passed, ...optionalNames(pieces)]);
    for (const issue of checkLiquid(source, componentPath(key), also).warnings) {
      const message = `In the component "${key}": ${issue.message}`;
      found.set(`${key} ${issue.message}`, { ...issue, message });
    }
  }
  return [...found.values()];
}
