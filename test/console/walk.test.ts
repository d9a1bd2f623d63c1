// @slow: walks ten thousand flows.
import { layoutFlow } from '@postroad/console/flows/layout';
import { allSteps, type StepNode, stepTree } from '@postroad/console/flows/steps';
import {
  type DrawnWalk,
  drawnWalk,
  mailsOf,
  type Walk,
  walkIn,
  walkQuery,
  walkRequest,
} from '@postroad/console/flows/walk/walk';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { normalise } from '@postroad/core/flows/definition/normalise';
import type { JsonObject } from '@postroad/core/platform/json';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authoredSteps } from '../core/flows/arbitraries.ts';
import { type Calling, calling } from '../service/app/calling.ts';
import { runs } from '../support/property-tests.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { suite } from '../support/test-files.ts';

let opened: TestService;
let calls: Calling;

const ada = 'ada@example.com';

/** Milliseconds for all flows, on a machine that does other things too. */
const allMs = 900_000;

const flows = suite === 'all' ? 10_000 : 500;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  await calls.call('create_flow', {
    key: 'walked',
    definition: { trigger: { event: 'walked' }, nodes: [] },
  });
  for (const subject of ['Welcome', 'Tips']) {
    await calls.call('create_email', { subject, body_markdown: 'x' });
  }
  await calls.call('delete_email', { email_id: 2 });
  await calls.call('create_field', { key: 'seats', type: 'number' });
  await calls.call('create_field', { key: 'plan', type: 'string' });
  const fields = { seats: 12, plan: 'pro' };
  await calls.call('upsert_person', { email: ada, tags: ['vip'], fields });
  await calls.call('update_profile', { timezone: 'America/New_York' });
  // The test clock does not move by itself, so that walks begin at the same moment.
  await calls.call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
});

afterAll(() => opened.close());

type DryRun = OperationOutput<'dry_run_flow'>;

/** A definition as a flow keeps it, which the canvas draws. */
function definitionOf(sent: object): JsonObject {
  return { ...normalise(sent, { node_counter: 0 }).definition };
}

const start: Walk = { person: ada, event: 'walked', details: '', answers: [], untilEnd: false };

/** Names of the steps in the order in which the drawing shows that they were walked. */
function pathDrawn(nodes: readonly StepNode[], { marks }: DrawnWalk): number[] {
  return nodes.flatMap((node) => {
    const mark = marks.get(node.path);
    const inner = node.arms.flatMap((arm) =>
      mark?.arm === arm.arm ? pathDrawn(arm.nodes, { marks } as DrawnWalk) : [],
    );
    return mark === undefined || node.id === null ? inner : [node.id, ...inner];
  });
}

/** Steps are walked once; a wait has an entry where it begins and one where it ends. */
function pathAnswered({ steps }: DryRun): number[] {
  return [...new Set(steps.map(({ handle }) => Number.parseInt(handle, 10)))];
}

/** A walk as the console takes it, from one wait to the next; `choose` answers them. */
async function walkInConsole(definition: JsonObject, choose: (count: number) => number) {
  const nodes = stepTree(definition.nodes);
  let walk = start;
  let before: DryRun['steps'] = [];
  for (;;) {
    const asked = walkRequest('walked', walkIn(queryOf(walk)), definition);
    const run = await calls.call('dry_run_flow', asked);
    // What was shown before the wait stays as it was.
    expect(run.steps.slice(0, before.length)).toEqual(before);
    expect(run.not_reached).toEqual([]);
    const drawn = drawnWalk(nodes, run);
    const { question } = drawn;
    if (question === null || choose(6) === 0) return { nodes, walk, run, drawn };
    before = run.steps.slice(0, -1);
    const outcome = question.outcomes[choose(question.outcomes.length)];
    if (outcome === undefined) throw new Error('A wait without any outcome.');
    walk = { ...walk, answers: [...walk.answers, { step: question.node.id ?? 0, outcome }] };
  }
}

const queryOf = (walk: Walk) =>
  Object.fromEntries(new URLSearchParams(walkQuery({ layer: 'walk' }, walk)));

const shape = ({ handle, outcome, arm, at, values, mail }: DryRun['steps'][number]) => ({
  ...{ handle, outcome, arm, at, values, mail },
});

describe('the walk of the console', () => {
  it(
    'DRY2-04 equals dry_run_flow on generated flows, wait by wait',
    async () => {
      let waits = 0;
      let arms = 0;
      await fc.assert(
        fc.asyncProperty(authoredSteps, fc.infiniteStream(fc.nat()), async (authored, choices) => {
          const sent = { trigger: { event: 'walked' }, nodes: authored };
          const definition = definitionOf(sent);
          const { nodes, walk, run, drawn } = await walkInConsole(
            definition,
            (count) => (choices.next().value ?? 0) % count,
          );
          // The same assumptions by handles, all at once, on what the author wrote.
          const handles = new Map(
            run.steps.map((step) => [Number.parseInt(step.handle, 10), step]),
          );
          const whole = await calls.call('dry_run_flow', {
            ...{ flow_key: 'walked', person: ada, event: { name: 'walked' }, definition: sent },
            assume: walk.answers.map(({ step, outcome }) => ({
              step: handles.get(step)?.handle ?? '',
              outcome,
            })),
          });
          expect(drawn.entries.map(({ step }) => shape(step))).toEqual(whole.steps.map(shape));
          expect([run.completed, run.stopped_at, run.triggered]).toEqual([
            ...[whole.completed, whole.stopped_at, whole.triggered],
          ]);
          // Each entry is on the drawing, in its order and in its arms.
          for (const { step, node } of drawn.entries) {
            expect(node).toMatchObject({ type: step.type });
            expect(`${node?.id}`).toBe(step.handle.split('-')[0]);
          }
          const waiting = [...drawn.marks].filter(([, { kind }]) => kind === 'waits');
          expect(waiting.map(([path]) => path)).toEqual(
            drawn.question === null ? [] : [drawn.question.node.path],
          );
          expect(drawn.question === null).toBe(whole.stopped_at === null);
          expect(pathDrawn(nodes, drawn)).toEqual(pathAnswered(whole));
          expect(mailsOf(drawn).map(({ emailId, at }) => [emailId, at])).toEqual(
            whole.steps.flatMap(({ mail, at }) => (mail === null ? [] : [[mail.email_id, at]])),
          );
          expect(drawn.lines.has('end')).toBe(
            whole.completed && whole.steps.at(-1)?.outcome !== 'exited',
          );
          const lines = layoutFlow(nodes).lines.map(({ to }) => to);
          for (const { path, arms: own } of allSteps(nodes)) {
            const taken = drawn.marks.get(path)?.arm ?? null;
            for (const { arm, path: into } of own) {
              expect(drawn.lines.has(into)).toBe(arm === taken);
              expect(lines).toContain(into);
            }
          }
          waits += walk.answers.length;
          arms += drawn.entries.filter(({ step }) => step.arm !== null).length;
        }),
        { numRuns: flows },
      );
      expect(waits).toBeGreaterThan(flows / 5);
      expect(arms).toBeGreaterThan(flows / 10);
    },
    allMs,
  );

  it('DRY2-04 offers at each wait every outcome that dry_run_flow takes, and no other', async () => {
    const outcomes = ['waited', 'met', 'expired'] as const;
    await fc.assert(
      fc.asyncProperty(authoredSteps, async (authored) => {
        const sent = { trigger: { event: 'walked' }, nodes: authored };
        const definition = definitionOf(sent);
        const run = await calls.call('dry_run_flow', walkRequest('walked', start, definition));
        const { question } = drawnWalk(stepTree(definition.nodes), run);
        expect(question === null).toBe(run.stopped_at === null);
        if (question === null) return;
        for (const outcome of outcomes) {
          const answers = [{ step: question.node.id ?? 0, outcome }];
          const asked = walkRequest('walked', { ...start, answers }, definition);
          const taken = await calls.call('dry_run_flow', asked).then(
            () => true,
            () => false,
          );
          expect([outcome, taken]).toEqual([outcome, question.outcomes.includes(outcome)]);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

it('keeps a walk in its address, and reads nothing else into it', () => {
  const walk: Walk = {
    ...{ person: 'ada@example.com', event: 'paid', details: '{"plan":"pro & more"}' },
    answers: [
      { step: 2, outcome: 'waited' },
      { step: 14, outcome: 'expired' },
    ],
    untilEnd: true,
  };
  expect(walkIn(queryOf(walk))).toEqual(walk);
  expect(queryOf(walk).layer).toBe('walk');
  expect(walkIn({ waits: '2.left,0.met,-1.met,x.met,3.met,4', rest: 'yes' })).toEqual({
    ...{ person: '', event: '', details: '', untilEnd: false },
    answers: [{ step: 3, outcome: 'met' }],
  });
});
