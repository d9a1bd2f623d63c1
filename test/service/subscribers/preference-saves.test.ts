import { Refusal } from '@postroad/core/platform/refusal';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { testKey, tokenOf } from './subscribing.ts';

let opened: TestService;
let calls: Calling;

/** How many configurations are tried; the same number of people is left behind. */
const configurations = Number(process.env.POSTROAD_TEST_PREFERENCES ?? runs(60));

const fields = {
  word: fc.constantFrom('a', 'b', 'A '),
  number: fc.constantFrom(0, 1, -2.5),
  flag: fc.boolean(),
  day: fc.constantFrom('2026-01-01', '2027-02-03'),
} as const;
type Field = keyof typeof fields;
const types = { word: 'string', number: 'number', flag: 'boolean', day: 'date' } as const;
const tags = ['news', 'tips', 'paying', 'Nøws'];

beforeAll(async () => {
  opened = await openTestService({ env: { SECRET_KEY: testKey } });
  calls = calling(opened);
  for (const key of Object.keys(fields) as Field[]) {
    await calls.call('create_field', { key, type: types[key] });
  }
});

afterAll(async () => {
  await opened.close();
});

const fieldNames = Object.keys(fields) as Field[];
const field = fc.constantFrom(...fieldNames);
const tag = fc.constantFrom(...tags);

const leaf = fc.oneof(
  tag.map((name) => ({ type: 'has_tag', tag: name })),
  field.chain((name) =>
    fields[name].map((value) => ({ type: 'field', field: name, op: 'equals', value })),
  ),
  fc
    .record({ name: field, op: fc.constantFrom('present', 'blank') })
    .map(({ name, op }) => ({ type: 'field', field: name, op })),
);

const condition = fc.letrec<{ tree: object }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc.record({ not: tie('tree') }),
    fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
  ),
})).tree;

const action = fc.oneof(
  fc.record({ type: fc.constantFrom('add_tag', 'remove_tag'), tag }),
  field.chain((name) =>
    fields[name].map((value) => ({ type: 'set_field', field: name, value }) as object),
  ),
  field.map((name) => ({ type: 'clear_field', field: name })),
);

const actions = fc.array(action, { maxLength: 3 });

/** A toggle that most often means something: its condition looks at what it writes. */
const plainToggle = fc.oneof(
  tag.map((name) => ({
    condition: { type: 'has_tag', tag: name },
    on: [{ type: 'add_tag', tag: name }],
    off: [{ type: 'remove_tag', tag: name }],
  })),
  field.chain((name) =>
    fields[name].map((value) => ({
      condition: { type: 'field', field: name, op: 'equals', value },
      on: [{ type: 'set_field', field: name, value }],
      off: [{ type: 'clear_field', field: name }],
    })),
  ),
);

const anyToggle = fc.record({ condition, on: actions, off: actions });
/** A condition that also reads what others write. */
const leaningToggle = fc
  .record({ toggle: plainToggle, other: condition, group: fc.constantFrom('all', 'any') })
  .map(({ toggle, other, group }) => ({
    ...toggle,
    condition: { [group]: [toggle.condition, other] },
  }));

const toggles = fc
  .array(fc.oneof(plainToggle, leaningToggle, anyToggle), { minLength: 1, maxLength: 4 })
  .map((made) => made.map((toggle, index) => ({ id: `t${index}`, label: 'x', ...toggle })));

const start = fc.record({
  tags: fc.subarray(tags),
  fields: fc.record(fields, { requiredKeys: [] }),
});

interface Case {
  toggles: { id: string }[];
  start: { tags: string[]; fields: Record<string, string | number | boolean | undefined> };
  chosen: boolean[];
}

const aCase: fc.Arbitrary<Case> = fc.record({
  toggles,
  start,
  chosen: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
});

let people = 0;
const seen = { saved: 0, refused: 0, invalid: 0 };

async function configure(given: Case['toggles']): Promise<boolean> {
  const value = { enabled: true, toggles: given };
  const settings = { 'sending.subscription_preferences': value };
  try {
    await calls.call('update_settings', { settings });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'validation_failed') return false;
    throw error;
  }
}

const view = async (email: string) => {
  const { updated_at: _, ...person } = (await calls.call('get_person', { person: email })).person;
  return person;
};

async function tryCase({ toggles: given, start: from, chosen }: Case): Promise<void> {
  if (!(await configure(given))) {
    seen.invalid += 1;
    return;
  }
  people += 1;
  const email = `chooser-${people}@example.com`;
  const { person } = await calls.call('upsert_person', { email, ...from });
  const token = tokenOf({ personId: person.id, emailId: 1, sendId: 0 });
  const before = await view(email);
  const page = await opened.service.readSubscription(token);
  const wanted = Object.fromEntries(given.map(({ id }, index) => [id, chosen[index] ?? false]));
  const saved = await opened.service.savePreferences(token, {
    revision: page?.preferences?.revision ?? '',
    selections: wanted,
  });
  const after = await opened.service.readSubscription(token);
  expect(saved?.page).toEqual(after);
  const shown = Object.fromEntries(
    (after?.preferences?.toggles ?? []).map(({ id, on }) => [id, on]),
  );
  expect(after?.status).toEqual(page?.status);
  if (saved?.result === 'saved') {
    seen.saved += 1;
    expect(shown).toEqual(wanted);
    return;
  }
  expect(saved?.result).toBe('refused');
  seen.refused += 1;
  expect(await view(email)).toEqual(before);
  expect(after?.preferences).toEqual(page?.preferences);
}

it('PREF-18, SUB-26 what is chosen is what every condition then says, or nothing is saved', async () => {
  await fc.assert(fc.asyncProperty(aCase, tryCase), { numRuns: configurations });
  expect(seen.saved).toBeGreaterThan(0);
});
