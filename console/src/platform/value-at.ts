import { isObject, own } from '@postroad/core/platform/json';

export type Key = string | number;

/** The keys of a path, such as `nodes[0].tag`. */
export function keysOf(path: string): Key[] {
  return [...path.matchAll(/\[(\d+)\]|\w+/g)].map(([key, index]) =>
    index === undefined ? key : Number(index),
  );
}

/** The value at a path; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>((inner, key) => {
    if (typeof key === 'number') return Array.isArray(inner) ? inner[key] : undefined;
    return isObject(inner) ? own(inner, key) : undefined;
  }, value);
}
