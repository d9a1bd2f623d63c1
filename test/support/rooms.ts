import { posix } from 'node:path';
import type { SourceTree } from './repository.ts';
import { importsOf } from './source-text.ts';

/** A folder that is divided into rooms. */
export interface House {
  /** From the top of the repository, for example `core/src`. */
  folder: string;
  /** From the ground up: a room imports itself and the rooms before it in this list. */
  rooms: readonly string[];
}

/** The name for the files directly in the folder of a house, if there are any. */
export const looseFiles = '.';

interface RoomImport {
  at: string;
  from: string;
  to: string;
}

/** Null for a path outside the house. */
function roomOf(path: string, { folder }: House): string | null {
  if (!path.startsWith(`${folder}/`)) return null;
  const [room = '', ...rest] = path.slice(folder.length + 1).split('/');
  return rest.length === 0 ? looseFiles : room;
}

function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return specifier.replace(/^@postroad\/(\w+)\//, '$1/src/');
}

/** Imports from one room of the house into another. */
function importsBetweenRooms(tree: SourceTree, house: House): RoomImport[] {
  const found: RoomImport[] = [];
  for (const [path, text] of tree) {
    const from = path.endsWith('.ts') ? roomOf(path, house) : null;
    if (from === null) continue;
    for (const { specifier, line } of importsOf(text)) {
      const to = roomOf(targetOf(path, specifier), house);
      if (to !== null && to !== from) found.push({ at: `${path}:${line}`, from, to });
    }
  }
  return found;
}

/** Code of the house that is in no listed room. */
export function strayFiles(tree: SourceTree, house: House): string[] {
  return [...tree.keys()].filter((path) => {
    const room = path.endsWith('.ts') ? roomOf(path, house) : null;
    return room !== null && !house.rooms.includes(room);
  });
}

/**
 * Imports from a later room, each with both rooms and the lowest room in which the imported code
 * could be.
 */
export function wrongImports(tree: SourceTree, house: House): string[] {
  return importsBetweenRooms(tree, house).flatMap(({ at, from, to }) => {
    const below = house.rooms.indexOf(to) < house.rooms.indexOf(from);
    if (below && house.rooms.includes(to)) return [];
    return [
      `${at} is in ${from} and imports ${to}, which comes after it: move what it imports to ${from} or a room before it, or have ${to} pass it in`,
    ];
  });
}

/** Cycles of rooms, each once, whatever the order of the list. */
export function roomCycles(tree: SourceTree, house: House): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const { from, to } of importsBetweenRooms(tree, house)) {
    arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (room: string, trail: string[]): void => {
    const before = trail.indexOf(room);
    if (before >= 0) cycles.push([...trail.slice(before), room].join(' → '));
    if (before >= 0 || done.has(room)) return;
    for (const target of arrows.get(room) ?? []) visit(target, [...trail, room]);
    done.add(room);
  };
  for (const room of arrows.keys()) visit(room, []);
  return cycles;
}
