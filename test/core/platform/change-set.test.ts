import {
  type Change,
  ChangeSet,
  decodeChanges,
  encodeInOrder,
} from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';
import { octets } from '@postroad/core/platform/octets';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const change: fc.Arbitrary<Change> = fc.record({
  resource: fc.constantFrom('people', 'events', 'themes'),
  id: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constantFrom('a', '漢', null)),
  action: fc.constantFrom('created', 'updated', 'deleted'),
});

function told(changes: Change[]): Change[] {
  const set = new ChangeSet();
  for (const each of changes) set.add(each);
  return decodeChanges(set.encode()) ?? [];
}

it('tells each record once, with what was done to it last', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const answer = told(changes);
      const keys = answer.map(({ resource, id }) => JSON.stringify([resource, id]));
      expect(new Set(keys).size).toBe(keys.length);
      for (const { resource, id, action } of answer) {
        const own = changes.filter((each) => each.resource === resource && each.id === id);
        const last = own.at(-1)?.action;
        expect(action).toBe(action === 'created' ? 'created' : last);
        if (action === 'created') expect(own.some((each) => each.action === 'created')).toBe(true);
      }
      expect(new Set(keys)).toEqual(
        new Set(changes.map(({ resource, id }) => JSON.stringify([resource, id]))),
      );
    }),
  );
});

it('stays within what PostgreSQL carries, and then names no ids of what changed most', () => {
  const many = Array.from({ length: 20_000 }, (_, id): Change => {
    return { resource: 'events', id: 1_000_000 + id, action: 'created' };
  });
  const few: Change[] = [
    { resource: 'people', id: 7, action: 'updated' },
    { resource: 'products', id: '漢'.repeat(80), action: 'updated' },
  ];
  const set = new ChangeSet();
  for (const each of [...many, ...few]) set.add(each);
  expect(octets(set.encode())).toBeLessThanOrEqual(limits.changesBytes);
  expect(decodeChanges(set.encode())).toEqual([
    { resource: 'events', id: null, action: 'created' },
    ...few,
  ]);
});

const setOf = (changes: readonly Change[]): ChangeSet => {
  const set = new ChangeSet();
  for (const each of changes) set.add(each);
  return set;
};

it('NOTE-01 tells the changes of several transactions in their order, and those of one as they are alone', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 8 }), (commits) => {
      const together = decodeChanges(encodeInOrder(commits.map(setOf)));
      expect(together).toEqual(commits.flatMap(told));
    }),
  );
});

it('NOTE-01 tells more changes than a message carries once each, and then without ids', () => {
  const twice = Array.from({ length: 1_000 }, (_, at): Change => {
    return { resource: at % 2 ? 'events' : 'people', id: 10_000 + (at % 500), action: 'updated' };
  });
  const answer = decodeChanges(encodeInOrder(twice.map((each) => setOf([each]))));
  expect(answer).toHaveLength(500);
  const many = Array.from({ length: 5_000 }, (_, id): ChangeSet => {
    return setOf([{ resource: 'events', id: 1_000_000 + id, action: 'created' }]);
  });
  expect(decodeChanges(encodeInOrder(many))).toEqual([
    { resource: 'events', id: null, action: 'created' },
  ]);
});
