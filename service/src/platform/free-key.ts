import { limits } from '@postroad/core/platform/limits';

/** A key that is not taken: `base`, or `base` with a number appended. */
export function freeKey(base: string, taken: ReadonlySet<string>): string {
  let free = base;
  for (let number = 2; taken.has(free); number += 1) {
    const suffix = `-${number}`;
    free = base.slice(0, limits.keyChars - suffix.length).replace(/[-_]$/, '') + suffix;
  }
  return free;
}
