import { changesAt } from '@postroad/core/conditions/changes-at';
import type { Condition } from '@postroad/core/conditions/condition';
import { evaluate } from '@postroad/core/conditions/evaluate';
import {
  type FactQuestion,
  type Facts,
  type FactValue,
  factKey,
} from '@postroad/core/conditions/facts';
import { limits } from '@postroad/core/platform/limits';
import { localDate } from '@postroad/core/platform/local-date';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { personFacts } from './known.ts';

const now = new Date('2026-03-01T12:00:00Z');
const hour = 3_600_000;
const at = (hours: number) => new Date(now.getTime() + hours * hour);

type Known = [FactQuestion, FactValue][];

function factsOf(known: Known, segments: Facts['segments'] = new Map()): Facts {
  const map = new Map(known.map(([question, value]) => [factKey(question), value]));
  return { ...personFacts({ subscribed_on: '2026-02-20' }), known: map, segments };
}

const received: FactQuestion = { kind: 'received', email_id: null };
const within = (days: number): Condition => ({ type: 'received_email', within_days: days });

describe('changesAt', () => {
  it.each<[string, Condition, Known, Date | null]>([
    ['within days, until the days are over', within(2), [[received, at(-3).toISOString()]], at(45)],
    [
      'not within days, never again by itself',
      within(2),
      [[received, at(-49).toISOString()]],
      null,
    ],
    ['nothing happened', within(2), [], null],
    ['no days', { type: 'received_email' }, [[received, at(-3).toISOString()]], null],
    [
      'the first of several',
      { any: [within(3), { not: within(1) }] },
      [[received, at(-3).toISOString()]],
      at(21),
    ],
    ['a tag', { type: 'has_tag', tag: 'vip' }, [], null],
    ['a date', { type: 'subscribed_on', op: 'greater', value: '2026-01-01' }, [], null],
    [
      'an event',
      { type: 'event_occurred', event: 'paid', within_days: 1 },
      [[{ kind: 'event', event: 'paid', match: null, days: null }, at(-1).toISOString()]],
      at(23),
    ],
    [
      'a sequence',
      { type: 'started_sequence', sequence_id: 4, within_days: 1 },
      [[{ kind: 'sequence', moment: 'started', sequence_id: 4 }, at(-1).toISOString()]],
      at(23),
    ],
    [
      'a count, which is looked at now and then',
      { type: 'predicate', name: 'received_at_least', args: { emails: 2, within_days: 7 } },
      [[{ kind: 'received_count', days: 7 }, 2]],
      new Date(now.getTime() + limits.conditionRecheckMs),
    ],
    [
      'a count that is not reached',
      { type: 'predicate', name: 'received_at_least', args: { emails: 2, within_days: 7 } },
      [[{ kind: 'received_count', days: 7 }, 1]],
      null,
    ],
  ])('%s', (_case, condition, known, expected) => {
    expect(changesAt(condition, factsOf(known), now)).toEqual(expected);
  });

  it('looks into segments', () => {
    const segments = new Map<string, unknown>([
      [factKey({ kind: 'segment', segment: 'new' }), within(2)],
    ]);
    const facts = factsOf([[received, at(-3).toISOString()]], segments);
    expect(changesAt({ type: 'in_segment', segment: 'new' }, facts, now)).toEqual(at(45));
    expect(changesAt({ type: 'in_segment', segment: 'gone' }, facts, now)).toBeNull();
  });

  it('takes what is malformed for what never changes', () => {
    for (const wrong of [null, 7, {}, { any: 5 }, { type: 'received_email', within_days: 'x' }]) {
      expect(changesAt(wrong as unknown as Condition, factsOf([]), now)).toBeNull();
    }
  });
});

describe('laws', () => {
  const times = fc.option(
    fc.integer({ min: -200, max: 0 }).map((hours) => at(hours).toISOString()),
  );
  const leaf: fc.Arbitrary<Condition> = fc.oneof(
    fc.integer({ min: 1, max: 8 }).map(within),
    fc
      .integer({ min: 1, max: 8 })
      .map((within_days) => ({ type: 'event_occurred' as const, event: 'paid', within_days })),
    fc
      .integer({ min: 1, max: 12 })
      .map((days) => ({ type: 'predicate' as const, name: 'joined_within', args: { days } })),
    fc.constant({ type: 'has_tag' as const, tag: 'x' }),
  );
  const tree: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({ all: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('node') }),
    ),
  })).node;
  const zone = fc.constantFrom(
    ...['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
  );

  it('until then a condition stays as it is, whatever the time zone of the account', () => {
    fc.assert(
      fc.property(
        tree,
        times,
        times,
        zone,
        fc.integer({ min: -12, max: 12 }),
        (condition, mail, event, name, joined) => {
          const answersAt = (moment: Date): Facts => ({
            ...factsOf([
              [received, mail],
              [{ kind: 'event', event: 'paid', match: null, days: null }, event],
              [{ kind: 'today' }, localDate(moment, name)],
            ]),
            person: personFacts({ subscribed_on: localDate(at(24 * joined), name) }).person,
          });
          const result = (moment: Date) => evaluate(condition, answersAt(moment), moment).result;
          let moment = now;
          // Each look is taken at the last moment before the next may be needed.
          for (let looks = 0; looks < 1_000; looks += 1) {
            const next = changesAt(condition, answersAt(moment), moment);
            const last = next === null ? at(24 * 40) : new Date(next.getTime() - 1);
            expect(result(last)).toBe(result(moment));
            if (next === null) return;
            expect(next.getTime()).toBeGreaterThan(moment.getTime());
            moment = next;
          }
          expect.fail('it is looked at again and again');
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
