import { type CompiledFlow, compileFlow } from '@postroad/core/flows/definition/compile';
import { addressedStep } from '@postroad/core/flows/definition/step-address';
import { resumePoint, takenOutcomes } from '@postroad/core/flows/interpreter/resume-point';
import { insideStatuses, runStatuses } from '@postroad/core/flows/run-operations';
import { hinted } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { nearest } from '@postroad/core/platform/nearest';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import type { FlowRow } from '@postroad/store/flows/flow';
import {
  cancelRun,
  cancelSendsOfRuns,
  lastSteps,
  lockParkedRuns,
  type ParkedRun,
  type PutRun,
  putRuns,
} from '@postroad/store/flows/run-control';
import { countParked, listRuns, type RunView } from '@postroad/store/flows/run-view';
import type { Tx } from '@postroad/store/platform/transaction';
import { stopCallsOfRuns } from '@postroad/store/webhooks/call';
import { getPerson } from '../people/get-person.ts';
import type { Actor } from '../platform/actor.ts';
import { type Context, type Handlers, read, transaction } from '../platform/handler.ts';
import { pageOf, shownOf } from '../platform/page.ts';
import { getFlow } from './flow-view.ts';
import type { FlowDeps } from './live-flows.ts';
import { wakeCompleted } from './react-to-facts.ts';
import { getRun, listedRun, ShownSteps, tracedRun } from './run-view.ts';
import { announcedRun } from './run-wakeups.ts';

function shownSteps(flow: FlowRow): ShownSteps {
  return new ShownSteps(flow.key, flow.definition);
}

/** The handle of the step that an address most likely means. */
function nearestStep(flow: FlowRow, compiled: CompiledFlow, address: string): string | null {
  const steps = shownSteps(flow);
  const handles = [...compiled.byId.keys()].map((known) => steps.handleOf(known));
  const slug = address.replace(/^(?:.*\.)?(?:\d+-)?/, '');
  const bySlug = handles.find((handle) => handle.replace(/^\d+-/, '') === slug);
  return bySlug ?? nearest(address, handles);
}

/** The step id of an address, whether or not the flow still has the step. Throws a 422. */
function anyStep(flow: FlowRow, address: string, path: string): number {
  const id = addressedStep(flow.key, address);
  if (id !== null) return id;
  const message = `"${address}" names no step; write its id, its handle or its Step ID in the flow ${flow.key}.`;
  const near = nearestStep(flow, compileFlow(flow.definition), address);
  throw invalid([hinted({ path, code: 'step_malformed', message }, near)]);
}

/** The same for a step that the flow has. */
function ownStep(flow: FlowRow, compiled: CompiledFlow, address: string, path: string): number {
  const id = addressedStep(flow.key, address);
  if (id !== null && compiled.byId.has(id)) return id;
  const near = nearestStep(flow, compiled, address);
  const rest = near === null ? ' get_flow shows its steps.' : '';
  const message = `The flow ${flow.key} has no step "${address}".${rest}`;
  throw invalid([hinted({ path, code: 'step_unknown', message }, near)]);
}

function by({ name, id }: Actor): string {
  return `by ${name} (${id})`;
}

function refuseEnded(run: RunView): void {
  if (run.ended_at === null) return;
  const message = `Run ${run.id} has been ${run.status} since ${run.ended_at.toISOString()}. Choose a run that has not ended.`;
  throw new Refusal('conflict', message);
}

/**
 * The states in which parked runs resume: on their own step if the flow still has it, in the same
 * wait; otherwise after the last step they took that still exists.
 */
async function resumed(
  tx: Tx,
  flow: FlowRow,
  runs: readonly ParkedRun[],
  actor: Actor,
): Promise<PutRun[]> {
  const compiled = compileFlow(flow.definition);
  const stands = ({ step_id }: ParkedRun) => step_id === null || compiled.byId.has(step_id);
  const lost = runs.filter((run) => !stands(run));
  const last = new Map(
    lost.length === 0
      ? []
      : (
          await lastSteps(tx, {
            runIds: lost.map((run) => run.id),
            stepIds: [...compiled.byId.keys()],
            outcomes: takenOutcomes,
          })
        ).map((taken) => [taken.run_id, taken]),
  );
  const steps = shownSteps(flow);
  return runs.map((run) => {
    const { id, step_id, waiting } = run;
    const again = { id, outcome: 'retried' as const };
    if (stands(run)) {
      return { ...again, step_id, waiting, ended: false, reason: `Retried ${by(actor)}.` };
    }
    const next = resumePoint(compiled, last.get(id) ?? null);
    const where =
      next === null ? 'nothing is left to take' : `it continues with ${steps.handleOf(next)}`;
    return {
      ...again,
      step_id: next ?? step_id,
      waiting: false,
      ended: next === null,
      reason: `Retried ${by(actor)}: step ${step_id} is gone, and ${where}.`,
    };
  });
}

/**
 * Puts runs on their steps. A run that leaves its wait stops the call that it waited for, and one with
 * nothing left to take ends as any other: endpoints hear of it, and who waits for that is looked at.
 */
async function put(
  tx: Tx,
  deps: FlowDeps,
  runs: readonly Pick<ParkedRun, 'id' | 'person_id'>[],
  puts: readonly PutRun[],
): Promise<void> {
  if (puts.length === 0) return;
  await putRuns(tx, puts);
  await stopCallsOfRuns(
    tx,
    puts.filter(({ waiting }) => !waiting).map(({ id }) => id),
  );
  tx.work.wake('runs');
  const ends = new Set(puts.filter(({ ended }) => ended).map(({ id }) => id));
  const completed = runs.filter(({ id }) => ends.has(id));
  tx.work.announce('flow.run_completed', completed.map(announcedRun));
  await wakeCompleted(
    tx,
    deps,
    completed.map(({ person_id }) => person_id),
  );
}

const readRuns: Pick<Handlers, 'list_flow_runs' | 'get_run'> = {
  list_flow_runs: read(async (input, { tx }) => {
    const flow = await getFlow(tx, input.flow_key);
    const person = input.person === undefined ? null : await getPerson(tx, input.person);
    const page = pageOf(input, 1);
    // Without a status, a step lists the people who are on it, not those who ended there.
    const usual = input.step === undefined ? runStatuses : insideStatuses;
    const statuses = input.status === undefined ? usual : [input.status];
    const rows = await listRuns(tx, {
      flowId: flow.id,
      statuses,
      stepId: input.step === undefined ? null : anyStep(flow, input.step, 'step'),
      personId: person?.id ?? null,
      before: page.after?.[0] ?? null,
      limit: page.read,
    });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    const steps = shownSteps(flow);
    return { runs: shown.map((row) => listedRun(row, steps)), next_cursor };
  }),
  get_run: read(async ({ run_id }, { tx }) => {
    return { run: await tracedRun(tx, run_id) };
  }),
};

const controlRuns: Pick<Handlers<FlowDeps>, 'cancel_run' | 'move_run' | 'retry_run'> = {
  cancel_run: transaction(async ({ run_id }, { tx, actor }) => {
    const found = await getRun(tx, run_id);
    if (found.status === 'canceled') {
      return { run: await tracedRun(tx, run_id), emails_canceled: 0 };
    }
    refuseEnded(found);
    const reason = `Canceled ${by(actor)}.`;
    // Mail is locked first, as everywhere; then any mail that the run queued before it was locked.
    const mail = [{ ...found, reason }];
    const queued = await cancelSendsOfRuns(tx, mail);
    refuseEnded(await getRun(tx, run_id, 'for update'));
    const late = await cancelSendsOfRuns(tx, mail);
    await cancelRun(tx, run_id, reason);
    await stopCallsOfRuns(tx, [run_id]);
    const emailsCanceled = queued + late;
    if (emailsCanceled > 0) tx.work.tell({ resource: 'queue', id: null, action: 'updated' });
    return { run: await tracedRun(tx, run_id), emails_canceled: emailsCanceled };
  }),
  move_run: transaction(async ({ run_id, step }, { tx, deps, actor }) => {
    const run = await getRun(tx, run_id, 'for update');
    refuseEnded(run);
    const flow = await getFlow(tx, String(run.flow_id));
    const to = ownStep(flow, compileFlow(flow.definition), step, 'step');
    const steps = shownSteps(flow);
    const reason = `Moved from ${steps.handleOf(run.step_id)} to ${steps.handleOf(to)} ${by(actor)}.`;
    const moved = { id: run_id, step_id: to, waiting: false, ended: false };
    await put(tx, deps, [run], [{ ...moved, outcome: 'moved', reason }]);
    return { run: await tracedRun(tx, run_id) };
  }),
  retry_run: transaction(async ({ run_id }, { tx, deps, actor }) => {
    const run = await getRun(tx, run_id, 'for update');
    refuseEnded(run);
    if (run.status !== 'parked') {
      const message = `Run ${run_id} is ${run.status}, not parked. Move it, or wait for it.`;
      throw new Refusal('conflict', message);
    }
    const flow = await getFlow(tx, String(run.flow_id));
    await put(tx, deps, [run], await resumed(tx, flow, [run], actor));
    return { run: await tracedRun(tx, run_id) };
  }),
};

/** As many parked runs as one call may take, and the number of remaining ones. */
async function parkedRuns(
  { tx }: Context,
  flow: FlowRow,
  stepId: number | null,
): Promise<{ runs: ParkedRun[]; remaining: number }> {
  const limit = limits.runsControlledAtOnce;
  const runs = await lockParkedRuns(tx, { flowId: flow.id, stepId, limit });
  const all = runs.length < limit ? runs.length : await countParked(tx, flow.id, stepId);
  return { runs, remaining: all - runs.length };
}

const controlParked: Pick<Handlers<FlowDeps>, 'retry_parked_runs' | 'move_parked_runs'> = {
  retry_parked_runs: transaction(async ({ flow_key, step }, context) => {
    const { tx, deps, actor } = context;
    const flow = await getFlow(tx, flow_key);
    const stepId = step === undefined ? null : anyStep(flow, step, 'step');
    const { runs, remaining } = await parkedRuns(context, flow, stepId);
    await put(tx, deps, runs, await resumed(tx, flow, runs, actor));
    return { retried: runs.length, remaining };
  }),
  move_parked_runs: transaction(async ({ flow_key, from, to }, context) => {
    const { tx, deps, actor } = context;
    const flow = await getFlow(tx, flow_key);
    const fromId = anyStep(flow, from, 'from');
    const toId = ownStep(flow, compileFlow(flow.definition), to, 'to');
    const { runs, remaining } = await parkedRuns(context, flow, fromId);
    const steps = shownSteps(flow);
    const reason = `Moved from ${steps.handleOf(fromId)} to ${steps.handleOf(toId)} ${by(actor)}.`;
    const moved = {
      step_id: toId,
      waiting: false,
      ended: false,
      outcome: 'moved' as const,
      reason,
    };
    await put(
      tx,
      deps,
      runs,
      runs.map(({ id }) => ({ ...moved, id })),
    );
    // Runs that were moved onto their own step are no longer parked.
    return { moved: runs.length, remaining };
  }),
};

export const runHandlers = { ...readRuns, ...controlRuns, ...controlParked };
