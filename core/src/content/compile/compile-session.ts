import type { CompileScope } from '../components/component.ts';
import { sameTheme } from '../themes/values.ts';
import { type LayoutFindings, type LayoutSource, prepareLayout } from './layout.ts';

interface Prepared {
  layout: LayoutSource;
  scope: CompileScope;
  findings: LayoutFindings;
}

type ByKey<Value> = ReadonlyMap<string, Value> | undefined;

/** The same keys in the same order with the same values. */
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
 * What compiles in a row need not make twice: the layout that was prepared last, since one email
 * after another is compiled in the same. Whoever owns a session gives it up with the batch.
 */
export class CompileSession {
  #last: Prepared | null = null;

  /** Errors and warnings come with each email, whether or not the layout was prepared before. */
  prepareLayout(layout: LayoutSource, scope: CompileScope): LayoutFindings {
    if (this.#last && isFor(this.#last, layout, scope)) return this.#last.findings;
    const findings = prepareLayout(layout, scope);
    const { theme, themesByKey, components } = scope;
    const copy = { theme, themesByKey: new Map(themesByKey), components: new Map(components) };
    this.#last = { layout: { ...layout }, scope: copy, findings };
    return findings;
  }
}
