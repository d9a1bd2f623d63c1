import type { ThemeScope } from '@postroad/core/theme/theme-tags';
import { type ResolvedTheme, resolveTheme } from '@postroad/core/theme/values';
import { listThemes, type ThemeRow } from '@postroad/store/theme';
import type { Tx } from '@postroad/store/transaction';

/** Every theme with its values resolved, as compiling needs them. */
export interface Themes {
  rows: ThemeRow[];
  byKey: ReadonlyMap<string, ResolvedTheme>;
}

export async function loadThemes(tx: Tx): Promise<Themes> {
  const rows = await listThemes(tx);
  return { rows, byKey: new Map(rows.map((row) => [row.key, resolveTheme(row.variables)])) };
}

/** What a layout's theme tags resolve against. `key` is that of an existing theme. */
export function themeScope({ byKey }: Themes, key: string): ThemeScope {
  const theme = byKey.get(key);
  if (!theme) throw new Error(`The theme "${key}" is missing.`);
  return { theme, themesByKey: byKey };
}
