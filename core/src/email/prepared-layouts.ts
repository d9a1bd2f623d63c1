import type { CompileScope } from './component.ts';
import { type LayoutFindings, type LayoutSource, prepareLayout } from './layout.ts';

/** One email after another is saved in the same layout. */
let latest: { key: string; findings: LayoutFindings } | null = null;

/** `prepareLayout`, which the next email with the same layout, themes and components need not repeat. */
export function preparedLayout(layout: LayoutSource, scope: CompileScope): LayoutFindings {
  const { theme, themesByKey, components = [] } = scope;
  const key = JSON.stringify([layout.html, layout.css, theme, [...themesByKey], [...components]]);
  if (latest?.key === key) return latest.findings;
  const findings = prepareLayout(layout, scope);
  latest = { key, findings };
  return findings;
}
