import { compileFlow } from '@postroad/core/flows/definition/compile';
import { armKeys, type Definition } from '@postroad/core/flows/definition/definition';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { recordsNamedInFlow } from '@postroad/core/flows/definition/records-named';
import { advance } from '@postroad/core/flows/interpreter/advance';
import type { Answers } from '@postroad/core/flows/interpreter/question';
import { questionKey } from '@postroad/core/flows/interpreter/question';
import { questions } from '@postroad/core/flows/interpreter/questions';
import { newRun, type RunState } from '@postroad/core/flows/interpreter/run';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { type AuthoredStep, authoredSteps } from './arbitraries.ts';
import { answersOf, define, hours, now } from './scene.ts';

type Edit = 'keep' | 'drop' | 'rename' | 'insert' | 'change';

/** The steps after one edit each, in the order of the list; what is kept keeps its place. */
function edited(steps: readonly unknown[], edits: Iterator<Edit>): unknown[] {
  return steps.flatMap((step) => {
    const edit = edits.next().value ?? 'keep';
    if (edit === 'drop') return [];
    const copy: Record<string, unknown> = { ...(step as AuthoredStep) };
    for (const arm of armKeys) {
      if (Array.isArray(copy[arm])) copy[arm] = edited(copy[arm], edits);
    }
    if (edit === 'rename') return [{ ...copy, name: 'Renamed', slug: 'renamed' }];
    if (edit === 'insert') return [{ type: 'add_tag', tag: 'inserted' }, copy];
    const longer = copy.type === 'delay' ? { duration: { amount: 9, unit: 'weeks' } } : {};
    return [edit === 'change' ? { ...copy, ...longer } : copy];
  });
}

/** Whatever is asked: events happened an hour after arrival, all else is as in `answersOf`. */
function answering(flow: ReturnType<typeof compileFlow>, run: RunState): Answers {
  const known = questions(flow, run)
    .filter(({ kind }) => kind === 'event_after')
    .map((question) => [questionKey(question), hours(1).toISOString()] as const);
  return answersOf({ known: new Map(known) });
}

it('RUN-15, DEF-14 edits of all kinds lose nobody and make nobody repeat a finished step', () => {
  const kinds = fc.constantFrom<Edit>('keep', 'drop', 'rename', 'insert', 'change');
  let waited = 0;
  let parked = 0;
  const numRuns = runs(2_000);
  fc.assert(
    fc.property(authoredSteps, fc.array(kinds, { maxLength: 30 }), (nodes, edits) => {
      const before = define(nodes);
      const first = advance(compileFlow(before), newRun, answersOf(), now);
      if (first.run.status !== 'active') return;
      waited += 1;
      const finished = first.trace.slice(0, -1).map(({ step_id }) => step_id);
      const sent = { ...before, nodes: edited(before.nodes, edits.values()) };
      const after: Definition = normalise(sent, before).definition;
      const flow = compileFlow(after);
      const run = { ...first.run, due_at: first.run.due_at ?? hours(2) };
      const second = advance(flow, run, answering(flow, run), hours(10_000));
      if (!flow.byId.has(run.step_id ?? 0)) {
        parked += 1;
        expect(second.run).toMatchObject({ status: 'parked', step_id: run.step_id });
        expect(second.run.reason).toContain('no longer in the definition');
        expect(second.effects).toEqual([]);
        return;
      }
      const taken = second.trace.map(({ step_id }) => step_id);
      expect(taken.filter((id) => finished.includes(id))).toEqual([]);
      expect(new Set(taken).size).toBe(taken.length);
      expect(['active', 'completed', 'exited']).toContain(second.run.status);
    }),
    { numRuns },
  );
  expect(waited).toBeGreaterThan(numRuns / 10);
  expect(parked).toBeGreaterThan(numRuns / 100);
});

it('DEF-07 an edit never gives an id to another step than the one that had it', () => {
  fc.assert(
    fc.property(authoredSteps, authoredSteps, (nodes, more) => {
      const before = define(nodes);
      const grown = normalise({ ...before, nodes: [...more, ...before.nodes] }, before).definition;
      const fresh = grown.nodes.slice(0, more.length).map(({ id }) => id);
      expect(fresh.every((id) => id > before.node_counter)).toBe(true);
    }),
  );
});

it('a segment that a gate waits for counts as named by the flow', () => {
  const condition = { any: [{ type: 'in_segment', segment: 'vips' }, { type: 'suppressed' }] };
  const definition = define([{ type: 'gate', wait_for: { condition }, expires_after: 'never' }]);
  expect(recordsNamedInFlow(definition)).toEqual([
    { kind: 'segment', name: 'vips', handle: '1-gate' },
  ]);
});
