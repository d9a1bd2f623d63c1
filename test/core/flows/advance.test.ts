import { tagKey } from '@postroad/core/conditions/compare';
import type { Condition } from '@postroad/core/conditions/condition';
import { evaluate } from '@postroad/core/conditions/evaluate';
import { lastHappened } from '@postroad/core/conditions/facts';
import { type CompiledFlow, compileFlow } from '@postroad/core/flows/definition/compile';
import type { Definition, Step } from '@postroad/core/flows/definition/definition';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { type Advance, advance } from '@postroad/core/flows/interpreter/advance';
import { applyEffect } from '@postroad/core/flows/interpreter/effects';
import type { Answers } from '@postroad/core/flows/interpreter/question';
import { questions } from '@postroad/core/flows/interpreter/questions';
import { prepareDetails, renderDetails } from '@postroad/core/flows/interpreter/render-details';
import { type Effect, newRun, type RunState } from '@postroad/core/flows/interpreter/run';
import { fractionOf } from '@postroad/core/flows/steps/draw';
import { type KnownStep, stepTypeNames } from '@postroad/core/flows/steps/table';
import type { FieldType } from '@postroad/core/people/field-type';
import { after, type Duration, resolveDuration } from '@postroad/core/platform/duration';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { personFacts } from '../conditions/known.ts';
import { authoredSteps, definitionLike } from './arbitraries.ts';

const now = new Date('2026-03-01T12:00:00Z');
const answers: Answers = {
  ...personFacts({ tags: new Set(['vip']), fields: { plan: 'pro', seats: 12 } }),
  emails: new Map([
    [1, { archived: false }],
    [2, { archived: false }],
    [3, { archived: true }],
  ]),
  tunables: new Map<string, Duration>([
    ['pause', { amount: 1, unit: 'hours' }],
    ['nothing', { amount: 0, unit: 'days' }],
  ]),
  fieldTypes: new Map<string, FieldType>([
    ['plan', 'string'],
    ['seats', 'number'],
    ['born', 'date'],
  ]),
  sequences: new Map([[1, { enabled: true }]]),
  merge: null,
  lastEvent: 40,
};

const define = (nodes: unknown): Definition =>
  normalise({ trigger: { event: 'signed_up' }, nodes }, null).definition;
const flowOf = (nodes: unknown): CompiledFlow => compileFlow(define(nodes));
const walk = (nodes: unknown, run: RunState = newRun) => advance(flowOf(nodes), run, answers, now);
const told = ({ trace }: Advance) =>
  trace.map(({ step_id, outcome, arm }) => [step_id, outcome, ...(arm ? [arm] : [])].join(' '));

const send = (email_id: number) => ({ type: 'send_email', email_id });
const tag = (name: string) => ({ type: 'add_tag', tag: name });
const wait = (amount: number, unit = 'days') => ({ type: 'delay', duration: { amount, unit } });
const exit = { type: 'exit_flow' };
const has = (name: string): Condition => ({ type: 'has_tag', tag: name });
const branch = (condition: unknown, yes: unknown[], no: unknown[] = []) => ({
  type: 'if_else',
  condition,
  then: yes,
  else: no,
});
const at = (step_id: number, rest: Partial<RunState> = {}): RunState => ({
  ...newRun,
  step_id,
  ...rest,
});

describe('advance', () => {
  it('RUN-01 running off the end completes the run', () => {
    const outcome = walk([send(1), tag('New ')]);
    expect(outcome.run).toEqual({ ...newRun, step_id: 2, status: 'completed' });
    expect(outcome.effects).toEqual([
      { kind: 'send_email', step_id: 1, email_id: 1 },
      { kind: 'add_tag', step_id: 2, tag: 'New' },
    ]);
    expect(told(outcome)).toEqual(['1 ran', '2 ran']);
    expect(walk([]).run).toMatchObject({ status: 'completed', step_id: null });
  });

  it('RUN-02, RUN-03 arms rejoin after the branch at any depth, empty ones too', () => {
    const inner = branch(has('gone'), [send(1)]);
    const outcome = walk([
      branch(has('vip'), [inner]),
      branch(has('gone'), [exit], [branch(has('vip'), [tag('a')])]),
      tag('b'),
    ]);
    expect(told(outcome)).toEqual([
      '1 branched then',
      '2 branched else',
      '4 branched else',
      '6 branched then',
      '7 ran',
      '8 ran',
    ]);
    expect(outcome.run.status).toBe('completed');
  });

  it('RUN-04, DRY-04 a branch tells its arm and the values behind it', () => {
    const { trace } = walk([branch({ all: [has('vip'), has('gone')] }, [exit])]);
    expect(trace).toEqual([
      {
        step_id: 1,
        type: 'if_else',
        outcome: 'branched',
        arm: 'else',
        values: [
          { condition: has('vip'), actual: true, result: true },
          { condition: has('gone'), actual: false, result: false },
        ],
      },
    ]);
  });

  it('RUN-05 exit_flow ends the run inside an arm', () => {
    const outcome = walk([branch(has('vip'), [exit]), send(1)]);
    expect(outcome.run).toMatchObject({ status: 'exited', step_id: 2 });
    expect(outcome.effects).toEqual([]);
  });

  it('RUN-08 a tag applied in a walk is seen by later conditions of it, and the facts stay', () => {
    expect(told(walk([tag(' New'), branch(has('NEW'), [exit])]))).toEqual([
      '1 ran',
      '2 branched then',
      '3 exited',
    ]);
    expect(answers.person.tags.has('new')).toBe(false);
  });

  it.each([
    [1, 'minutes', '2026-03-01T12:01:00.000Z'],
    [2, 'hours', '2026-03-01T14:00:00.000Z'],
    // A day is 24 hours, across the change of clocks on 8 March too.
    [10, 'days', '2026-03-11T12:00:00.000Z'],
    [1, 'weeks', '2026-03-08T12:00:00.000Z'],
  ])('RUN-10 a delay of %i %s is over at %s', (amount, unit, due) => {
    const outcome = walk([wait(amount, unit), send(1)]);
    expect(outcome.run).toEqual({
      ...newRun,
      step_id: 1,
      waiting: true,
      due_at: new Date(due),
      arrived_at: now,
    });
    expect(outcome.effects).toEqual([]);
    expect(told(outcome)).toEqual(['1 waiting']);
  });

  it('RUN-10 a delay named by a tunable, and delays of nothing', () => {
    const by = (setting: string) => walk([{ type: 'delay', duration: { setting } }]);
    expect(by('pause').run.due_at).toEqual(new Date('2026-03-01T13:00:00Z'));
    expect(by('nothing').run.status).toBe('completed');
    expect(told(walk([wait(0), send(1)]))).toEqual(['1 ran', '2 ran']);
  });

  it('RUN-10 continues when the wait is over, not before, whatever the delay says by now', () => {
    const flow = flowOf([wait(9), send(1), wait(1)]);
    const waiting = at(1, { waiting: true, due_at: now });
    const early = advance(flow, waiting, answers, new Date(now.getTime() - 1));
    expect(early).toEqual({ run: waiting, effects: [], trace: [], reached: [], answers });
    const outcome = advance(flow, waiting, answers, now);
    expect(told(outcome)).toEqual(['1 released', '2 ran', '3 waiting']);
    expect(outcome.effects).toHaveLength(1);
  });

  it('RUN-15 continues by the definition as it is now', () => {
    const definition = define([branch(has('vip'), [wait(1)]), send(1)]);
    const { run } = advance(compileFlow(definition), newRun, answers, now);
    const [first, last] = definition.nodes;
    const edited = {
      ...definition,
      nodes: [
        { ...first, then: [] },
        { ...(first as Step & { then: Step[] }).then[0] },
        tag('x'),
        last,
      ],
    };
    const flow = compileFlow(normalise(edited, definition).definition);
    expect(told(advance(flow, { ...run, due_at: now }, answers, now))).toEqual([
      '2 released',
      '4 ran',
      '3 ran',
    ]);
  });

  it('DEF-14 renaming moves nobody; a step that is gone parks the run with its reason', () => {
    const renamed = flowOf([{ ...wait(1), name: 'Other', id: 1 }, send(1)]);
    const run = at(1, { waiting: true, due_at: now });
    expect(told(advance(renamed, run, answers, now))).toEqual(['1 released', '2 ran']);
    const reason = 'Step 1 is no longer in the definition.';
    const parked = advance(flowOf([{ ...send(1), id: 2 }]), run, answers, now);
    expect(parked.run).toEqual({ ...run, status: 'parked', due_at: null, reason });
    expect(parked.trace).toEqual([{ step_id: 1, type: null, outcome: 'parked', reason }]);
    expect(parked.effects).toEqual([]);
  });

  it('DEF-14 a person who waits on an id that was reused takes the step that has it now', () => {
    const run = at(1, { waiting: true, due_at: now });
    expect(told(advance(flowOf([{ ...send(1), id: 1 }]), run, answers, now))).toEqual(['1 ran']);
  });

  it.each<[string, unknown, string]>([
    ['email archived', send(3), 'Email 3 is archived.'],
    ['email gone', send(4), 'There is no email 4.'],
    [
      'tunable gone',
      { type: 'delay', duration: { setting: 'lost' } },
      'No duration: the setting "lost" is unknown.',
    ],
    [
      'type unknown',
      { type: 'moon' },
      `The step type "moon" does not exist; the types are ${stepTypeNames.join(', ')}.`,
    ],
    [
      'field missing',
      { type: 'send_email' },
      'send_email needs "email_id", the numeric id of an email.',
    ],
    [
      'condition malformed',
      branch({ type: 'has_tag' }, [exit], [exit]),
      'has_tag needs "tag": text of 1 to 120 characters, not nothing.',
    ],
  ])('contract §4.8 a step that cannot run is recorded and passed: %s', (_case, step, reason) => {
    const outcome = walk([step, { ...tag('x'), id: 90 }]);
    expect(outcome.trace[0]).toMatchObject({ step_id: 91, outcome: 'skipped', reason });
    expect(outcome.effects).toEqual([{ kind: 'add_tag', step_id: 90, tag: 'x' }]);
    expect(outcome.run.status).toBe('completed');
  });

  it('passes steps whose id is no id or belongs to another, since nobody could wait there', () => {
    const outcome = walk([
      { ...tag('a'), id: 5 },
      { ...wait(1), id: 5 },
      { ...wait(1), id: 'x' },
      { ...tag('b'), id: 6 },
    ]);
    expect(outcome.trace.map(({ step_id, outcome, reason }) => [step_id, outcome, reason])).toEqual(
      [
        [5, 'ran', undefined],
        [null, 'skipped', 'Another step before it has the id 5.'],
        [null, 'skipped', 'The step has no valid id.'],
        [6, 'ran', undefined],
      ],
    );
  });

  it('takes a missing arm of a saved faulty branch for an empty one', () => {
    const step = { type: 'if_else', condition: has('gone'), then: [exit] };
    expect(told(walk([step, tag('x')]))).toEqual(['1 branched else', '3 ran']);
  });

  it.each(['completed', 'exited', 'parked'] as const)('gives a run that is %s back', (status) => {
    const run = at(1, { status });
    expect(walk([send(1)], run)).toMatchObject({ run, effects: [], trace: [] });
    expect(questions(flowOf([send(1)]), run)).toEqual([]);
  });
});

describe('questions', () => {
  const asked = (nodes: unknown, run: RunState = newRun) => questions(flowOf(nodes), run);
  const person = { kind: 'person' };
  const email = (email_id: number) => ({ kind: 'email', email_id });

  it('lists what can matter before the next wait, in either arm, each once', () => {
    const nodes = [
      send(1),
      branch(has('a'), [send(2)], [branch(has('b'), [send(1)])]),
      { type: 'delay', duration: { setting: 'pause' } },
      wait(1),
      send(3),
    ];
    const set = new Set(asked(nodes).map((question) => JSON.stringify(question)));
    expect(set).toEqual(
      new Set(
        [email(1), person, email(2), { kind: 'tunable', setting: 'pause' }].map((q) =>
          JSON.stringify(q),
        ),
      ),
    );
  });

  it('starts behind the step on which the run waits', () => {
    expect(
      asked([branch(has('a'), []), wait(1), send(2), wait(1), send(3)], at(2, { waiting: true })),
    ).toEqual([email(2)]);
  });

  it('asks nothing where nothing matters', () => {
    expect(asked([])).toEqual([]);
    expect(asked([wait(1), send(1)])).toEqual([]);
    expect(asked([exit, send(1)])).toEqual([]);
    expect(asked([send(1)], at(7))).toEqual([]);
  });
});

const fieldTypes = { string: 'string', number: 'number', boolean: 'boolean', date: 'no' };

/** A reference that knows nothing of ids, successors or waits: it walks the lists by recursion. */
function* reference(
  steps: readonly Step[],
  world: { answers: Answers },
): Generator<string, boolean> {
  for (const step of steps as readonly KnownStep[]) {
    switch (step.type) {
      case 'send_email': {
        const archived = world.answers.emails.get(step.email_id)?.archived ?? true;
        yield `${step.id} ${archived ? 'skipped' : 'ran'}`;
        break;
      }
      case 'add_tag':
      case 'remove_tag':
        world.answers = applyEffect(
          world.answers,
          { kind: step.type, step_id: step.id, tag: step.tag },
          now,
        );
        yield `${step.id} ran`;
        break;
      case 'set_field': {
        const { id: step_id, field, value } = step;
        const type = world.answers.fieldTypes.get(field);
        const clears = value === '' || value === null;
        const fits = type !== undefined && (clears || typeof value === fieldTypes[type]);
        if (fits) {
          const effect = { kind: 'set_field', step_id, field, value: clears ? null : value };
          world.answers = applyEffect(world.answers, effect as Effect, now);
        }
        yield `${step.id} ${fits ? 'ran' : 'skipped'}`;
        break;
      }
      case 'start_sequence': {
        const { type: kind, id: step_id, sequence_id } = step;
        const there = world.answers.sequences.has(sequence_id);
        if (there) world.answers = applyEffect(world.answers, { kind, step_id, sequence_id }, now);
        yield `${step_id} ${there ? 'ran' : 'skipped'}`;
        break;
      }
      case 'fire_event': {
        const { type: kind, id: step_id, event } = step;
        const { details } = renderDetails(prepareDetails(step.details ?? {}), world.answers);
        const effect = { kind, step_id, event, details: details ?? {} };
        world.answers = applyEffect(world.answers, effect, now);
        yield `${step_id} ran`;
        break;
      }
      case 'gate': {
        const forever = step.expires_after === undefined || step.expires_after === 'never';
        const { wait_for } = step;
        const holds =
          'condition' in wait_for
            ? evaluate(wait_for.condition, world.answers, now).result
            : wait_for.event.occurrence === 'any_past' &&
              lastHappened(world.answers, {
                event: wait_for.event.name,
                match: wait_for.event.match ?? null,
              }) !== undefined;
        if (holds) yield `${step.id} released${forever && !step.met ? '' : ' met'}`;
        else if (forever) {
          yield `${step.id} waiting`;
          return true;
        } else yield* [`${step.id} waiting`, `${step.id} released expired`];
        const arm = (holds ? step.met : step.expired) ?? [];
        if (yield* reference(arm, world)) return true;
        break;
      }
      case 'delay': {
        const duration = step.duration && resolveDuration(step.duration, world.answers.tunables);
        if (!duration) yield `${step.id} skipped`;
        else if (duration.amount === 0) yield `${step.id} ran`;
        else yield* [`${step.id} waiting`, `${step.id} released`];
        break;
      }
      case 'if_else': {
        const arm = evaluate(step.condition, world.answers, now).result ? 'then' : 'else';
        yield `${step.id} branched ${arm}`;
        if (yield* reference(step[arm], world)) return true;
        break;
      }
      case 'split': {
        const weights = step.arms.map(({ weight }) => weight);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const lots = step.arms.flatMap((arm) => Array.from({ length: arm.weight }, () => arm));
        const lot = lots[Math.floor(fractionOf(`\n${step.id}\n0`) * total)];
        if (lot === undefined) throw new Error('No arm was drawn.');
        if (lot.holdout) {
          yield `${step.id} exited ${lot.name}`;
          return true;
        }
        yield `${step.id} branched ${lot.name}`;
        if (yield* reference(lot.steps, world)) return true;
        break;
      }
      case 'exit_flow':
        yield `${step.id} exited`;
        return true;
    }
  }
  return false;
}

/** Answers that refuse a fact nobody asked for. */
function onlyAsked(flow: CompiledFlow, run: RunState, from: Answers): Answers {
  const asked = new Set(questions(flow, run).map((question) => JSON.stringify(question)));
  const guarded = <K, V>(map: ReadonlyMap<K, V>, question: (key: K) => object) => {
    const copy = new Map(map);
    copy.get = (key) => {
      expect(asked).toContain(JSON.stringify(question(key)));
      return map.get(key);
    };
    return copy;
  };
  const { happened, started } = from;
  return {
    ...(happened && { happened }),
    ...(started && { started }),
    person: from.person,
    known: guarded(from.known, (key) => JSON.parse(key)),
    segments: from.segments,
    emails: guarded(from.emails, (email_id) => ({ kind: 'email', email_id })),
    tunables: guarded(from.tunables, (setting) => ({ kind: 'tunable', setting })),
    fieldTypes: guarded(from.fieldTypes, (field) => ({ kind: 'field_type', field })),
    sequences: guarded(from.sequences, (sequence_id) => ({ kind: 'sequence_state', sequence_id })),
    merge: asked.has('{"kind":"merge"}') ? from.merge : null,
    lastEvent: from.lastEvent,
  };
}

/** Runs to the end, wait after wait, doing the effects. */
function runThrough(flow: CompiledFlow): { run: RunState; told: string[] } {
  let run = newRun;
  let facts = answers;
  let clock = now;
  const lines: string[] = [];
  let walks = 0;
  while (run.status === 'active' && !(run.waiting && run.due_at === null)) {
    walks += 1;
    expect(walks, 'a wait never ends').toBeLessThan(10_000);
    const asked = questions(flow, run);
    const outcome = advance(flow, run, onlyAsked(flow, run, facts), clock);
    // A split shows none.
    if (outcome.trace.some((entry) => entry.values && entry.values.length > 0))
      expect(asked).toContainEqual({ kind: 'person' });
    lines.push(...told(outcome));
    for (const effect of outcome.effects) facts = applyEffect(facts, effect, clock);
    run = outcome.run;
    clock = run.due_at ?? clock;
  }
  return { run, told: lines };
}

describe('laws', () => {
  it('RUN-02, DEF-04, DEF-06 every run ends, and takes the steps that a plain recursion takes', () => {
    fc.assert(
      fc.property(authoredSteps, (nodes) => {
        const definition = define(nodes);
        const world = { answers };
        const lines: string[] = [];
        const walker = reference(definition.nodes, world);
        let item = walker.next();
        for (; !item.done; item = walker.next()) lines.push(item.value);
        const outcome = runThrough(compileFlow(definition));
        expect(outcome.told).toEqual(lines);
        const waits = lines.at(-1)?.endsWith('waiting') === true;
        expect(outcome.run.status).toBe(waits ? 'active' : item.value ? 'exited' : 'completed');
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('DEF-06 ends on any saved JSON, from any step and any wait, without throwing or repeating', () => {
    fc.assert(
      fc.property(
        definitionLike,
        fc.integer({ min: 0, max: 6 }),
        fc.record({
          waiting: fc.boolean(),
          due_at: fc.constantFrom(null, now),
          arrived_at: fc.constantFrom(null, now),
          after_event: fc.constantFrom(null, 3),
          waits_for: fc.constantFrom(null, { event: 'paid' }, { condition: true as const }),
        }),
        (input, id, wait) => {
          const flow = compileFlow(normalise(input, null).definition);
          const run = id === 0 ? newRun : at(id, wait);
          questions(flow, run);
          const outcome = advance(flow, run, answers, now);
          const steps = outcome.trace.flatMap((entry) => entry.step_id ?? []);
          expect(new Set(steps).size).toBe(steps.length);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('a wait is over exactly one duration after it began', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom('minutes', 'hours', 'days', 'weeks'),
        (amount, unit) => {
          expect(walk([wait(amount, unit)]).run.due_at).toEqual(
            after(now, { amount, unit } as Duration),
          );
        },
      ),
    );
  });

  it('tags are compared by their key', () => {
    expect(walk([tag(' MiXed '), branch(has('mixed'), [exit])]).run.status).toBe('exited');
    expect(tagKey(' MiXed ')).toBe('mixed');
  });
});
