import { Drop } from 'liquidjs';

export function ownValue(owner: unknown, name: string): unknown {
  if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, name)) return undefined;
  return (owner as Record<string, unknown>)[name];
}

/** The value along a path. What LiquidJS reads in its own way, it is asked for. */
export function valueAt(start: unknown, names: readonly string[], ask: () => unknown): unknown {
  let value = start;
  for (const name of names) {
    if (value instanceof Drop || typeof value === 'string') return ask();
    value = ownValue(value, name);
  }
  return value;
}
