import { themeKey } from '@postroad/core/content/themes/theme-key';
import { freeKey } from '../platform/free-key.ts';

/** The key of a new theme. A number would be read as an id, so such a name gets a suffix too. */
export function freeThemeKey(name: string, taken: ReadonlySet<string>): string {
  const key = themeKey(name);
  return freeKey(/^\d+$/.test(key) ? `${key}-theme` : key, taken);
}
