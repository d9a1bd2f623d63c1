import type { FactQuestion } from '@postroad/core/condition/facts';
import { type Advance, advance } from '@postroad/core/flow/advance';
import type { Answers, Question } from '@postroad/core/flow/question';
import { questions } from '@postroad/core/flow/questions';
import type { RunState } from '@postroad/core/flow/run';
import { findEmailStates } from '@postroad/store/email';
import { findHistorical } from '@postroad/store/event';
import { shareFlows } from '@postroad/store/flow';
import {
  type ClaimedRun,
  claimDueRuns,
  freezeRuns,
  insertRunSteps,
  parkRun,
  type RunStep,
  type RunWrite,
  runStatus,
  writeRuns,
} from '@postroad/store/run';
import { enqueueSends, type NewSend, sourceKind } from '@postroad/store/send';
import { isPassing, type Tx, transaction } from '@postroad/store/transaction';
import { loadConditionFacts } from '../condition-facts.ts';
import type { Deps } from '../deps.ts';
import type { ConditionFacts } from '../fact-loaders.ts';
import type { LiveFlow } from '../live-flows.ts';
import { changePeople } from './change-people.ts';

/** Runs claimed at once: the queue's cost a row is flat from a few hundred on (performance §2). */
export const runBatch = 500;

interface Walked {
  run: ClaimedRun;
  flow: LiveFlow;
  advance: Advance;
}

/**
 * Takes one batch of due runs to their next wait: claims, loads their facts, advances each in
 * memory and writes the effects with one statement a kind, all in one transaction. Answers how many
 * it took. Where a batch fails, its runs are taken one by one and the one that fails is parked.
 */
export async function advanceRuns(deps: Deps, batch = runBatch): Promise<number> {
  try {
    return await advanceBatch(deps, batch);
  } catch (error) {
    if (batch === 1) throw error;
    deps.log.warn('A batch of runs failed; its runs are taken one by one.', { error });
    return await advanceOneByOne(deps, batch);
  }
}

async function advanceBatch(deps: Deps, batch: number): Promise<number> {
  return await transaction(deps.database, { testClock: deps.config.testClock }, async (tx) => {
    const claimed = await claimDueRuns(tx, batch);
    if (claimed.length > 0) await advanceClaimed(tx, deps, claimed);
    return claimed.length;
  });
}

async function advanceOneByOne(deps: Deps, most: number): Promise<number> {
  for (let taken = 0; taken < most; taken += 1) {
    let failing: ClaimedRun | null = null;
    try {
      const found = await transaction(
        deps.database,
        { testClock: deps.config.testClock },
        async (tx) => {
          const [run] = await claimDueRuns(tx, 1);
          failing = run ?? null;
          if (run) await advanceClaimed(tx, deps, [run]);
          return run !== undefined;
        },
      );
      if (!found) return taken;
    } catch (error) {
      const run = failing as ClaimedRun | null;
      // A run is parked for what it does, never for a database that was away.
      if (!run || isPassing(error)) throw error;
      const reason = `It could not be advanced: ${(error as Error).message}`;
      deps.log.error('A run was parked.', { run: run.id, error });
      const clock = { testClock: deps.config.testClock };
      await transaction(deps.database, clock, (tx) => parkRun(tx, run.id, reason));
    }
  }
  return most;
}

async function advanceClaimed(tx: Tx, deps: Deps, claimed: ClaimedRun[]): Promise<void> {
  const flows = await deps.liveFlows.byId(tx);
  const idle = claimed.filter((run) => !flows.has(run.flow_id));
  if (idle.length > 0) await setAside(tx, idle);
  const moving = claimed.flatMap((run) => {
    const flow = flows.get(run.flow_id);
    return flow ? [{ run, flow, state: stateOf(run) }] : [];
  });
  if (moving.length === 0) return;
  const facts = await loadFacts(tx, deps, moving);
  const walked = moving.map(({ run, flow, state }) => ({
    run,
    flow,
    advance: advanceSafely(
      flow,
      state,
      { ...facts.about.of(run.person_id), emails: facts.emails, tunables: facts.tunables },
      tx.now,
    ),
  }));
  await writeWalks(tx, deps, walked);
}

/** Freezes runs of flows that are not live; a flow that went live meanwhile keeps its runs due. */
async function setAside(tx: Tx, idle: ClaimedRun[]): Promise<void> {
  // Shared, so that an activation either is seen here or releases what is frozen now.
  const status = await shareFlows(tx, [...new Set(idle.map((run) => run.flow_id))]);
  const frozen = idle.filter((run) => status.get(run.flow_id) !== 'live');
  await freezeRuns(
    tx,
    frozen.map((run) => run.id),
  );
}

function stateOf(run: ClaimedRun): RunState {
  return {
    step_id: run.step_id,
    waiting: run.waiting,
    status: 'active',
    due_at: null,
    reason: null,
  };
}

/** The interpreter never throws on a definition it compiled; should it, only this run stops. */
function advanceSafely(flow: LiveFlow, state: RunState, answers: Answers, now: Date): Advance {
  try {
    return advance(flow.compiled, state, answers, now);
  } catch (error) {
    const reason = `It could not be advanced: ${(error as Error).message}`;
    const run: RunState = { ...state, status: 'parked', due_at: null, reason };
    return {
      run,
      effects: [],
      trace: [{ step_id: state.step_id, type: null, outcome: 'parked', reason }],
    };
  }
}

interface LoadedFacts extends Pick<Answers, 'emails' | 'tunables'> {
  about: ConditionFacts;
}

/** One query a kind of fact, for all runs of the batch. */
async function loadFacts(
  tx: Tx,
  deps: Deps,
  moving: { run: ClaimedRun; flow: LiveFlow; state: RunState }[],
): Promise<LoadedFacts> {
  const emailIds = new Set<number>();
  const asked = moving.map(({ run, flow, state }) => {
    const { ofFlow, ofPerson } = split(questions(flow.compiled, state));
    for (const question of ofFlow) if (question.kind === 'email') emailIds.add(question.email_id);
    return { personId: run.person_id, questions: ofPerson };
  });
  const emails = emailIds.size > 0 ? await findEmailStates(tx, [...emailIds]) : new Map();
  const about = await loadConditionFacts(tx, deps, asked);
  return { about, emails, tunables: new Map() };
}

interface SplitQuestions {
  ofFlow: readonly Question[];
  ofPerson: readonly FactQuestion[];
}

const splits = new WeakMap<readonly Question[], SplitQuestions>();

/** Remembered, since the runs that stand on one step share one list of questions. */
function split(asked: readonly Question[]): SplitQuestions {
  const known = splits.get(asked);
  if (known) return known;
  const ofFlow = asked.filter(({ kind }) => kind === 'email' || kind === 'tunable');
  const ofPerson = asked.filter((question) => isFactQuestion(question));
  splits.set(asked, { ofFlow, ofPerson });
  return { ofFlow, ofPerson };
}

function isFactQuestion(question: Question): question is FactQuestion {
  return question.kind !== 'email' && question.kind !== 'tunable';
}

async function writeWalks(tx: Tx, deps: Deps, walked: Walked[]): Promise<void> {
  await writeRuns(tx, walked.map(runWrite));
  const steps = walked.flatMap(runSteps);
  tx.afterCommit(() => deps.counters.add('steps_taken', steps.length));
  if (steps.length > 0) await insertRunSteps(tx, steps);
  const sends = walked.flatMap(newSends);
  if (sends.length > 0) {
    await enqueueSends(tx, sends);
    deps.wake.after(tx);
  }
  await writeTags(tx, deps, walked);
}

function runWrite({ run, advance }: Walked): RunWrite {
  return {
    id: run.id,
    step_id: advance.run.step_id,
    waiting: advance.run.waiting,
    status: runStatus[advance.run.status],
    due_at: advance.run.due_at?.toISOString() ?? null,
    reason: advance.run.reason,
  };
}

function runSteps({ run, advance }: Walked): RunStep[] {
  return advance.trace.map((entry) => ({
    run_id: run.id,
    step_id: entry.step_id,
    outcome: entry.outcome,
    arm: entry.arm ?? null,
    reason: entry.reason ?? null,
  }));
}

function newSends({ run, flow, advance }: Walked): NewSend[] {
  return advance.effects.flatMap((effect) =>
    effect.kind === 'send_email'
      ? [
          {
            person_id: run.person_id,
            email_id: effect.email_id,
            source_kind: sourceKind.flow,
            source_id: flow.id,
            step_id: effect.step_id,
            run_id: run.id,
            event_id: run.event_id,
          },
        ]
      : [],
  );
}

/**
 * Tags change by the flow as by hand: with an event of each (EVENT-15), which can start flows. What
 * comes of a historical event is historical too, so that a backfill starts no more than it is to.
 */
async function writeTags(tx: Tx, deps: Deps, walked: Walked[]): Promise<void> {
  const adding = walked.filter(({ advance }) =>
    advance.effects.some((effect) => effect.kind === 'add_tag'),
  );
  if (adding.length === 0) return;
  const historical = await findHistorical(
    tx,
    adding.flatMap(({ run }) => run.event_id ?? []),
  );
  const changes = adding.map(({ run, advance }) => ({
    person_id: run.person_id,
    add_tags: advance.effects.flatMap((effect) => (effect.kind === 'add_tag' ? effect.tag : [])),
    how: 'flow' as const,
    historical: historical.has(run.event_id ?? 0),
  }));
  await changePeople(tx, deps, changes);
}
