import { limits } from './limits.ts';

/** Paths of event details with the types seen there, for example `{"plan": "string", "items[].qty": "number"}`. */
export type EventShape = Record<string, string>;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return typeof value;
}

function collect(value: unknown, path: string, shape: EventShape): void {
  if (Object.keys(shape).length >= limits.shapePaths) return;
  if (Array.isArray(value)) {
    if (value.length === 0) shape[`${path}[]`] ??= 'empty';
    // The first few entries tell the shape; a long array would only repeat it.
    for (const entry of value.slice(0, 5)) collect(entry, `${path}[]`, shape);
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      collect(child, path === '' ? key : `${path}.${key}`, shape);
    }
    return;
  }
  shape[path] = joinTypes(shape[path], typeOf(value));
}

function joinTypes(known: string | undefined, seen: string): string {
  if (known === undefined || known === seen) return seen;
  const types = new Set([...known.split('|'), ...seen.split('|')]);
  if (types.size > 1) types.delete('empty');
  return [...types].sort().join('|');
}

/** The shape of one event's details. */
export function shapeOf(details: Record<string, unknown>): EventShape {
  const shape: EventShape = Object.create(null);
  collect(details, '', shape);
  return shape;
}

/** Both shapes in one (EVENT-12); bounded, so that hostile details cannot make it grow for ever. */
export function mergeShapes(known: EventShape, seen: EventShape): EventShape {
  // Events of one name nearly always look alike, and this runs for each of them.
  if (Object.keys(seen).every((path) => known[path] === seen[path])) return known;
  const merged: EventShape = Object.assign(Object.create(null), known);
  for (const [path, types] of Object.entries(seen)) {
    if (path in merged || Object.keys(merged).length < limits.shapePaths) {
      merged[path] = joinTypes(merged[path], types);
    }
  }
  return merged;
}
