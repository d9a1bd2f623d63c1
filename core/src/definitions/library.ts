import type { LayoutSource } from '../content/compile/layout.ts';
import type { CompileScope } from '../content/components/component.ts';
import { type ResolvedTheme, resolveTheme } from '../content/themes/values.ts';
import type { Account, Records } from './records.ts';

/** The content that an account's emails compile with. */
export interface DefinitionLibrary {
  themesByKey: ReadonlyMap<string, ResolvedTheme>;
  components: ReadonlyMap<string, string>;
  /** The layout of an email (null means the default one), with its resolved theme. */
  layout(id: number | null): { id: number; source: LayoutSource; theme: string } | null;
  /** The scope of the layout's tags. */
  scope(theme: string): CompileScope;
}

export function libraryOf({
  theme,
  component,
  template,
}: Pick<Account, 'theme' | 'component' | 'template'>): DefinitionLibrary {
  const themesByKey = new Map(theme.map(({ key, variables }) => [key, resolveTheme(variables)]));
  const components = new Map(component.map(({ key, html }) => [key, html]));
  const standing = theme.find(({ is_default }) => is_default)?.key ?? '';
  const byId = new Map<number | null, Records['template']>();
  for (const one of template) {
    byId.set(one.id, one);
    if (one.is_default) byId.set(null, one);
  }
  return {
    themesByKey,
    components,
    layout(id) {
      const found = byId.get(id);
      if (!found) return null;
      const { html, css } = found;
      return { id: found.id ?? 0, source: { html, css }, theme: found.theme ?? standing };
    },
    scope: (key) => ({ theme: themesByKey.get(key) ?? resolveTheme({}), themesByKey, components }),
  };
}
