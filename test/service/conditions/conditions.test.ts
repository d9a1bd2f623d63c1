import { comparisonOperators } from '@postroad/core/conditions/compare';
import type { Condition } from '@postroad/core/conditions/condition';
import { dateOperators } from '@postroad/core/conditions/date-compare';
import { asks, evaluate } from '@postroad/core/conditions/evaluate';
import { type FactQuestion, factKey } from '@postroad/core/conditions/facts';
import { compileMatch } from '@postroad/core/conditions/match';
import { daysAgo } from '@postroad/core/conditions/within';
import { type ConditionDeps, conditionFactsOf } from '@postroad/service/conditions/condition-facts';
import { TagNames } from '@postroad/service/people/tag-names';
import { compileCondition } from '@postroad/store/conditions/compile-condition';
import { conditionNames } from '@postroad/store/conditions/names';
import type { Fragment } from '@postroad/store/platform/fragment';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKind, type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';
import { runs } from '../../support/property-tests.ts';
import { conditionTrees } from './condition-trees.ts';
import { makeWorld, type World, worldNow } from './condition-world.ts';

let opened: OpenTestDatabase;
let world: World;
let deps: ConditionDeps;

beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.pool`update engine_state set test_clock_at = ${worldNow}`;
  world = await transaction(opened.database, {}, (tx) => makeWorld(tx, 50));
  deps = { tagNames: new TagNames() };
});

afterAll(async () => {
  await opened.drop();
});

const reading = <T>(body: (tx: Tx) => Promise<T>) =>
  transaction(opened.database, { readOnly: true, testClock: true }, body);

/** For each person in order of id, what SQL says of each condition. */
async function bySql(tx: Tx, conditions: unknown[]): Promise<Map<number, unknown[]>> {
  const names = await conditionNames(tx, conditions);
  const columns = conditions
    .map((condition) => compileCondition(tx.sql, condition, names))
    .reduce<Fragment>((list, one) => tx.sql`${list}, ${one}`, tx.sql`p.id`);
  const rows = await tx.sql`select ${columns} from people p order by p.id`.values();
  return new Map(rows.map(([id, ...results]) => [id as number, results]));
}

/** The same by the evaluator, on facts of the real loader. */
async function byEvaluator(tx: Tx, conditions: unknown[]): Promise<Map<number, unknown[]>> {
  const facts = await conditionFactsOf(tx, deps, conditions, world.people);
  return new Map(
    world.people.map((id) => [
      id,
      conditions.map((one) => evaluate(one as Condition, facts.of(id), tx.now).result),
    ]),
  );
}

/** Where the two differ; the condition and the person tell what is to be looked into. */
async function differences(tx: Tx, conditions: unknown[]): Promise<object[]> {
  const [inSql, evaluated] = [await bySql(tx, conditions), await byEvaluator(tx, conditions)];
  return world.people.flatMap((id) =>
    conditions.flatMap((condition, index) => {
      const [sql, evaluator] = [inSql.get(id)?.[index], evaluated.get(id)?.[index]];
      return sql === evaluator
        ? []
        : [{ id, condition: JSON.stringify(condition), sql, evaluator }];
    }),
  );
}

describe('the two readers of conditions', () => {
  it('COND-01, CND2-05 say the same of thousands of conditions and 50 people', {
    timeout: 300_000,
  }, async () => {
    let holding = 0;
    // 10,000 conditions; the SQL is the same on the embedded database, which is slower at it.
    const numRuns = runs(databaseKind() === 'postgres' ? 50 : 10);
    const chunk = fc.array(conditionTrees(world), { minLength: 200, maxLength: 200 });
    await reading((tx) =>
      fc.assert(
        fc.asyncProperty(chunk, async (conditions) => {
          expect(await differences(tx, conditions)).toEqual([]);
          for (const results of (await byEvaluator(tx, conditions.slice(0, 5))).values()) {
            holding += results.filter((result) => result === true).length;
          }
        }),
        { numRuns, endOnFailure: true },
      ),
    );
    // Conditions that hold for nobody, or for everybody, would agree too easily.
    expect(holding).toBeGreaterThan(numRuns * 50 * 5 * 0.1);
    expect(holding).toBeLessThan(numRuns * 50 * 5 * 0.9);
  });
});

type EventQuestion = FactQuestion & { kind: 'event' };

async function eventsOf(tx: Tx) {
  return await tx.sql<{ person_id: number; name: string; details: object; at: Date }[]>`
    select e.person_id, t.name, e.details, e.occurred_at as at
    from events e join event_types t on t.id = e.type_id`;
}

it('COND-09 events match as they do for triggers', { timeout: 240_000 }, async () => {
  await reading(async (tx) => {
    const events = await eventsOf(tx);
    const conditions = fc.sample(conditionTrees(world), 1_500);
    const questions = new Map<string, EventQuestion>();
    for (const question of conditions.flatMap((condition) => asks(condition as Condition))) {
      if (question.kind === 'event' && question.match) questions.set(factKey(question), question);
    }
    expect(questions.size).toBeGreaterThan(100);
    const facts = await conditionFactsOf(tx, deps, conditions, world.people);
    for (const [key, { event, match, days }] of questions) {
      const satisfies = compileMatch(match);
      const since = days === null ? null : daysAgo(tx.now, days);
      for (const id of world.people) {
        const times = events
          .filter((one) => one.person_id === id && one.name === event)
          .filter((one) => satisfies(one.details as Record<string, unknown>))
          .filter((one) => since === null || one.at > since)
          .map((one) => one.at.toISOString());
        expect([key, id, facts.of(id).known.get(key) ?? null]).toEqual([
          key,
          id,
          times.sort().at(-1) ?? null,
        ]);
      }
    }
  });
});

const hostile = [
  `'; drop table people; --`,
  `' or '1'='1`,
  `') or true or ('`,
  `\\'; select pg_sleep(10); --`,
  `"}'::jsonb or true --`,
  '$1',
  '$$ || version() || $$',
  '%',
  '_%\\',
  '\u0000',
  'lone \ud800',
  '{"a":1}',
  '__proto__',
  '$."a" ? (true)',
  '" > 0 || "" == "',
  "'".repeat(100),
  'x'.repeat(100_000),
];

/** A leaf of each type with the text wherever a text can be. */
function hostileLeaves(text: string): object[] {
  const match = (rest: object) => ({ type: 'event_occurred', event: 'signed_up', match: rest });
  return [
    ...['equals', 'starts_with', 'ends_with', 'contains'].map((op) => ({
      ...{ type: 'email', op, value: text },
    })),
    ...comparisonOperators.flatMap((op) => [
      { type: 'field', field: 'word', op, value: text },
      { type: 'field', field: 'raw', op, value: text },
      { type: 'field', field: 'seats', op, value: text },
      { type: 'field', field: text, op, value: 5 },
      { type: 'field', field: text, op, value: text },
      match({ detail: 'plan', op, value: text }),
      match({ detail: text, op, value: 5 }),
      match({ detail: text, op, value: text }),
    ]),
    ...['equals', 'greater', 'less', text].flatMap((op) => [
      { type: 'subscribed_on', op, value: text },
      { type: 'total_spend', op, value: text },
    ]),
    ...['equals', 'greater', text].map((op) => ({
      ...{ type: 'event_count', event: text, op, value: 1, within_days: 30 },
    })),
    ...[...dateOperators].flatMap((op) => [
      { type: 'field', field: 'renews', op, value: text },
      { type: 'field', field: text, op, value: { amount: 7, unit: 'days' } },
      { type: 'field', field: 'renews', op, value: { amount: 7, unit: text } },
    ]),
    { type: 'consented', purpose: text },
    { type: 'engaged', within_days: text },
    { type: 'has_tag', tag: text },
    { type: 'event_occurred', event: text },
    { type: 'event_occurred', event: 'signed_up', within_days: text },
    ...['received_email', 'opened_email', 'clicked_email'].map((type) => ({
      ...{ type, email_id: text, within_days: text },
    })),
    ...['started_sequence', 'finished_sequence'].map((type) => ({ type, sequence_id: text })),
    { type: 'completed_flow', flow: text },
    ...['active_subscription', 'purchased'].map((type) => ({ type, product: text })),
    { type: 'in_segment', segment: text },
    { type: 'in_segment', segment_id: text },
    { type: 'predicate', name: text },
    { type: 'predicate', name: 'email_domain_in', args: { domains: [text] } },
    { type: 'predicate', name: 'joined_within', args: { days: text } },
    { type: 'predicate', name: 'received_at_least', args: { emails: text, [text]: text } },
    { type: text, [text]: text },
  ];
}

it.each(hostile)('goal 11: %s stays a value in every key', async (text) => {
  const leaves = hostileLeaves(text);
  const conditions = [...leaves, ...leaves.map((leaf) => ({ not: leaf }))];
  await reading(async (tx) => {
    expect(await differences(tx, conditions)).toEqual([]);
    // Nothing that it says makes a leaf true for everybody, but where a text is not there or blank.
    const results = [...(await bySql(tx, leaves)).values()];
    const everybody = leaves.filter((_, index) => results.every((row) => row[index] === true));
    expect(
      everybody.filter((leaf) => !/"op":"(blank|contains)"/.test(JSON.stringify(leaf))),
    ).toEqual([]);
    expect(results).toHaveLength(50);
  });
});
