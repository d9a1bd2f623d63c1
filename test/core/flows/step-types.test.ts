import type { MergeContext } from '@postroad/core/content/text/merge-context';
import { questions } from '@postroad/core/flows/interpreter/questions';
import { newRun } from '@postroad/core/flows/interpreter/run';
import { stepTypeNames } from '@postroad/core/flows/steps/table';
import { limits } from '@postroad/core/platform/limits';
import { describe, expect, it } from 'vitest';
import { answersOf, flowOf, told, walk } from './scene.ts';

const set = (field: string, value: unknown) => ({ type: 'set_field', field, value });
const fire = (details?: unknown) => ({
  type: 'fire_event',
  event: ' offer_ended ',
  ...(details === undefined ? {} : { details }),
});
const branch = (condition: object) => ({
  type: 'if_else',
  condition,
  then: [{ type: 'exit_flow' }],
  else: [],
});

const merge: MergeContext = {
  now: '2026-03-01T12:00:00Z',
  person: {
    id: 7,
    email: 'ada@example.com',
    first_name: 'Ada "A" <b>',
    last_name: null,
    timezone: null,
    fields: { plan: 'pro' },
    tags: ['vip'],
  },
  event: { name: 'signed_up', details: { amount: 12.5, list: ['a', 'b'] } },
  data: null,
  automation: null,
  unsubscribe_url: '',
  preferences_url: '',
  mailing_address: '',
  account: { name: 'Post', timezone: 'Europe/Paris' },
};

it('DEF-15 SPLIT-01 the step types are those of the specification', () => {
  const named =
    'send_email start_sequence add_tag remove_tag set_field delay gate fire_event exit_flow if_else split call_webhook';
  expect([...stepTypeNames].sort()).toEqual(named.split(' ').sort());
});

describe('remove_tag', () => {
  it('RUN-08 takes a tag away, whatever its case, and later steps see it', () => {
    const outcome = walk([
      { type: 'remove_tag', tag: ' VIP ' },
      branch({ type: 'has_tag', tag: 'vip' }),
    ]);
    expect(outcome.effects).toEqual([{ kind: 'remove_tag', step_id: 1, tag: 'VIP' }]);
    expect(told(outcome)).toEqual(['1 ran', '2 branched else']);
  });
});

describe('set_field', () => {
  it.each([
    ['plan', 'team', 'team'],
    ['plan', '', null],
    ['seats', 3, 3],
    ['seats', null, null],
    ['active', false, false],
    ['born', '2026-01-31', '2026-01-31'],
  ])('RUN-09 sets %s to %j as %j', (field, value, stored) => {
    const outcome = walk([set(field, value)]);
    expect(outcome.effects).toEqual([{ kind: 'set_field', step_id: 1, field, value: stored }]);
    expect(questions(flowOf([set(field, value)]), newRun)).toEqual([{ kind: 'field_type', field }]);
  });

  it.each([
    ['seats', 'three'],
    ['seats', '3'],
    ['plan', 3],
    ['active', 'true'],
    ['born', '31.1.2026'],
    ['born', '2026-02-30'],
    ['gone', 'x'],
  ])('contract §4.8 a value that does not fit is recorded and passed: %s %j', (field, value) => {
    const outcome = walk([set(field, value), { type: 'add_tag', tag: 'z' }]);
    expect(told(outcome)).toEqual(['1 skipped', '2 ran']);
    expect(outcome.trace[0]?.reason).toMatch(/must be a|There is no active custom field "gone"/);
  });

  it('RUN-09 later steps see the value, and that it was cleared', () => {
    const team = { type: 'field', field: 'plan', op: 'equals', value: 'team' };
    const blank = { type: 'field', field: 'plan', op: 'blank' };
    expect(told(walk([set('plan', 'team'), branch(team)]))).toContain('3 exited');
    expect(told(walk([set('plan', ''), branch(blank)]))).toContain('3 exited');
  });
});

describe('start_sequence', () => {
  it('RUN-07 starts the person on a sequence and continues', () => {
    const outcome = walk([{ type: 'start_sequence', sequence_id: 1 }]);
    expect(outcome.effects).toEqual([{ kind: 'start_sequence', step_id: 1, sequence_id: 1 }]);
    expect(outcome.run.status).toBe('completed');
  });

  it('SEQ-13 one that is off starts nobody, which is recorded', () => {
    const outcome = walk([{ type: 'start_sequence', sequence_id: 2 }, fire()]);
    expect(outcome.effects).toMatchObject([{ kind: 'fire_event' }]);
    expect(outcome.trace[0]?.reason).toBe('Sequence 2 is off.');
  });

  it('contract §4.8 a sequence that was deleted is recorded and passed', () => {
    const outcome = walk([{ type: 'start_sequence', sequence_id: 9 }, fire()]);
    expect(told(outcome)).toEqual(['1 skipped', '2 ran']);
    expect(outcome.trace[0]?.reason).toBe('There is no sequence 9.');
  });
});

describe('fire_event', () => {
  const fired = (details: unknown, answers = answersOf({ merge })) =>
    walk([fire(details)], answers).effects[0];

  it('RUN-14 records an event with its details, asking nothing where nothing is filled in', () => {
    const details = { plan: 'pro', list: [1, { deep: null }], braces: '{ no }' };
    expect(fired(details, answersOf())).toEqual({
      kind: 'fire_event',
      step_id: 1,
      event: 'offer_ended',
      details,
    });
    expect(fired(undefined, answersOf())).toMatchObject({ details: {} });
    expect(questions(flowOf([fire(details)]), newRun)).toEqual([]);
  });

  it('RUN-14 fills Liquid in at any depth, as text and unescaped', () => {
    const details = {
      name: '{{ person.first_name }}',
      '{{ key }}': 'kept',
      nested: [{ amount: 'a{{ event.details.amount }}' }, '{% if true %}yes{% endif %}', 5, true],
      same: '{{ person.first_name }}',
      none: '{{ person.fields.nothing }}',
      from: '{{ account.name }} {{ event.details.list | join: "+" }}',
    };
    expect(questions(flowOf([fire(details)]), newRun)).toEqual([{ kind: 'merge' }]);
    expect(fired(details)).toMatchObject({
      details: {
        name: 'Ada "A" <b>',
        '{{ key }}': 'kept',
        nested: [{ amount: 'a12.5' }, 'yes', 5, true],
        same: 'Ada "A" <b>',
        none: '',
        from: 'Post a+b',
      },
    });
  });

  it('sees what earlier steps of the same walk did', () => {
    const nodes = [
      set('plan', 'team'),
      { type: 'add_tag', tag: 'New' },
      { type: 'remove_tag', tag: 'VIP' },
      fire({ said: '{{ person.fields.plan }} {{ person.tags | join: "," }}' }),
    ];
    const { effects } = walk(nodes, answersOf({ merge }));
    expect(effects.at(-1)).toMatchObject({ details: { said: 'team New' } });
    expect(merge.person).toMatchObject({ fields: { plan: 'pro' }, tags: ['vip'] });
  });

  it.each<[string, unknown, string]>([
    ['endless', { a: '{% for i in (1..900000000) %}x{% endfor %}' }, 'too long a list'],
    [
      'long',
      { a: `{{ "${'x'.repeat(60_000)}" }}`, b: '{{ event.details | json }}', c: 'y'.repeat(5_700) },
      'bytes of JSON',
    ],
    ['NUL', { a: '{{ "%00" | url_decode }}' }, 'NUL'],
    ['breaks off', { a: '{% break %}', b: '{{ person.id }}' }, 'breaks off'],
  ])(
    'contract §4.8 details that cannot be filled in are recorded and passed: %s',
    (_case, details, why) => {
      const context = { ...merge, event: { name: 'x', details: { long: 'z'.repeat(9_000) } } };
      const outcome = walk([fire(details), fire()], answersOf({ merge: context }));
      expect(told(outcome)).toEqual(['1 skipped', '2 ran']);
      expect(outcome.trace[0]?.reason).toContain(why);
      expect(outcome.trace[0]?.reason?.length).toBeLessThan(limits.reasonChars);
    },
  );

  it('contract §4.8 with nothing to fill in from, it is recorded and passed', () => {
    expect(told(walk([fire({ a: '{{ person.id }}' })], answersOf()))).toEqual(['1 skipped']);
  });
});
