import { comparisonOperators } from '@postroad/core/conditions/compare';
import { starterFlowDefinition, starterFlowTests } from '@postroad/core/content/compile/starter';
import type { CaseWorld } from '@postroad/core/flows/cases/case-world';
import { flowCase } from '@postroad/core/flows/cases/flow-case';
import { runCase } from '@postroad/core/flows/cases/run-case';
import { compileFlow } from '@postroad/core/flows/definition/compile';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { isObject, type JsonObject } from '@postroad/core/platform/json';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import { flows } from '@postroad/service/app/example/automation';
import { emails } from '@postroad/service/app/example/content';
import { flowTests } from '@postroad/service/app/example/flow-tests';
import { expect, it } from 'vitest';

const names = Object.keys(emails) as (keyof typeof emails)[];
const ids = Object.fromEntries(names.map((name, index) => [name, index + 1])) as Record<
  keyof typeof emails,
  number
>;
const sequences = { firstSeason: 1, growerTips: 2 };

const world: CaseWorld = {
  clock: new ZoneClock('Europe/Lisbon'),
  emails: new Map(names.map((_, index) => [index + 1, { archived: false, transactional: false }])),
  fieldTypes: new Map([['plot_m2', 'number']]),
  tunables: new Map([['nudge_after', { amount: 5, unit: 'days' }]]),
  sequences: new Map([1, 2].map((id) => [id, { enabled: true }])),
  segments: new Map(),
  keys: { email: new Map([['welcome', ids.welcome]]), sequence: new Map() },
};

const seeded = flowTests({ emails: ids });
const samples = [
  ...flows({ emails: ids, sequences }).map(({ key, definition }) => {
    return { name: `seeded ${key}`, definition: definition as unknown, tests: seeded[key] ?? {} };
  }),
  {
    name: 'starter welcome',
    definition: starterFlowDefinition(ids.welcome) as unknown,
    tests: starterFlowTests,
  },
];

/** Names of the tests that fail. */
function failing(definition: unknown, tests: object): string[] {
  const normal = normalise(definition, null).definition;
  const flow = { key: 'sample', compiled: compileFlow(normal) };
  return Object.entries(tests).flatMap(([name, test]) =>
    runCase(flow, flowCase.parse(test), world).passed ? [] : name,
  );
}

type Mutant = { at: string; value: unknown };

/** Other values for one part of a flow that decides what becomes of a run. */
function othersOf(key: string, value: unknown, holder: JsonObject): unknown[] {
  if (key === 'op') return comparisonOperators.filter((op) => op !== value);
  if (key === 'occurrence') return value === 'any_past' ? ['next_occurrence'] : ['any_past'];
  if (['event', 'field', 'detail', 'setting'].includes(key) && typeof value === 'string')
    return [`${value}_not`];
  if (key === 'name' && 'occurrence' in holder) return [`${String(value)}_not`];
  if (key === 'value' && 'op' in holder)
    return typeof value === 'number' ? [value - 1, value + 1] : [`${String(value)}x`];
  if (key === 'amount') return [Number(value) - 1, Number(value) + 1];
  if (key === 'match') return [undefined, { not: value }];
  return key === 'condition' ? [{ not: value }] : [];
}

/** Each definition with one such part changed. */
function mutants(value: unknown, at = ''): Mutant[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      mutants(item, `${at}[${index}]`).map((one) => ({
        ...one,
        value: value.with(index, one.value),
      })),
    );
  if (!isObject(value)) return [];
  // The calendar of a renewal decides when a run starts, and a case begins with its start.
  if ('days_before' in value) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const path = `${at}.${key}`;
    const changed = [
      ...othersOf(key, one, value).map((other) => ({
        at: `${path} = ${JSON.stringify(other)}`,
        value: other,
      })),
      ...mutants(one, path),
    ];
    return changed.map((mutant) => ({ at: mutant.at, value: { ...value, [key]: mutant.value } }));
  });
}

it.each(samples)('FTEST-05 the tests of the $name flow pass', ({ definition, tests }) => {
  expect(Object.keys(tests)).not.toEqual([]);
  expect(failing(definition, tests)).toEqual([]);
});

it.each(samples)(
  'FTEST-05 changing any condition of the $name flow fails one of its tests',
  ({ definition, tests }) => {
    const all = mutants(definition);
    expect(all.length).toBeGreaterThan(0);
    const alive = all.filter((mutant) => failing(mutant.value, tests).length === 0);
    expect(alive.map(({ at }) => at)).toEqual([]);
  },
);
