import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { importsOf } from '../support/source-text.ts';

/**
 * The rooms of the house from the ground up. A file imports its own room and the rooms above it in
 * this list, in whatever package it is; docs/decisions/0036-rooms.md says why they are these.
 */
const rooms = [
  'platform',
  'people',
  'events',
  'billing',
  'conditions',
  'account',
  'content',
  'queue',
  'webhooks',
  'flows',
  'sequences',
  'broadcasts',
  'messages',
  'sending',
  'subscribers',
  'forms',
  'definitions',
] as const;

/** The room at the top, which puts the others together; its name by package. */
const topRooms: Record<string, string> = { core: 'catalog', service: 'app' };

/** Packages that are parted into rooms. */
const packagesWithRooms = ['core', 'store', 'service'];

function roomsOf(name: string): string[] {
  const top = topRooms[name];
  return top === undefined ? [...rooms] : [...rooms, top];
}

interface RoomImport {
  at: string;
  package: string;
  from: string;
  to: string;
}

/** The imports of one file that stay in its package, by room. */
function importsBetweenRooms(path: string, text: string): RoomImport[] {
  const [name = '', src, from = ''] = path.split('/');
  if (!packagesWithRooms.includes(name) || src !== 'src' || !path.endsWith('.ts')) return [];
  return importsOf(text).flatMap(({ specifier, line }) => {
    const target = specifier.startsWith('.')
      ? posix.join(posix.dirname(path), specifier)
      : specifier.replace(/^@postroad\/(\w+)\//, '$1/src/');
    const [owner, folder, to = ''] = target.split('/');
    if (owner !== name || folder !== 'src' || to === from) return [];
    return [{ at: `${path}:${line}`, package: name, from, to }];
  });
}

function allImports(tree: SourceTree): RoomImport[] {
  return [...tree].flatMap(([path, text]) => importsBetweenRooms(path, text));
}

function strayFiles(tree: SourceTree): string[] {
  return [...tree.keys()].filter((path) => {
    const [name = '', src, room = ''] = path.split('/');
    return packagesWithRooms.includes(name) && src === 'src' && !roomsOf(name).includes(room);
  });
}

/** The message about a wrong import: both rooms, and the highest room the imported thing could move to. */
function wrongImports(tree: SourceTree): string[] {
  return allImports(tree).flatMap((each) => {
    const order = roomsOf(each.package);
    if (order.indexOf(each.to) < order.indexOf(each.from)) return [];
    return [
      `${each.at} is in ${each.from} and imports ${each.to}, which is below it: move what it imports up to ${each.from} or higher, or have ${each.to} pass it in`,
    ];
  });
}

/** Rooms of one package that lead back to themselves, whatever the table says. */
function roomCycles(tree: SourceTree): string[] {
  const cycles: string[] = [];
  for (const name of packagesWithRooms) {
    const arrows = new Map<string, Set<string>>();
    for (const each of allImports(tree).filter((one) => one.package === name)) {
      arrows.set(each.from, (arrows.get(each.from) ?? new Set()).add(each.to));
    }
    const done = new Set<string>();
    const visit = (room: string, trail: string[]): void => {
      const before = trail.indexOf(room);
      if (before >= 0) cycles.push(`${name}: ${[...trail.slice(before), room].join(' → ')}`);
      if (before >= 0 || done.has(room)) return;
      for (const target of arrows.get(room) ?? []) visit(target, [...trail, room]);
      done.add(room);
    };
    for (const room of arrows.keys()) visit(room, []);
  }
  return cycles;
}

it('HOUSE-01 has the same rooms in every package', () => {
  expect(strayFiles(projectTree())).toEqual([]);
});

it('HOUSE-02, HOUSE-05 lets a room import only rooms above it', () => {
  expect(wrongImports(projectTree())).toEqual([]);
});

it('HOUSE-03 has no two rooms that import each other, however far around', () => {
  expect(roomCycles(projectTree())).toEqual([]);
});

it('HOUSE-04 would see a wrong import, a cycle and a file outside the rooms', () => {
  const bad = treeOf({
    'service/src/people/change-people.ts': "import { send } from '../sending/send-mail.ts';",
    'service/src/sending/send-mail.ts': "import type { A } from '../people/change-people.ts';",
    'store/src/events/event.ts': "import { x } from '@postroad/store/flows/run';",
    'core/src/lone.ts': '',
    'core/src/flow/advance.ts': '',
  });
  const [first = '', second = '', ...more] = wrongImports(bad);
  expect(first).toContain('service/src/people/change-people.ts:1 is in people and imports sending');
  expect(second).toContain('store/src/events/event.ts:1 is in events and imports flows');
  expect(more).toEqual([]);
  expect(roomCycles(bad)).toEqual(['service: people → sending → people']);
  expect(strayFiles(bad)).toEqual(['core/src/lone.ts', 'core/src/flow/advance.ts']);
});
