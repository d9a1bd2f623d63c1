import type { CompileScope } from '../components/component.ts';
import { type LayoutFindings, type LayoutSource, prepareLayout } from './layout.ts';

interface Latest {
  layout: LayoutSource;
  scope: CompileScope;
  findings: LayoutFindings;
}

/** One email after another is saved in the same layout. */
let latest: Latest | null = null;

function same<Value>(
  first: ReadonlyMap<string, Value> | undefined,
  second: ReadonlyMap<string, Value> | undefined,
): boolean {
  if ((first?.size ?? 0) + (second?.size ?? 0) === 0) return true;
  return JSON.stringify([...(first ?? [])]) === JSON.stringify([...(second ?? [])]);
}

function isSame({ layout, scope }: Latest, other: LayoutSource, otherScope: CompileScope): boolean {
  if (layout.html !== other.html || layout.css !== other.css) return false;
  const { theme, themesByKey, components } = otherScope;
  const themed = scope.theme === theme || JSON.stringify(scope.theme) === JSON.stringify(theme);
  return themed && same(scope.themesByKey, themesByKey) && same(scope.components, components);
}

/** `prepareLayout`, which the next email with the same layout, themes and components need not repeat. */
export function preparedLayout(layout: LayoutSource, scope: CompileScope): LayoutFindings {
  if (latest && isSame(latest, layout, scope)) return latest.findings;
  const findings = prepareLayout(layout, scope);
  const { theme, themesByKey, components } = scope;
  const copy = { theme, themesByKey: new Map(themesByKey), components: new Map(components) };
  latest = { layout: { ...layout }, scope: copy, findings };
  return findings;
}
