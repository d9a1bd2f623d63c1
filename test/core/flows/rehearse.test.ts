import { factKey } from '@postroad/core/conditions/facts';
import { compileFlow } from '@postroad/core/flows/definition/compile';
import { normalise } from '@postroad/core/flows/definition/normalise';
import type { Answers } from '@postroad/core/flows/interpreter/question';
import { questions } from '@postroad/core/flows/interpreter/questions';
import { rehearse } from '@postroad/core/flows/interpreter/rehearse';
import { newRun } from '@postroad/core/flows/interpreter/run';
import { supposeEvent } from '@postroad/core/flows/interpreter/suppose-event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { personFacts } from '../conditions/known.ts';
import { definitionLike } from './arbitraries.ts';

const now = new Date('2026-03-01T12:00:00Z');
const answers: Answers = {
  ...personFacts({ tags: new Set(['vip']), fields: { seats: 12 } }),
  emails: new Map([
    [1, { archived: false }],
    [2, { archived: true }],
  ]),
  tunables: new Map(),
  fieldTypes: new Map([['seats', 'number' as const]]),
  sequences: new Map([[1, { enabled: true }]]),
  merge: null,
  lastEvent: 0,
};
const mail = {
  titleOf: (id: number) => (id === 1 ? 'Welcome' : null),
  against: () => 'the person is suppressed: unsubscribed',
};

function dryRun(nodes: unknown, known: Answers = answers) {
  const { definition } = normalise({ trigger: { event: 'signed_up' }, nodes }, null);
  return rehearse(compileFlow(definition), 'welcome', known, now, mail);
}

const has = (tag: string) => ({ type: 'has_tag', tag });
const branch = (tag: string, then: object[]) => ({
  ...{ type: 'if_else', name: 'Known?', condition: has(tag) },
  ...{ then, else: [] },
});

describe('a rehearsal', () => {
  it('DRY-04, DRY-05 tells each step with what would happen, its arm and the values it saw', () => {
    const { steps, completed, stopped_at } = dryRun([
      { type: 'send_email', name: 'Say hello', email_id: 1 },
      { type: 'send_email', email_id: 2 },
      branch('vip', [{ type: 'remove_tag', tag: 'vip' }]),
      branch('vip', []),
      { type: 'set_field', field: 'seats', value: 20 },
      { type: 'exit_flow' },
    ]);
    expect(steps.map(({ handle, would, arm }) => [handle, would, arm])).toEqual([
      [
        '1-say-hello',
        'Queue email 1, "Welcome"; it would not be delivered, since the person is suppressed: unsubscribed',
        null,
      ],
      ['2-send-email', 'Skip the step: Email 2 is archived.', null],
      ['3-known', expect.stringMatching(/^Take "then": If /), 'then'],
      ['4-remove-tag', 'Remove the tag "vip"', null],
      ['5-known', expect.stringMatching(/^Take "else": If /), 'else'],
      ['6-set-field', 'Set the field "seats" to 20', null],
      ['7-exit-flow', 'Exit the flow', null],
    ]);
    expect(steps[0]).toMatchObject({ step_id: 'welcome.1-say-hello', name: 'Say hello' });
    expect(steps[2]?.values).toEqual([{ condition: has('vip'), actual: true, result: true }]);
    expect([completed, stopped_at]).toEqual([true, null]);
  });

  it('DRY-06 stops at the first place the person would wait', () => {
    const wait = { type: 'delay', name: 'Rest', duration: { amount: 2, unit: 'days' } };
    const { steps, completed, stopped_at } = dryRun([
      { type: 'add_tag', tag: 'x' },
      wait,
      { type: 'add_tag', tag: 'y' },
    ]);
    expect(steps.map(({ handle }) => handle)).toEqual(['1-add-tag', '2-rest']);
    expect(completed).toBe(false);
    expect(stopped_at).toEqual({
      step_id: 'welcome.2-rest',
      reason: 'Wait 2 days',
      until: '2026-03-03T12:00:00.000Z',
    });
  });

  it('tells of steps that cannot run, without an id too', () => {
    const { steps } = dryRun([{ id: 'x', type: 'add_tag', tag: 'x' }, { type: 'add_tagg' }]);
    expect(steps.map(({ step_id, handle, type }) => [step_id, handle, type])).toEqual([
      [null, '', 'add_tag'],
      ['welcome.1-add-tagg', '1-add-tagg', 'add_tagg'],
    ]);
    for (const step of steps) expect(step.would).toMatch(/^Skip the step: ./);
  });

  it('takes any definition that can be saved', () => {
    fc.assert(
      fc.property(definitionLike, (sent) => {
        const { definition } = normalise(sent, null);
        const { steps } = rehearse(compileFlow(definition), 'x', answers, now, mail);
        for (const step of steps) expect(step.would).not.toBe('');
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('the event of a dry run', () => {
  const event = { name: 'bought', details: { plan: 'pro' }, historical: false };
  const occurred = (match?: object) => ({
    ...{ type: 'event_occurred', event: 'bought' },
    ...(match ? { match } : {}),
  });

  it.each([
    ['of its name', occurred(), true],
    ['that it matches', occurred({ detail: 'plan', op: 'equals', value: 'pro' }), true],
    ['that it does not match', occurred({ detail: 'plan', op: 'equals', value: 'free' }), false],
    ['of another name', { type: 'event_occurred', event: 'sold' }, false],
    ['inside a segment', { type: 'in_segment', segment: 'buyers' }, true],
  ])('has been recorded for a condition on an event %s', (_what, condition, result) => {
    const nodes = [{ type: 'if_else', condition, then: [], else: [] }];
    const { definition } = normalise({ trigger: { event: 'bought' }, nodes }, null);
    const compiled = compileFlow(definition);
    const segments = new Map([[factKey({ kind: 'segment', segment: 'buyers' }), occurred()]]);
    const known = { ...answers, segments };
    const supposed = supposeEvent(known, questions(compiled, newRun), event, now);
    const [step] = rehearse(compiled, 'x', supposed, now, mail).steps;
    expect(step?.values.map((value) => value.result)).toEqual([result]);
    expect(known.known.size).toBe(0);
  });
});
