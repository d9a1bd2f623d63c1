import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';

function migrationFaults(tree: SourceTree): string[] {
  const names = [...tree.keys()]
    .filter((path) => path.startsWith('store/migrations/'))
    .map((path) => path.slice('store/migrations/'.length))
    .sort();
  if (names.length === 0) return ['there is no migration'];
  return names.flatMap((name, index) => {
    const number = String(index + 1).padStart(4, '0');
    if (!/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.test(name)) return [`${name} is not NNNN-name.sql`];
    return name.startsWith(number) ? [] : [`${name} is where ${number} should be`];
  });
}

it('numbers migrations without gaps', () => {
  expect(migrationFaults(projectTree())).toEqual([]);
});

it('would see a gap, a double and a wrong name', () => {
  const faults = (...names: string[]) =>
    migrationFaults(
      treeOf(Object.fromEntries(names.map((name) => [`store/migrations/${name}`, '']))),
    );
  expect(faults('0001-a.sql', '0002-b.sql')).toEqual([]);
  expect(faults('0001-a.sql', '0003-b.sql')).toEqual(['0003-b.sql is where 0002 should be']);
  expect(faults('0001-a.sql', '0001-b.sql')).toEqual(['0001-b.sql is where 0002 should be']);
  expect(faults('0001_a.sql')).toEqual(['0001_a.sql is not NNNN-name.sql']);
  expect(faults()).toEqual(['there is no migration']);
});
