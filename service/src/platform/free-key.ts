import { limits } from '@postroad/core/platform/limits';

/** A key that nothing has yet: `base`, else with a number behind it. */
export function freeKey(base: string, taken: ReadonlySet<string>): string {
  let free = base;
  for (let number = 2; taken.has(free); number += 1) {
    const suffix = `-${number}`;
    free = base.slice(0, limits.keyChars - suffix.length) + suffix;
  }
  return free;
}
