import {
  type EventShape,
  isShapeKnown,
  mergeShapes,
  shapeOf,
} from '@postroad/core/events/event-shape';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const details = fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 5,
}) as fc.Arbitrary<Record<string, unknown>>;

const plain = (shape: EventShape) => JSON.parse(JSON.stringify(shape)) as EventShape;

describe('shapes of event details', () => {
  it('EVENT-12 names every path with the types seen there', () => {
    const first = shapeOf({ plan: 'pro', items: [{ quantity: 1 }, { quantity: null }], tags: [] });
    expect(plain(first)).toEqual({
      plan: 'string',
      'items[].quantity': 'null|number',
      'tags[]': 'empty',
    });
    const both = mergeShapes(first, shapeOf({ plan: 3, tags: ['a'], extra: true }));
    expect(plain(both)).toEqual({
      plan: 'number|string',
      'items[].quantity': 'null|number',
      'tags[]': 'string',
      extra: 'boolean',
    });
  });

  it('merges the same shape into itself without a change', () => {
    fc.assert(
      fc.property(details, (value) => {
        const shape = shapeOf(value);
        expect(plain(mergeShapes(shape, shapeOf(value)))).toEqual(plain(shape));
      }),
    );
  });

  it('knows a shape only where merging would change nothing', () => {
    expect(isShapeKnown(shapeOf({ plan: 'pro', seats: 3 }), { seats: 4 })).toBe(true);
    fc.assert(
      fc.property(details, details, (known, value) => {
        const shape = shapeOf(known);
        fc.pre(isShapeKnown(shape, value));
        expect(plain(mergeShapes(shape, shapeOf(value)))).toEqual(plain(shape));
      }),
    );
  });

  it('merges in any order and grouping alike', () => {
    fc.assert(
      fc.property(details, details, details, (a, b, c) => {
        const [x, y, z] = [shapeOf(a), shapeOf(b), shapeOf(c)];
        expect(plain(mergeShapes(mergeShapes(x, y), z))).toEqual(
          plain(mergeShapes(x, mergeShapes(z, y))),
        );
      }),
    );
  });

  it('keeps a bounded number of paths, and names of Object.prototype like any other', () => {
    const many = Object.fromEntries(
      Array.from({ length: limits.shapePaths * 2 }, (_, index) => [`key${index}`, index]),
    );
    const merged = mergeShapes(shapeOf({ own: 1 }), shapeOf(many));
    expect(Object.keys(merged)).toHaveLength(limits.shapePaths);
    const odd = mergeShapes({}, shapeOf({ constructor: 'a', toString: 1 }));
    expect(plain(odd)).toEqual({ constructor: 'string', toString: 'number' });
  });
});

it('EVENT-12 stays small whatever keys it is given, alone and merged', () => {
  const key = (letter: string) => letter.repeat(60_000);
  let shape: EventShape = {};
  for (let round = 0; round < 50; round += 1) {
    const nested = { [key('b')]: { [`c${round}`]: 1 } };
    const wide = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`${round} ${at} ${'k'.repeat(300)}`, at]),
    );
    shape = mergeShapes(shape, shapeOf({ [key('a')]: nested, ...wide }));
  }
  expect(Object.keys(shape).length).toBe(limits.shapePaths);
  expect(JSON.stringify(shape).length).toBeLessThan(100_000);
});

it('keeps a path that ends in half a character well-formed', () => {
  const path =
    Object.keys(shapeOf({ [`${'x'.repeat(limits.shapePathChars - 1)}😀y`]: 1 }))[0] ?? '';
  expect(path.isWellFormed()).toBe(true);
});
