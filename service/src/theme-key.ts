import { limits } from '@postroad/core/limits';
import { themeKey } from '@postroad/core/theme/theme-key';

/** The key of a new theme. A number would read as an id, so such a name gets a suffix too. */
export function freeThemeKey(name: string, taken: ReadonlySet<string>): string {
  const key = themeKey(name);
  const base = /^\d+$/.test(key) ? `${key}-theme` : key;
  let free = base;
  for (let number = 2; taken.has(free); number += 1) {
    const suffix = `-${number}`;
    free = base.slice(0, limits.keyChars - suffix.length) + suffix;
  }
  return free;
}
