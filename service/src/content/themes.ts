import type { ThemeScope } from '@postroad/core/content/themes/theme-tags';
import { type ResolvedTheme, resolveTheme } from '@postroad/core/content/themes/values';
import { listThemes, type ThemeRow } from '@postroad/store/content/theme';
import type { Tx } from '@postroad/store/platform/transaction';

/** Every theme with its values resolved, the form in which compiling needs them. */
export interface Themes {
  rows: ThemeRow[];
  byKey: ReadonlyMap<string, ResolvedTheme>;
}

export async function loadThemes(tx: Tx): Promise<Themes> {
  const rows = await listThemes(tx);
  return { rows, byKey: new Map(rows.map((row) => [row.key, resolveTheme(row.variables)])) };
}

/** The values that the theme tags of a layout resolve to. `key` is that of an existing theme. */
export function themeScope({ byKey }: Themes, key: string): ThemeScope {
  const theme = byKey.get(key);
  if (!theme) throw new Error(`The theme "${key}" is missing.`);
  return { theme, themesByKey: byKey };
}
