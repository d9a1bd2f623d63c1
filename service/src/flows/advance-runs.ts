import { type Advance, advance } from '@postroad/core/flows/interpreter/advance';
import type { Answers } from '@postroad/core/flows/interpreter/question';
import type { RunState } from '@postroad/core/flows/interpreter/run';
import { limits } from '@postroad/core/platform/limits';
import { type FlowStatus, lockFlowsKeyShare } from '@postroad/store/flows/flow';
import { type ClaimedRun, findDoneSteps, freezeRuns, parkRun } from '@postroad/store/flows/run';
import { lockFreePeople } from '@postroad/store/people/person';
import { isPassing } from '@postroad/store/platform/retry';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { ConditionDeps } from '../conditions/condition-facts.ts';
import { runYielding } from '../platform/cooperative.ts';
import type { Log } from '../platform/log.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import type { AdvancedRun } from './advanced-run.ts';
import { type ClaimDeps, claimRuns } from './claim-runs.ts';
import { loadAnswers } from './flow-facts.ts';
import type { LiveFlow } from './live-flows.ts';
import { announcedRun, countRuns } from './run-wakeups.ts';
import { type RunDeps, writeRunBatch } from './write-runs.ts';

/** Runs claimed at once; larger claims cost no less for each run. */
const runBatch = 500;

/** The parts of the service that advancing needs. */
export type AdvanceDeps = TransactionDeps & ConditionDeps & ClaimDeps & RunDeps & { log: Log };

/**
 * Advances one batch of due runs to their next wait: claims them, loads their facts, advances each
 * in memory and writes the effects with one statement for each kind, all in one transaction.
 * Returns how many runs it took. If a batch fails, its runs are taken one by one and the failing
 * one is parked.
 */
export async function advanceRuns(deps: AdvanceDeps, batch = runBatch): Promise<number> {
  try {
    return await advanceBatch(deps, batch);
  } catch (error) {
    if (batch === 1) throw error;
    deps.log.warn('A batch of runs failed; its runs are taken one by one.', { error });
    return await advanceOneByOne(deps, batch);
  }
}

async function advanceBatch(deps: AdvanceDeps, batch: number): Promise<number> {
  return await transaction(deps.database, { testClock: deps.config.testClock }, async (tx) => {
    const claimed = await claimRuns(tx, deps, batch);
    return claimed.length > 0 ? await advanceClaimed(tx, deps, claimed) : 0;
  });
}

async function advanceOneByOne(deps: AdvanceDeps, most: number): Promise<number> {
  for (let taken = 0; taken < most; taken += 1) {
    let failing: ClaimedRun | null = null;
    try {
      const moved = await transaction(
        deps.database,
        { testClock: deps.config.testClock },
        async (tx) => {
          const [run] = await claimRuns(tx, deps, 1);
          failing = run ?? null;
          return run ? await advanceClaimed(tx, deps, [run]) : 0;
        },
      );
      if (moved === 0) return taken;
    } catch (error) {
      const run = failing as ClaimedRun | null;
      // A run is parked for its own failure, never because the database was away.
      if (!run || isPassing(error)) throw error;
      const reason = `It could not be advanced: ${(error as Error).message}`;
      deps.log.error('A run was parked.', { run_id: run.id, error });
      const clock = { testClock: deps.config.testClock };
      await transaction(deps.database, clock, async (tx) => {
        await parkRun(tx, run.id, reason);
        countRuns(tx, [run]);
        tx.work.announce('flow.run_parked', [announcedRun(run)]);
      });
    }
  }
  return most;
}

/**
 * Returns how many of the claimed runs were taken. Further locks follow the order of every writer,
 * flows before people. It never waits for a person: if another transaction has locked the person,
 * the run is left for a later claim. The flows are read last, so that nobody waits at a gate of a
 * replaced definition (docs/decisions/0019).
 */
async function advanceClaimed(tx: Tx, deps: AdvanceDeps, claimed: ClaimedRun[]): Promise<number> {
  const flowIds = [...new Set(claimed.map((run) => run.flow_id))];
  const personIds = [...new Set(claimed.map((run) => run.person_id))];
  const [status, people, { byId, gates, goals }] = await Promise.all([
    lockFlowsKeyShare(tx, flowIds),
    lockFreePeople(tx, personIds),
    deps.liveFlows.running(tx),
  ]);
  const frozen = await setAside(tx, claimed, status);
  const moving = claimed.flatMap((run) => {
    const flow = byId.get(run.flow_id);
    return flow && people.has(run.person_id) ? [{ run, flow, state: stateOf(run) }] : [];
  });
  if (moving.length === 0) return frozen;
  const asked = moving.map(({ run, flow, state }) => ({
    ...{ runId: run.id, personId: run.person_id, flow: flow.compiled },
    ...{ state, event: run.event_id, startedAt: run.started_at },
    of: { id: flow.id, key: flow.key },
  }));
  const answers = await loadAnswers(tx, deps, asked, people);
  const edited = moving.filter(mayRepeat).map(({ run }) => run.id);
  const done = edited.length > 0 ? await findDoneSteps(tx, edited) : new Map<number, Set<number>>();
  const take = (mover: Mover, index: number): AdvancedRun => {
    const { run, flow, state } = mover;
    const facts = answers[index];
    if (facts === undefined) throw new Error('Facts of a run are missing.');
    const known = done.get(run.id);
    const withDone = known === undefined ? facts : { ...facts, done: known };
    return { run, flow, advance: walk(flow, run, state, withDone, tx.now) };
  };
  const walked = await runYielding(advanceInTime(moving, take));
  await writeRunBatch(tx, deps, { walked, people, gates, goals });
  return walked.length + frozen;
}

interface Mover {
  run: ClaimedRun;
  flow: LiveFlow;
  state: RunState;
}

/**
 * Advances the runs until the time is used up, but at least the first. A flow with slow steps
 * delays neither other flows nor the answers of the process: the remaining runs stay due and are
 * claimed again. Pauses after each run.
 */
function* advanceInTime(
  moving: readonly Mover[],
  take: (mover: Mover, index: number) => AdvancedRun,
): Generator<undefined, AdvancedRun[]> {
  const walked: AdvancedRun[] = [];
  const spent = new Map<number, number>();
  let all = 0;
  for (const [index, mover] of moving.entries()) {
    const before = spent.get(mover.run.flow_id) ?? 0;
    if (all > limits.walkBatchMs) break;
    if (before > limits.walkFlowMs) continue;
    const start = performance.now();
    walked.push(take(mover, index));
    const ms = performance.now() - start;
    spent.set(mover.run.flow_id, before + ms);
    all += ms;
    yield;
  }
  return walked;
}

/** A save and a start overlap by no more than the length of a transaction. */
const overlapMs = 60_000;

/**
 * Whether the flow was saved after the run began, so that steps it has done may be ahead of it
 * again.
 */
function mayRepeat({ run, flow }: { run: ClaimedRun; flow: LiveFlow }): boolean {
  return run.step_id !== null && run.started_at.getTime() <= flow.saved.getTime() + overlapMs;
}

/** Freezes runs of flows that are not live. Runs of a flow that went live meanwhile stay due. */
async function setAside(
  tx: Tx,
  claimed: readonly ClaimedRun[],
  status: ReadonlyMap<number, FlowStatus>,
): Promise<number> {
  const frozen = claimed.filter((run) => status.get(run.flow_id) !== 'live');
  if (frozen.length > 0) {
    await freezeRuns(
      tx,
      frozen.map((run) => run.id),
    );
    countRuns(tx, frozen);
  }
  return frozen.length;
}

function stateOf(run: ClaimedRun): RunState {
  const { step_id, waiting, due_at, arrived_at, after_event, wait_event, wait_condition } = run;
  const condition = wait_condition ? ({ condition: true } as const) : null;
  const waitsFor = wait_event === null ? condition : { event: wait_event };
  const wait = { due_at, arrived_at, after_event, waits_for: waitsFor };
  return { step_id, waiting, status: 'active', ...wait, reason: null };
}

function walk(
  flow: LiveFlow,
  run: ClaimedRun,
  state: RunState,
  answers: Answers,
  now: Date,
): Advance {
  if (run.chain > limits.flowChain) {
    return parked(state, answers, `${run.chain} flows started each other without waiting.`);
  }
  // The interpreter never throws on a definition it compiled; if it does, only this run stops.
  try {
    return advance(flow.compiled, state, answers, now);
  } catch (error) {
    return parked(state, answers, `It could not be advanced: ${(error as Error).message}`);
  }
}

function parked(state: RunState, answers: Answers, reason: string): Advance {
  const run: RunState = { ...state, status: 'parked', due_at: null, reason };
  const trace = { step_id: state.step_id, type: null, outcome: 'parked', reason } as const;
  return { run, effects: [], trace: [trace], reached: [], answers };
}
