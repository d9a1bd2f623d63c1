import { factKey } from '@postroad/core/conditions/facts';
import {
  checkSegmentNesting,
  readableSegments,
  type SegmentDefinition,
  segmentsNamed,
} from '@postroad/core/conditions/segments';
import { limits } from '@postroad/core/platform/limits';
import { describe, expect, it } from 'vitest';

const vip = { type: 'has_tag', tag: 'vip' };
const named = (segment: string) => ({ type: 'in_segment', segment });

/** Segments by key, with ids in order from 1. */
function segmentsOf(definitions: Record<string, unknown>): SegmentDefinition[] {
  return Object.entries(definitions).map(([key, definition], index) => ({
    ...{ id: index + 1, key, name: key, definition },
  }));
}

const readable = (definitions: Record<string, unknown>) => {
  const found = readableSegments(segmentsOf(definitions));
  return Object.keys(definitions).filter((key) =>
    found.has(factKey({ kind: 'segment', segment: key })),
  );
};

/** A chain of so many segments, each in the next. */
const chain = (length: number) =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [`s${index}`, index === 0 ? vip : named(`s${index - 1}`)]),
  );

const many = (count: number) => ({ all: Array.from({ length: count }, () => vip) });

describe('readableSegments', () => {
  it('COND-15 finds a segment by key and by id', () => {
    const found = readableSegments(
      segmentsOf({ a: vip, b: { not: { type: 'in_segment', segment_id: 1 } } }),
    );
    expect(found.get(factKey({ kind: 'segment', segment: 'a' }))).toBe(vip);
    expect(found.get(factKey({ kind: 'segment', segment: 1 }))).toBe(vip);
    expect(found.size).toBe(4);
  });

  it('leaves out circles, and whatever reaches one', () => {
    const circle = { a: named('b'), b: { not: named('c') }, c: { any: [vip, named('a')] } };
    expect(
      readable({ ...circle, outside: { not: named('a') }, itself: { not: named('itself') }, vip }),
    ).toEqual(['vip']);
  });

  it('leaves out what is malformed or gone, and whatever names it', () => {
    const broken = {
      a: { all: [] },
      b: named('gone'),
      c: { not: named('a') },
      d: { not: named('b') },
    };
    expect(readable({ ...broken, vip })).toEqual(['vip']);
  });

  it('leaves out what reaches too deep or is too large together', () => {
    expect(readable(chain(limits.segmentDepth + 2))).toHaveLength(limits.segmentDepth);
    const half = many(limits.conditionNodes / 2);
    expect(readable({ half, twice: { all: [named('half'), named('half')] } })).toEqual(['half']);
  });

  it('follows what doubles with each level no further than the bound', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [
        `s${index}`,
        index === 0 ? vip : { all: [named(`s${index - 1}`), named(`s${index - 1}`)] },
      ]),
    );
    expect(readable(doubling).length).toBeLessThan(10);
  });
});

describe('checkSegmentNesting', () => {
  const codes = (condition: unknown, segments: Record<string, unknown>) =>
    checkSegmentNesting(condition, 'definition', segmentsOf(segments)).map(
      ({ code, path }) => `${code} ${path}`,
    );

  it('COND-15 finds a circle that a save would close, and where', () => {
    const saved = { any: [vip, named('b')] };
    expect(codes(saved, { a: saved, b: { not: named('c') }, c: named('a') })).toEqual([
      'segment_cycle definition.any[1]',
    ]);
    const itself = named('a');
    expect(codes(itself, { a: itself })).toEqual(['segment_cycle definition']);
  });

  it('names the segments of a circle', () => {
    const saved = named('b');
    const [finding] = checkSegmentNesting(saved, '', segmentsOf({ a: saved, b: named('a') }));
    expect(finding?.message).toMatch(/b → a → b|a → b → a/);
  });

  it('finds what would be too deep or too large, also in segments that name the saved one', () => {
    expect(codes(named(`s${limits.segmentDepth - 1}`), chain(limits.segmentDepth))).toEqual([
      'segment_too_deep definition',
    ]);
    expect(codes(named(`s${limits.segmentDepth - 2}`), chain(limits.segmentDepth))).toEqual([]);
    const half = many(limits.conditionNodes / 2);
    expect(codes(half, { half, twice: { all: [named('half'), named('half')] } })).toEqual([
      'condition_too_large definition',
    ]);
  });

  it('says nothing of circles elsewhere', () => {
    expect(codes(vip, { a: vip, b: named('b'), c: { any: [named('a'), vip] } })).toEqual([]);
  });
});

it('segmentsNamed tells what valid leaves name, and where', () => {
  const condition = {
    any: [named('a'), { not: { type: 'in_segment', segment_id: 3 } }, { type: 'in_segment' }],
  };
  expect(segmentsNamed(condition, 'c')).toEqual([
    { segment: 'a', path: 'c.any[0]' },
    { segment: 3, path: 'c.any[1].not' },
  ]);
});
