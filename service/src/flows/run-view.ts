import type { Definition } from '@postroad/core/flows/definition/definition';
import { stepIdOf } from '@postroad/core/flows/definition/step-id';
import { outline, type StepOutline } from '@postroad/core/flows/drawing/summary';
import { limits } from '@postroad/core/platform/limits';
import { notFound } from '@postroad/core/platform/refusal';
import { findFlowsByIds } from '@postroad/store/flows/flow';
import { reachedGoalsOf } from '@postroad/store/flows/run-goal';
import { findRun, type RunView, traceOf } from '@postroad/store/flows/run-view';
import type { Tx } from '@postroad/store/platform/transaction';

/** The steps of one flow by id, including the form of steps that it no longer has. */
export class ShownSteps {
  readonly #key: string;
  readonly #byId: ReadonlyMap<number, StepOutline>;

  constructor(key: string, definition: Definition) {
    this.#key = key;
    this.#byId = new Map(outline(key, definition).map((step) => [step.id, step]));
  }

  of(id: number | null) {
    if (id === null) return null;
    const step = this.#byId.get(id);
    if (!step) {
      const handle = String(id);
      return { id, step_id: stepIdOf(this.#key, handle), handle, type: null, name: null };
    }
    const { step_id, handle, type, name } = step;
    return { id, step_id, handle, type, name };
  }

  handleOf(id: number | null): string {
    return this.of(id)?.handle ?? 'before the first step';
  }
}

/** A run by its id. Throws a 404 if there is none. */
export async function getRun(
  tx: Tx,
  id: number,
  lock: 'for update' | 'no lock' = 'no lock',
): Promise<RunView> {
  const run = await findRun(tx, id, lock);
  if (!run) throw notFound('run', id);
  return run;
}

async function stepsOfFlow(tx: Tx, flowId: number): Promise<ShownSteps> {
  const [flow] = await findFlowsByIds(tx, [flowId]);
  if (!flow) throw notFound('flow', flowId);
  return new ShownSteps(flow.key, flow.definition);
}

/** A run as webhooks and its own page show it. */
export function runView(run: RunView, steps: ShownSteps) {
  return {
    id: run.id,
    flow: { id: run.flow_id, key: run.flow_key, name: run.flow_name },
    person: { id: run.person_id, email: run.email },
    status: run.status,
    step: steps.of(run.step_id),
    waiting: run.waiting,
    due_at: run.due_at?.toISOString() ?? null,
    reason: run.reason,
    started_at: run.started_at.toISOString(),
    ended_at: run.ended_at?.toISOString() ?? null,
  };
}

/** A run as lists show it, which name people. */
export function listedRun(run: RunView, steps: ShownSteps) {
  const { person, ...view } = runView(run, steps);
  const { first_name, last_name } = run;
  return { ...view, person: { ...person, first_name, last_name } };
}

/** A run with its trace, in its present state. */
export async function tracedRun(tx: Tx, id: number) {
  const run = await getRun(tx, id);
  const steps = await stepsOfFlow(tx, run.flow_id);
  const trace = await traceOf(tx, id, limits.runTraceShown);
  const goals = await reachedGoalsOf(tx, id);
  return {
    ...runView(run, steps),
    goals: goals.map(({ goal, reached_at }) => ({
      name: goal,
      reached_at: reached_at.toISOString(),
    })),
    trace: trace.map((entry) => ({
      at: entry.recorded_at.toISOString(),
      step: steps.of(entry.step_id),
      outcome: entry.outcome,
      arm: entry.arm,
      reason: entry.reason,
    })),
  };
}
