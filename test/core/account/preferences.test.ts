import type { PreferenceAction } from '@postroad/core/account/preference-action';
import { roundTrip } from '@postroad/core/account/toggle-round-trip';
import type { Condition } from '@postroad/core/conditions/condition';
import { evaluate } from '@postroad/core/conditions/evaluate';
import { nobody } from '@postroad/core/conditions/facts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { faultsOf, read, readValue } from './reading.ts';

const key = 'sending.subscription_preferences';
const root = `settings.${key}`;

const toggle = (more: object = {}) => ({
  id: 'news',
  label: 'News',
  condition: { type: 'has_tag', tag: 'news' },
  on: [{ type: 'add_tag', tag: 'news' }],
  off: [{ type: 'remove_tag', tag: 'news' }],
  ...more,
});

/** A toggle of its own tag. */
const about = (tag: string) => ({
  ...toggle({ id: tag, condition: { type: 'has_tag', tag } }),
  on: [{ type: 'add_tag', tag }],
  off: [{ type: 'remove_tag', tag }],
});

const tags = (count: number, type = 'add_tag') =>
  Array.from({ length: count }, (_, index) => ({ type, tag: `t${index}` }));

/** The toggle's tag among `count` conditions. */
const among = (count: number) => [
  { type: 'has_tag', tag: 'news' },
  ...Array.from({ length: count - 1 }, (_, index) => ({ type: 'has_tag', tag: `o${index}` })),
];

const nots = (levels: number): object =>
  levels === 1 ? { type: 'has_tag', tag: 'news' } : { not: nots(levels - 1) };

const field = (name: string, value: unknown) => ({
  condition: { type: 'field', field: name, op: 'present' },
  on: [{ type: 'set_field', field: name, value }],
  off: [{ type: 'clear_field', field: name }],
});

const soon = (name: string) => ({
  ...{ type: 'field', field: name, op: 'within_next', value: { amount: 7, unit: 'days' } },
});
const named = (value: string) => ({ type: 'field', field: 'first_name', op: 'equals', value });

describe('preferences', () => {
  it('PREF-01, PREF-06 take defaults for what is left out, and trim', () => {
    const value = readValue(key, { introduction: '  Hello {email} ', toggles: [toggle()] });
    expect(value).toMatchObject({ enabled: false, introduction: 'Hello {email}' });
    expect(value).toMatchObject({ save_button_text: 'Save preferences', toggles: [toggle()] });
  });

  it('PREF-02 are enabled with a toggle, and not without one', () => {
    expect(readValue(key, { enabled: true, toggles: [toggle()] })).toMatchObject({ enabled: true });
    expect(faultsOf({ [key]: { enabled: true } })).toMatchObject([{ path: `${root}.enabled` }]);
  });

  it.each([
    ['PREF-05', { default_tab: 'preferences' }],
    ['PREF-06, LIM-06', { success_message: 'x' }],
    ['PREF-06, LIM-06', { success_message: 'x'.repeat(500) }],
    ['PREF-06, LIM-06', { success_message: '🎉'.repeat(500) }],
    ['PREF-07, LIM-04', { toggles: Array.from({ length: 30 }, (_, index) => about(`t${index}`)) }],
    ['PREF-08, LIM-05', { toggles: [toggle({ id: 'aZ0_-'.repeat(16) })] }],
    ['PREF-09, LIM-05', { toggles: [toggle({ label: 'x'.repeat(200) })] }],
    ['PREF-09, LIM-05', { toggles: [toggle({ label: '🎉'.repeat(200) })] }],
    ['PREF-09, LIM-05', { toggles: [toggle({ description: 'x'.repeat(1000) })] }],
    ['PREF-10', { toggles: [toggle(field('plan', 'gold'))] }],
    ['PREF-11, LIM-07', { toggles: [toggle({ condition: nots(5) })] }],
    ['PREF-11, LIM-07', { toggles: [toggle({ condition: { all: among(1) } })] }],
    ['PREF-11, LIM-07', { toggles: [toggle({ condition: { any: among(30) } })] }],
    [
      'PREF-12, LIM-04',
      {
        toggles: [
          toggle({
            condition: { type: 'has_tag', tag: 't3' },
            on: tags(30),
            off: tags(30, 'remove_tag'),
          }),
        ],
      },
    ],
    ['PREF-15', { toggles: [toggle(field('age', 0))] }],
    ['PREF-15', { toggles: [toggle(field('vip', false))] }],
    ['PREF-15', { toggles: [toggle(field('born', '2020-02-29'))] }],
  ])('%s are taken', (_clause, given) => {
    expect(readValue(key, given)).toMatchObject(given);
  });

  it.each([
    ['PREF-01', { enable: true }, '.enable'],
    ['PREF-02', { enabled: 'yes' }, '.enabled'],
    ['PREF-05', { default_tab: 'other' }, '.default_tab'],
    ['PREF-06, LIM-06', { introduction: ' ' }, '.introduction'],
    ['PREF-06, LIM-06', { introduction: 'x'.repeat(501) }, '.introduction'],
    ['PREF-06, LIM-06', { introduction: '🎉'.repeat(501) }, '.introduction'],
    ['PREF-07', { toggles: {} }, '.toggles'],
    [
      'PREF-07, LIM-04',
      { toggles: Array.from({ length: 31 }, (_, i) => about(`t${i}`)) },
      '.toggles',
    ],
    ['PREF-08', { toggles: [about('a'), { ...about('b'), id: 'a' }] }, '.toggles[1].id'],
    ['PREF-08', { toggles: [toggle({ id: 'a b' })] }, '.toggles[0].id'],
    ['PREF-08, LIM-05', { toggles: [toggle({ id: 'x'.repeat(81) })] }, '.toggles[0].id'],
    ['PREF-09', { toggles: [toggle({ label: ' ' })] }, '.toggles[0].label'],
    ['PREF-09, LIM-05', { toggles: [toggle({ label: 'x'.repeat(201) })] }, '.toggles[0].label'],
    [
      'PREF-09, LIM-05',
      { toggles: [toggle({ description: 'x'.repeat(1001) })] },
      '.toggles[0].description',
    ],
    [
      'PREF-10',
      { toggles: [toggle({ condition: { type: 'suppressed' } })] },
      '.toggles[0].condition.type',
    ],
    [
      'PREF-10',
      { toggles: [toggle({ condition: { type: 'has_tag' } })] },
      '.toggles[0].condition.tag',
    ],
    [
      'PREF-10, CND2-02',
      { toggles: [toggle({ condition: soon('plan') })] },
      '.toggles[0].condition.op',
    ],
    [
      'PREF-10, CND2-03',
      { toggles: [toggle({ condition: named('Ada') })] },
      '.toggles[0].condition.field',
    ],
    ['PREF-10', { toggles: [toggle({ condition: 5 })] }, '.toggles[0].condition'],
    [
      'PREF-11, LIM-07',
      { toggles: [toggle({ condition: nots(6) })] },
      '.toggles[0].condition.not.not.not.not.not',
    ],
    [
      'PREF-11, LIM-07',
      { toggles: [toggle({ condition: { all: [] } })] },
      '.toggles[0].condition.all',
    ],
    [
      'PREF-11, LIM-07',
      { toggles: [toggle({ condition: { any: among(31) } })] },
      '.toggles[0].condition.any',
    ],
    ['PREF-12', { toggles: [toggle({ on: undefined })] }, '.toggles[0].on'],
    ['PREF-12, LIM-04', { toggles: [toggle({ off: tags(31) })] }, '.toggles[0].off'],
    ['PREF-13', { toggles: [toggle({ on: [{ type: 'unsubscribe' }] })] }, '.toggles[0].on[0]'],
    [
      'PREF-13',
      { toggles: [toggle({ on: [{ type: 'add_tag', tag: 'a', field: 'b' }] })] },
      '.toggles[0].on[0].field',
    ],
    [
      'PREF-14',
      { toggles: [toggle({ on: [{ type: 'clear_field', field: 'plam' }] })] },
      '.toggles[0].on[0].field',
    ],
    ['PREF-15', { toggles: [toggle(field('age', '5'))] }, '.toggles[0].on[0].value'],
    ['PREF-15', { toggles: [toggle(field('born', 'today'))] }, '.toggles[0].on[0].value'],
    ['PREF-15', { toggles: [toggle(field('plan', ' '))] }, '.toggles[0].on[0].value'],
    ['PREF-15', { toggles: [toggle(field('plan', null))] }, '.toggles[0].on[0].value'],
    [
      'PREF-16',
      { toggles: [toggle({ on: [...about('news').on, { type: 'remove_tag', tag: ' NEWS' }] })] },
      '.toggles[0].on[1]',
    ],
    ['PREF-17', { toggles: [about('a'), { ...about('A'), id: 'b' }] }, '.toggles[1].on[0]'],
    ['PREF-12', { toggles: [toggle({ on: [] })] }, '.toggles[0].on'],
    ['PREF-12', { toggles: [toggle({ off: [] })] }, '.toggles[0].off'],
    [
      'PREF-12',
      { toggles: [toggle({ on: about('a').on, off: about('a').off })] },
      '.toggles[0].on',
    ],
  ])('%s are refused at %s', (_clause, given, path) => {
    const [fault] = faultsOf({ [key]: given });
    expect(fault?.path).toBe(`${root}${path}`);
    expect(fault?.message.startsWith(`${root}${path}`)).toBe(true);
  });

  it('warn of a condition that also reads what the toggle does not write', () => {
    const condition = {
      all: [
        { type: 'has_tag', tag: 'news' },
        { type: 'field', field: 'vip', op: 'equals', value: true },
      ],
    };
    expect(read({ [key]: { toggles: [toggle({ condition })] } }).warnings).toMatchObject([
      { path: `${root}.toggles[0].condition`, code: 'toggle_depends' },
    ]);
  });
});

const tagsList = ['a', 'b', 'c'];
const plans = ['x', 'y'];

const leaves = fc.oneof(
  fc.constantFrom(...tagsList).map((tag): Condition => ({ type: 'has_tag', tag })),
  fc
    .constantFrom(...plans)
    .map((value): Condition => ({ type: 'field', field: 'plan', op: 'equals', value })),
  fc.constant<Condition>({ type: 'field', field: 'plan', op: 'blank' }),
);

const { tree } = fc.letrec<{ tree: Condition }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    leaves,
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((all): Condition => ({ all })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((any): Condition => ({ any })),
    tie('tree').map((not): Condition => ({ not })),
  ),
}));

const branch = fc.tuple(
  fc.uniqueArray(fc.constantFrom(...tagsList), { maxLength: 3 }),
  fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  fc.constantFrom<PreferenceAction[]>(
    [],
    [{ type: 'clear_field', field: 'plan' }],
    [{ type: 'set_field', field: 'plan', value: 'x' }],
  ),
);
const actions = branch.map(([written, adds, fields]): PreferenceAction[] => [
  ...written.map(
    (tag, index): PreferenceAction => ({ type: adds[index] ? 'add_tag' : 'remove_tag', tag }),
  ),
  ...fields,
]);

interface State {
  tags: string[];
  plan: string | null;
}

const everybody: State[] = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bits) =>
  [null, 'x', 'y', 'z'].map((plan) => ({
    tags: tagsList.filter((_, bit) => bits & (1 << bit)),
    plan,
  })),
);

function having(state: State, done: readonly PreferenceAction[]): State {
  const has = new Set(state.tags);
  let { plan } = state;
  for (const action of done) {
    if (action.type === 'add_tag') has.add(action.tag);
    if (action.type === 'remove_tag') has.delete(action.tag);
    if (action.type === 'clear_field') plan = null;
    if (action.type === 'set_field') plan = String(action.value);
  }
  return { tags: [...has], plan };
}

function isOn(condition: Condition, { tags: has, plan }: State): boolean {
  const person = { ...nobody, tags: new Set(has), fields: plan === null ? {} : { plan } };
  return evaluate(condition, { person, known: new Map(), segments: new Map() }, new Date(0)).result;
}

describe('a toggle that is taken', () => {
  it('says what was chosen: for everybody without a warning, else for somebody at least', () => {
    fc.assert(
      fc.property(tree, actions, actions, (condition, on, off) => {
        const trip = roundTrip(condition, on, off);
        const works = (state: State) =>
          isOn(condition, having(state, on)) && !isOn(condition, having(state, off));
        const switches = (state: State) =>
          isOn(condition, having(having(state, off), on)) &&
          !isOn(condition, having(having(state, on), off));
        if (trip === 'always') expect(everybody.every(works)).toBe(true);
        // Two conditions on one field count as free of each other, so `some` can be too kind.
        else if (trip !== 'some') expect(everybody.some(switches)).toBe(false);
      }),
      { numRuns: runs(3_000) },
    );
  });
});
