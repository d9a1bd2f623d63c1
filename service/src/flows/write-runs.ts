import { handleOf, stepIdOf } from '@postroad/core/flows/definition/step-id';
import type { TraceEntry } from '@postroad/core/flows/interpreter/run';
import { traceReason } from '@postroad/core/flows/interpreter/trace-reason';
import {
  type ClaimedRun,
  insertRunSteps,
  type RunStep,
  type RunWrite,
  raiseAfterEvent,
  writeRuns,
} from '@postroad/store/flows/run';
import { keepSplitChoices } from '@postroad/store/flows/split-choice';
import type { Tx } from '@postroad/store/platform/transaction';
import { countHoldouts } from '@postroad/store/queue/figures';
import { noteMovedAgain, type RestoredWindow } from '@postroad/store/queue/restored';
import { enqueueSends, type QueuedSend } from '@postroad/store/queue/send';
import { findSequenceStates, startSequences } from '@postroad/store/sequences/sequence';
import { findUnfinishedRuns } from '@postroad/store/sequences/sequence-run';
import { queueCalls, stopCalls } from '@postroad/store/webhooks/call';
import type { IngestDeps } from '../events/ingest.ts';
import { registerFields } from '../people/register-fields.ts';
import type { Counters } from '../platform/counters.ts';
import { countMail } from '../queue/count-mail.ts';
import { type AdvancedRun, effectsOf, type RunBatch, type RunEffect } from './advanced-run.ts';
import { changedAbout } from './goals/changed-about.ts';
import { reachGoals } from './goals/reach-goals.ts';
import { eventOfRun, writePersonEffects } from './person-effects.ts';
import { announcedRun, changedBy, countRuns } from './run-wakeups.ts';

/** The parts of the service that writing advanced runs needs. */
export type RunDeps = IngestDeps & {
  counters: Counters;
  restored: RestoredWindow | null;
};

/** Writes a batch of advanced runs, with one statement for each kind of effect. */
export async function writeRunBatch(tx: Tx, deps: RunDeps, walks: RunBatch): Promise<void> {
  const { walked } = walks;
  await startOnSequences(tx, walks);
  await refuseFields(tx, walked);
  const steps = walked.flatMap(runSteps);
  const sends = walked.flatMap((run) => newSends(run, deps.restored));
  // The steps before the runs: a reference to a locked row costs less than one to a row just
  // written.
  await Promise.all([
    steps.length > 0 ? insertRunSteps(tx, steps) : null,
    sends.length > 0 ? enqueueSends(tx, sends) : null,
    writeRuns(tx, walked.map(runWrite)),
    writeSplits(tx, walked),
    writeCalls(tx, walked),
  ]);
  if (deps.restored !== null) {
    const moved = walked.flatMap(({ run: { id, due_at } }) => (due_at ? [{ id, due_at }] : []));
    await noteMovedAgain(tx, 'flow', deps.restored, moved);
  }
  tx.work.afterCommit(() => deps.counters.add('steps_taken', steps.length));
  countRuns(
    tx,
    walked.map(({ run }) => run),
  );
  announceEnds(tx, walked);
  countMail(tx, sends);
  if (sends.length > 0) tx.work.wake('sends');
  // After the runs, so that people who reached a gate in this batch are woken too.
  const lastOf = await writePersonEffects(tx, deps, walks);
  const arrived = walked.flatMap(({ run, advance }) => {
    const { waits_for } = advance.run;
    if (waits_for === null || !('event' in waits_for)) return [];
    const afterEvent = lastOf.get(eventOfRun(run.id, waits_for.event));
    return afterEvent === undefined ? [] : [{ id: run.id, after_event: afterEvent }];
  });
  if (arrived.length > 0) await raiseAfterEvent(tx, arrived);
  // Mail that a walk queued before it reached a goal is canceled with the rest.
  await reachGoals(
    tx,
    walked.flatMap(({ run, advance: { reached } }) =>
      reached.length === 0 ? [] : [{ run, goals: reached }],
    ),
    { waits: true },
  );
  wakeAfterCompletion(tx, walks);
}

function announceEnds(tx: Tx, walked: readonly AdvancedRun[]): void {
  const withStatus = (status: RunWrite['status']) =>
    walked
      .filter(({ advance }) => advance.run.status === status)
      .map(({ run }) => announcedRun(run));
  tx.work.announce('flow.run_completed', withStatus('completed'));
  tx.work.announce('flow.run_parked', withStatus('parked'));
}

function runWrite({ run, advance }: AdvancedRun): RunWrite {
  const { step_id, waiting, status, due_at, reason, ...wait } = advance.run;
  const { waits_for } = wait;
  return {
    id: run.id,
    step_id,
    waiting,
    status,
    due_at: due_at?.toISOString() ?? null,
    reason,
    arrived_at: wait.arrived_at?.toISOString() ?? null,
    after_event: wait.after_event,
    wait_event: waits_for !== null && 'event' in waits_for ? waits_for.event : null,
    wait_condition: waits_for !== null && 'condition' in waits_for,
  };
}

function runSteps({ run, flow, advance }: AdvancedRun): RunStep[] {
  return advance.trace.map((entry) => ({
    run_id: run.id,
    step_id: entry.step_id,
    outcome: entry.outcome,
    arm: entry.arm ?? null,
    reason: traceReason(entry, flow.compiled.memo),
  }));
}

/** After a restore, mail keeps the time for which the run was due: the lost service sent it then. */
function newSends(
  { run, flow, advance }: AdvancedRun,
  restored: RestoredWindow | null,
): QueuedSend[] {
  const isLate = restored !== null && run.due_at !== null && run.due_at <= restored.until;
  const due = isLate && run.due_at ? { due_at: run.due_at } : {};
  return advance.effects.flatMap((effect) =>
    effect.kind === 'send_email'
      ? [
          {
            person_id: run.person_id,
            email_id: effect.email_id,
            source_kind: 'flow',
            source_id: flow.id,
            step_id: effect.step_id,
            run_id: run.id,
            event_id: run.event_id,
            ...due,
          },
        ]
      : [],
  );
}

/** Records in the trace that a step could not be done (contract §4.8), and drops its effect. */
function skip({ walk, effect }: RunEffect, reason: string): void {
  const { advance } = walk;
  advance.effects = advance.effects.filter((other) => other !== effect);
  advance.trace = advance.trace.map((entry): TraceEntry => {
    const isIt = entry.step_id === effect.step_id && entry.outcome === 'ran';
    return isIt ? { ...entry, outcome: 'skipped', reason } : entry;
  });
}

/** Those who are partway through the sequence that they were to start, by sequence and person. */
async function underWay(
  tx: Tx,
  refused: readonly { walk: AdvancedRun; effect: { sequence_id: number } }[],
): Promise<Set<string>> {
  const pairs = refused.map(({ walk, effect }) => ({
    sequence_id: effect.sequence_id,
    person_id: walk.run.person_id,
  }));
  const found = pairs.length > 0 ? await findUnfinishedRuns(tx, pairs) : [];
  return new Set(found.map(({ sequence_id, person_id }) => `${sequence_id} ${person_id}`));
}

async function startOnSequences(tx: Tx, { walked, ...watched }: RunBatch): Promise<void> {
  const wanted = effectsOf(walked, 'start_sequence');
  if (wanted.length === 0) return;
  const starts = wanted.map(({ walk, effect }) => ({
    ...{ sequence_id: effect.sequence_id, person_id: walk.run.person_id, chain: walk.run.chain },
  }));
  const started = await startSequences(tx, starts);
  if (started.length > 0) {
    tx.work.wake('sequences');
    tx.work.count('sequences', new Set(started.map(({ sequence_id }) => sequence_id)));
  }
  const done = new Set(started.map((start) => `${start.sequence_id} ${start.person_id}`));
  // Each start belongs to one step; a second start for the same person finds the first one running.
  const refused = wanted.filter(
    ({ walk, effect }) => !done.delete(`${effect.sequence_id} ${walk.run.person_id}`),
  );
  const ids = refused.map(({ effect }) => effect.sequence_id);
  const states = ids.length > 0 ? await findSequenceStates(tx, ids) : new Map();
  const under = await underWay(tx, refused);
  for (const one of refused) {
    const { sequence_id } = one.effect;
    const pair = `${sequence_id} ${one.walk.run.person_id}`;
    const why = under.has(pair)
      ? `The person is on sequence ${sequence_id} already.`
      : `Sequence ${sequence_id} runs only once for a person, and this one has been on it.`;
    skip(one, states.get(sequence_id)?.enabled === false ? `Sequence ${sequence_id} is off.` : why);
  }
  changedAbout(
    tx,
    watched,
    ['sequence'],
    wanted.map(({ walk: { run } }) => changed(run)),
  );
}

/** Keeps the arms that people got, and counts the runs that ended on a holdout (SPLIT-02, SPLIT-04). */
async function writeSplits(tx: Tx, walked: readonly AdvancedRun[]): Promise<void> {
  const chosen = effectsOf(walked, 'choose_arm').map(({ walk: { run }, effect }) => ({
    flow_id: run.flow_id,
    person_id: run.person_id,
    ...{ step_id: effect.step_id, arm: effect.arm },
  }));
  const held = effectsOf(walked, 'hold_out').map(({ walk: { run }, effect }) => ({
    ...{ flow_id: run.flow_id, step_id: effect.step_id },
  }));
  if (chosen.length > 0) await keepSplitChoices(tx, chosen);
  if (held.length > 0) await countHoldouts(tx, held);
}

/** Queues the calls of advanced runs with their steps, and stops those whose time is over (HOOK-15, HOOK-16). */
async function writeCalls(tx: Tx, walked: readonly AdvancedRun[]): Promise<void> {
  const calls = effectsOf(walked, 'call_webhook').map(({ walk: { run, flow }, effect }) => {
    const { endpoint_id, step_id, body, waits } = effect;
    const step = flow.compiled.byId.get(step_id)?.step;
    const about = { call: { step_id: stepIdOf(flow.key, handleOf({ ...step })), body } };
    return { endpoint_id, run_id: run.id, person_id: run.person_id, step_id, about, waits };
  });
  const stopped = effectsOf(walked, 'stop_call').map(({ walk: { run }, effect: { step_id } }) => ({
    ...{ run_id: run.id, step_id },
  }));
  if (stopped.length > 0) await stopCalls(tx, stopped);
  if (calls.length === 0) return;
  await queueCalls(tx, calls);
  tx.work.wake('webhooks');
}

/** The types were looked up before; one that was registered meanwhile takes precedence. */
async function refuseFields(tx: Tx, walked: readonly AdvancedRun[]): Promise<void> {
  const wanted = effectsOf(walked, 'set_field');
  if (wanted.length === 0) return;
  const values = wanted.map(({ effect }) => ({ [effect.field]: effect.value }));
  const faults = await registerFields(tx, values, '');
  for (const [index, one] of wanted.entries()) {
    const fault = faults[index];
    if (fault) skip(one, fault);
  }
}

function changed({ id, person_id, chain }: ClaimedRun) {
  return changedBy(person_id, { run_id: id, chain });
}

/** The condition of a gate or a goal may be about people who completed a flow. */
function wakeAfterCompletion(tx: Tx, { walked, ...watched }: RunBatch): void {
  const completed = walked.filter(({ advance }) => advance.run.status === 'completed');
  changedAbout(
    tx,
    watched,
    ['completed_flow'],
    completed.map(({ run }) => changed(run)),
  );
}
