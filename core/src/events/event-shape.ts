import { limits } from '../platform/limits.ts';

/**
 * Paths of event details with the types seen there, for example `{"plan": "string", "items[].qty":
 * "number"}`.
 */
export type EventShape = Record<string, string>;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return typeof value;
}

/** Cuts a path that is too long because of its keys; cut paths may coincide. */
function bounded(path: string): string {
  if (path.length <= limits.shapePathChars) return path;
  return `${path.slice(0, limits.shapePathChars).toWellFormed()}…`;
}

class Shape {
  readonly paths: EventShape = Object.create(null);
  #left = limits.shapePaths;

  collect(value: unknown, path: string): void {
    if (this.#left <= 0) return;
    if (Array.isArray(value)) {
      if (value.length === 0) this.#add(`${path}[]`, 'empty');
      // The first few entries show the shape; a long array would only repeat it.
      for (const entry of value.slice(0, 5)) this.collect(entry, `${path}[]`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        this.collect(child, bounded(path === '' ? key : `${path}.${key}`));
      }
    } else this.#add(path, typeOf(value));
  }

  #add(path: string, type: string): void {
    const known = this.paths[path];
    if (known === undefined) this.#left -= 1;
    this.paths[path] = joinTypes(known, type);
  }
}

function joinTypes(known: string | undefined, seen: string): string {
  if (known === undefined || known === seen) return seen;
  const types = new Set([...known.split('|'), ...seen.split('|')]);
  if (types.size > 1) types.delete('empty');
  return [...types].sort().join('|');
}

/** The shape of one event's details. */
export function shapeOf(details: Record<string, unknown>): EventShape {
  const shape = new Shape();
  shape.collect(details, '');
  return shape.paths;
}

/** Whether a known shape says all of the details; asked for each event, and nearly always so. */
export function isShapeKnown(known: EventShape, details: Record<string, unknown>): boolean {
  for (const key of Object.keys(details)) {
    const value = details[key];
    // What has a shape of its own is left to `shapeOf`.
    if (typeof value === 'object' && value !== null) return false;
    if (key.length > limits.shapePathChars || known[key] !== typeOf(value)) return false;
  }
  return true;
}

/** Merges two shapes (EVENT-12); bounded, so that hostile details cannot make it grow forever. */
export function mergeShapes(known: EventShape, seen: EventShape): EventShape {
  // Events of one name almost always have the same shape.
  if (Object.keys(seen).every((path) => known[path] === seen[path])) return known;
  const merged: EventShape = Object.assign(Object.create(null), known);
  for (const [path, types] of Object.entries(seen)) {
    if (path in merged || Object.keys(merged).length < limits.shapePaths) {
      merged[path] = joinTypes(merged[path], types);
    }
  }
  return merged;
}
