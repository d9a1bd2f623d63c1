import type { Condition } from '@postroad/core/conditions/condition';
import { compileFlow } from '@postroad/core/flows/definition/compile';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { advance } from '@postroad/core/flows/interpreter/advance';
import type { GateQuestion } from '@postroad/core/flows/interpreter/question';
import { questions } from '@postroad/core/flows/interpreter/questions';
import { newRun, type RunState } from '@postroad/core/flows/interpreter/run';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validCondition } from './arbitraries.ts';
import { answersOf, define, flowOf, hours, now, recorded, told, walk } from './scene.ts';

const tag = (name: string) => ({ type: 'add_tag', tag: name });
const days = (amount: number) => ({ amount, unit: 'days' });
const event = (occurrence: string, rest: object = {}) => ({
  event: { name: 'paid', occurrence, ...rest },
});
const has = (name: string): Condition => ({ type: 'has_tag', tag: name });
const gate = (wait_for: object, rest: object = { expires_after: 'never' }) => ({
  type: 'gate',
  wait_for,
  ...rest,
});
const expiring = (wait_for: object, rest: object = {}) =>
  gate(wait_for, { expires_after: days(3), met: [tag('m')], expired: [tag('x')], ...rest });

const following = (id: number, rest: Partial<GateQuestion> = {}): GateQuestion =>
  ({
    kind: 'event_after',
    event: 'paid',
    match: null,
    historical: false,
    after: id,
    ...rest,
  }) as GateQuestion;
const ever = (rest: Partial<GateQuestion> = {}): GateQuestion =>
  ({ kind: 'event_ever', event: 'paid', match: null, historical: false, ...rest }) as GateQuestion;

/** How a run waits at step 1, where it arrived at `now`. */
const waiting = (rest: Partial<RunState> = {}): RunState => ({
  ...newRun,
  step_id: 1,
  waiting: true,
  due_at: hours(72),
  arrived_at: now,
  after_event: 40,
  waits_for: { event: 'paid' },
  ...rest,
});

describe('arriving', () => {
  it('RUN-11 next_occurrence waits whatever was recorded before', () => {
    const outcome = walk([expiring(event('next_occurrence')), tag('z')]);
    expect(outcome.run).toEqual(waiting());
    expect(told(outcome)).toEqual(['1 waiting']);
    expect(questions(flowOf([expiring(event('next_occurrence'))]), newRun)).toEqual([]);
  });

  it('RUN-11 any_past continues at once with an event of before, and else waits', () => {
    const nodes = [expiring(event('any_past')), tag('z')];
    expect(questions(flowOf(nodes), newRun)).toContainEqual(ever());
    const open = walk(nodes, answersOf(recorded([ever(), hours(-9_000)])));
    expect(told(open)).toEqual(['1 released met', '2 ran', '4 ran']);
    expect(open.trace[0]?.reason).toContain('The event "paid" was recorded at 2025-02-19');
    expect(walk(nodes, answersOf(recorded([ever(), null]))).run).toEqual(waiting());
  });

  it('RUN-11 a condition that holds continues at once with its values, else it waits', () => {
    const outcome = walk([expiring({ condition: has('vip') })]);
    expect(told(outcome)).toEqual(['1 released met', '2 ran']);
    expect(outcome.trace[0]).toMatchObject({
      values: [{ condition: has('vip'), actual: true, result: true }],
    });
    expect(walk([expiring({ condition: has('gone') })]).run).toEqual(
      waiting({ waits_for: { condition: true } }),
    );
  });

  it('RUN-13 a gate that never expires waits without a time', () => {
    for (const rest of [{ expires_after: 'never' }, {}]) {
      const { run } = walk([gate(event('next_occurrence'), rest), tag('z')]);
      expect(run).toEqual(waiting({ due_at: null }));
    }
  });

  it('RUN-12 an expiry of nothing decides on the spot', () => {
    const nodes = (name: string) => [
      expiring({ condition: has(name) }, { expires_after: days(0) }),
    ];
    expect(told(walk(nodes('vip')))).toEqual(['1 released met', '2 ran']);
    expect(told(walk(nodes('gone')))).toEqual(['1 released expired', '3 ran']);
  });

  it('DEF-22 an expiry can be a tunable; one that is gone is recorded and passed', () => {
    const by = (setting: string) =>
      walk([expiring(event('next_occurrence'), { expires_after: { setting } }), tag('z')]);
    expect(by('pause').run.due_at).toEqual(hours(1));
    expect(told(by('lost'))).toEqual(['1 skipped', '4 ran']);
    expect(by('lost').trace[0]?.reason).toBe('No expiry: the setting "lost" is unknown.');
  });

  it('looks again when a condition may change by time alone, or when it expires', () => {
    const within: Condition = { type: 'received_email', within_days: 1 };
    const last = answersOf({
      known: new Map([['{"kind":"received","email_id":null}', hours(-20).toISOString()]]),
    });
    const due = (bound: unknown) =>
      walk([expiring({ condition: { not: within } }, { expires_after: bound })], last).run.due_at;
    expect(due(days(3))).toEqual(hours(4));
    expect(due({ amount: 2, unit: 'hours' })).toEqual(hours(2));
    expect(due({ amount: 9, unit: 'weeks' })).toEqual(hours(4));
  });
});

describe('being looked at again', () => {
  const nodes = [expiring(event('next_occurrence')), tag('z')];
  const look = (run: RunState, at: Date, ...events: Parameters<typeof recorded>) =>
    walk(nodes, answersOf(recorded(...events)), run, at);

  it('asks for events after arrival, and for all that can follow', () => {
    const sends = [
      expiring(event('next_occurrence'), { met: [{ type: 'send_email', email_id: 1 }] }),
    ];
    expect(questions(flowOf(sends), waiting())).toEqual([
      { kind: 'email', email_id: 1 },
      following(40),
    ]);
    const condition = flowOf([expiring({ condition: has('gone') })]);
    const held = waiting({ waits_for: { condition: true } });
    expect(questions(condition, held)).toEqual([{ kind: 'person' }]);
    expect(questions(condition, held)).toBe(questions(condition, held));
  });

  it.each<[string, Date, Date | null, string[]]>([
    ['stays while nothing came', hours(5), null, []],
    ['takes met when the event came', hours(5), hours(4), ['1 released met', '2 ran', '4 ran']],
    ['takes expired when it is time', hours(72), null, ['1 released expired', '3 ran', '4 ran']],
    [
      'an event of the last moment is in time',
      hours(72),
      hours(72),
      ['1 released met', '2 ran', '4 ran'],
    ],
    [
      'looked at late, an event in time wins',
      hours(500),
      hours(71),
      ['1 released met', '2 ran', '4 ran'],
    ],
    [
      'looked at late, an event after the expiry is too late',
      hours(500),
      hours(73),
      ['1 released expired', '3 ran', '4 ran'],
    ],
  ])('RUN-12 %s', (_case, at, event, expected) => {
    const outcome = look(waiting({ due_at: at }), at, [following(40), event]);
    expect(told(outcome)).toEqual(expected);
    if (expected.length === 0) expect(outcome.run).toEqual(waiting());
  });

  it('RUN-12 a condition that holds when it is due is met, and too late after the expiry', () => {
    const held = (due_at: Date) => waiting({ due_at, waits_for: { condition: true } });
    const by = (due: Date, at: Date) =>
      told(walk([expiring({ condition: has('vip') })], answersOf(), held(due), at))[0];
    expect(by(hours(5), hours(6))).toBe('1 released met');
    expect(by(hours(5), hours(500))).toBe('1 released met');
    expect(by(hours(72), hours(72))).toBe('1 released met');
    expect(by(hours(80), hours(81))).toBe('1 released expired');
  });

  it('RUN-15 expiry and arms are those of the definition as it is now', () => {
    const edited = (rest: object) =>
      walk([expiring(event('next_occurrence'), rest), tag('z')], answersOf(), waiting(), hours(30));
    const shorter = edited({ expires_after: days(1) });
    expect(told(shorter)).toEqual(['1 released expired', '3 ran', '4 ran']);
    expect(edited({ expires_after: days(9) }).run).toEqual(waiting({ due_at: hours(216) }));
    expect(told(edited({ expires_after: days(1), expired: [] }))).toEqual([
      '1 released expired',
      '3 ran',
    ]);
    const forever = [gate(event('next_occurrence')), tag('z')];
    expect(walk(forever, answersOf(), waiting(), hours(80)).run).toEqual(waiting({ due_at: null }));
  });

  it('RUN-15 what is waited for can change meanwhile, from event to condition and back', () => {
    const toCondition = [expiring({ condition: has('gone') })];
    expect(walk(toCondition, answersOf(), waiting(), hours(5)).run).toEqual(
      waiting({ waits_for: { condition: true } }),
    );
    const back = waiting({ waits_for: { condition: true } });
    expect(told(look(back, hours(5), [following(40), hours(1)]))[0]).toBe('1 released met');
  });

  it('DEF-14 a delay that became a gate is entered, and a gate that became a delay too', () => {
    const delayed: RunState = {
      ...newRun,
      step_id: 1,
      waiting: true,
      due_at: now,
      arrived_at: now,
    };
    const entered = walk(nodes, answersOf({ lastEvent: 50 }), delayed, hours(5));
    expect(told(entered)).toEqual(['1 waiting']);
    expect(entered.run).toEqual(
      waiting({ arrived_at: hours(5), after_event: 50, due_at: hours(77) }),
    );
    const delay = [{ type: 'delay', duration: days(1) }];
    expect(questions(flowOf(delay), waiting())).toEqual([]);
    expect(told(walk(delay, answersOf(), waiting(), hours(5)))).toEqual(['1 waiting']);
  });
});

describe('what opens a gate', () => {
  it('DEF-26, TRIG-06 match and historical events are asked for with it', () => {
    const match = { detail: 'plan', op: 'equals', value: 'pro' };
    const nodes = [gate(event('any_past', { match })), gate(event('next_occurrence'))];
    expect(questions(flowOf(nodes), newRun)).toEqual([ever({ match } as Partial<GateQuestion>)]);
    const open = flowOf(nodes, { event: 'x', ignore_historical: false });
    expect(questions(open, newRun)).toEqual([
      ever({ match, historical: true } as Partial<GateQuestion>),
    ]);
    expect(questions(open, waiting({ step_id: 2 }))).toEqual([following(40, { historical: true })]);
  });

  it('tells what its gates wait for, at any depth', () => {
    const inner = gate({ condition: has('vip') });
    expect(flowOf([gate(event('any_past'))]).gates).toEqual({
      events: new Set(['paid']),
      conditions: false,
    });
    expect(flowOf([expiring(event('any_past'), { met: [inner] })]).gates.conditions).toBe(true);
    expect(flowOf([tag('a')]).gates).toEqual({ events: new Set(), conditions: false });
  });
});

describe('after the gate', () => {
  it('RUN-13 and contract §5.4 a gate that never expires continues behind it, steps on met first', () => {
    const plain = [gate({ condition: has('vip') }), tag('z')];
    expect(told(walk(plain))).toEqual(['1 released', '2 ran']);
    const pointless = [
      gate({ condition: has('vip') }, { expires_after: 'never', met: [tag('m')] }),
    ];
    expect(told(walk([...pointless, tag('z')]))).toEqual(['1 released met', '2 ran', '3 ran']);
  });

  it('RUN-02 arms of ten nested branches rejoin, whichever way each was left', () => {
    const ways = fc.array(fc.constantFrom('then', 'else', 'met', 'expired'), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(ways, fc.array(fc.boolean(), { maxLength: 10 }), (taken, tails) => {
        let steps: unknown[] = [tag('deepest')];
        const behind: string[] = [];
        for (const [index, way] of taken.toReversed().entries()) {
          const holds = way === 'then' || way === 'met';
          const condition = has(holds ? 'vip' : 'gone');
          const branch =
            way === 'then' || way === 'else'
              ? { type: 'if_else', condition, then: [], else: [], [way]: steps }
              : gate({ condition }, { expires_after: days(0), met: [], expired: [], [way]: steps });
          const tail = tails[index] ? [tag(`behind ${index}`)] : [];
          if (tails[index]) behind.push(`behind ${index}`);
          steps = [branch, ...tail];
        }
        const { run, effects } = walk(steps);
        expect(run.status).toBe('completed');
        expect(effects.map((effect) => (effect.kind === 'add_tag' ? effect.tag : ''))).toEqual([
          'deepest',
          ...behind,
        ]);
      }),
    );
  });

  it('RUN-05 exit_flow in an arm ends the run', () => {
    const nodes = [expiring({ condition: has('vip') }, { met: [{ type: 'exit_flow' }] }), tag('z')];
    expect(walk(nodes).run).toMatchObject({ status: 'exited', step_id: 2 });
  });

  it('a law: a person who waits at a gate is released as if the condition were asked on the spot', () => {
    fc.assert(
      fc.property(validCondition, (condition) => {
        const branch = [{ type: 'if_else', condition, then: [tag('a')], else: [tag('b')] }];
        const gated = [
          gate({ condition }, { expires_after: days(0), met: [tag('a')], expired: [tag('b')] }),
        ];
        expect(walk(gated).effects).toEqual(walk(branch).effects);
      }),
    );
  });
});

it('RUN-15 random edits around a gate keep the people who wait there on it', () => {
  const step = fc.constantFrom<object>(tag('a'), { type: 'send_email', email_id: 1 });
  const edit = fc.record({ before: fc.array(step), behind: fc.array(step), met: fc.array(step) });
  fc.assert(
    fc.property(edit, fc.boolean(), ({ before, behind, met }, opened) => {
      const definition = define([expiring(event('next_occurrence'))]);
      const [first] = definition.nodes;
      const edited = { ...definition, nodes: [...before, { ...first, met }, ...behind] };
      const flow = compileFlow(define(edited.nodes) as Definition);
      const known = recorded([following(40), opened ? hours(1) : null]);
      const outcome = advance(flow, waiting(), answersOf(known), hours(2));
      const taken = outcome.trace.map(({ outcome, arm }) => [outcome, arm].join(' ').trim());
      const ran = [...met, ...behind].map(() => 'ran');
      expect(taken).toEqual(opened ? ['released met', ...ran] : []);
      expect(outcome.run.status).toBe(opened ? 'completed' : 'active');
    }),
  );
});
