import type { CompileScope } from '../components/component.ts';
import { sameTheme } from '../themes/values.ts';
import { type LayoutFindings, type LayoutSource, prepareLayout } from './layout.ts';

interface Prepared {
  layout: LayoutSource;
  scope: CompileScope;
  findings: LayoutFindings;
}

type ByKey<Value> = ReadonlyMap<string, Value> | undefined;

/** Whether two maps have equal entries in the same order. */
function sameEntries<Value>(
  first: ByKey<Value>,
  second: ByKey<Value>,
  same: (one: Value, other: Value) => boolean,
): boolean {
  if (first === second) return true;
  if ((first?.size ?? 0) !== (second?.size ?? 0)) return false;
  const others = [...(second ?? [])];
  return [...(first ?? [])].every(([key, value], index) => {
    const [otherKey, other] = others[index] ?? [];
    return key === otherKey && other !== undefined && same(value, other);
  });
}

function isFor(prepared: Prepared, layout: LayoutSource, scope: CompileScope): boolean {
  const { layout: before, scope: known } = prepared;
  if (before.html !== layout.html || before.css !== layout.css) return false;
  return (
    sameTheme(known.theme, scope.theme) &&
    sameEntries(known.themesByKey, scope.themesByKey, sameTheme) &&
    sameEntries(known.components, scope.components, (one, other) => one === other)
  );
}

/**
 * Caches the last prepared layout, because successive emails often share one. The owner drops the
 * session after the batch.
 */
export class CompileSession {
  #last: Prepared | null = null;

  /** Returns errors and warnings for each email, even if the layout is cached. */
  prepareLayout(layout: LayoutSource, scope: CompileScope): LayoutFindings {
    if (this.#last && isFor(this.#last, layout, scope)) return this.#last.findings;
    const findings = prepareLayout(layout, scope);
    const { theme, themesByKey, components } = scope;
    const copy = { theme, themesByKey: new Map(themesByKey), components: new Map(components) };
    this.#last = { layout: { ...layout }, scope: copy, findings };
    return findings;
  }
}
