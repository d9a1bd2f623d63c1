import { holdReasons } from '@postroad/core/queue/hold-reasons';
import type { Tx } from '@postroad/store/platform/transaction';
import type { SequenceRow } from '@postroad/store/sequences/sequence';
import {
  queueSteps,
  retargetSends,
  type SequenceRunRow,
  type SequenceRunWrite,
  withdrawSends,
  writeSequenceRuns,
} from '@postroad/store/sequences/sequence-run';
import { type RecordingDeps, recordEvents, type UnrecordedEvent } from '../events/record-events.ts';
import type { FlowDeps } from '../flows/live-flows.ts';
import { changedBy, wakeByChanges } from '../flows/run-wakeups.ts';
import type { Cause } from '../people/change-people.ts';

export interface StepToSend {
  kind: 'step';
  step_id: number;
  email_id: number;
  due_at: Date;
}

/** Where a person is on a sequence, and what comes next. */
export interface SequenceMove {
  run: SequenceRunRow;
  sequence: SequenceRow;
  ended_step_ids: number[];
  last_step_ended_at: Date;
  chain: number;
  /** Whether what was queued for the person still is. */
  queued: boolean;
  next: StepToSend | { kind: 'finished' };
}

/** A move to a step, with the send that was queued before and can be that step instead. */
type StepMove = SequenceMove & { next: StepToSend };

/** The parts of the service that writing moves takes. */
export type MoveDeps = RecordingDeps & FlowDeps;

/** Writes what a batch of moves came to, one statement a kind. */
export async function writeSequenceMoves(
  tx: Tx,
  deps: MoveDeps,
  moves: readonly SequenceMove[],
): Promise<void> {
  if (moves.length === 0) return;
  const out = new Set<SequenceMove>();
  const sendOf = await queueNext(tx, moves.filter(isStep), out);
  await withdraw(
    tx,
    moves.filter((move) => !isStep(move)),
    out,
  );
  const moved = moves.filter((move) => !out.has(move));
  await writeSequenceRuns(
    tx,
    moved.map((move) => writeOf(move, sendOf.get(move) ?? null)),
  );
  if (sendOf.size > 0) tx.work.wake('sends');
  await complete(
    tx,
    deps,
    moved.filter(({ next }) => next.kind === 'finished'),
  );
}

function isStep(move: SequenceMove): move is StepMove {
  return move.next.kind === 'step';
}

/**
 * Queues the next steps, where nothing is queued yet, or makes of what is what comes next now. What
 * began to be handed over meanwhile is added to `out`. Answers the send of each.
 */
async function queueNext(
  tx: Tx,
  moves: readonly StepMove[],
  out: Set<SequenceMove>,
): Promise<Map<SequenceMove, number>> {
  const sendOf = new Map<SequenceMove, number>();
  const fresh: StepMove[] = [];
  const changed: StepMove[] = [];
  for (const move of moves) {
    const { run, next, queued } = move;
    if (!queued || run.send_id === null) fresh.push(move);
    else {
      sendOf.set(move, run.send_id);
      const same = run.next_step_id === next.step_id;
      if (!same || run.due_at?.getTime() !== next.due_at.getTime()) changed.push(move);
    }
  }
  const targets = changed.flatMap(({ run: { send_id }, next: { step_id, email_id, due_at } }) =>
    send_id === null ? [] : [{ send_id, step_id, email_id, due_at: notBefore(tx, due_at) }],
  );
  if (targets.length > 0) {
    const done = await retargetSends(tx, targets);
    for (const move of changed) if (!done.has(move.run.send_id ?? 0)) out.add(move);
  }
  if (fresh.length > 0) {
    const ids = await queueSteps(
      tx,
      fresh.map(({ run: { sequence_id, person_id }, sequence, next }) => ({
        ...{ sequence_id, person_id, step_id: next.step_id, email_id: next.email_id },
        due_at: notBefore(tx, next.due_at),
        hold_reason: sequence.enabled ? null : holdReasons.sequenceOff,
      })),
    );
    for (const [index, move] of fresh.entries()) {
      const id = ids[index];
      if (id !== undefined) sendOf.set(move, id);
    }
  }
  return sendOf;
}

/** What should have gone earlier goes now, and is not late. */
function notBefore({ now }: Tx, due: Date): Date {
  return due < now ? now : due;
}

/** Takes what is queued for people out who have nothing next. */
async function withdraw(
  tx: Tx,
  moves: readonly SequenceMove[],
  out: Set<SequenceMove>,
): Promise<void> {
  const held = moves.filter(({ queued, run }) => queued && run.send_id !== null);
  if (held.length === 0) return;
  const done = await withdrawSends(
    tx,
    held.flatMap(({ run }) => run.send_id ?? []),
  );
  for (const move of held) if (!done.has(move.run.send_id ?? 0)) out.add(move);
}

function writeOf(move: SequenceMove, send_id: number | null): SequenceRunWrite {
  const { run, ended_step_ids, last_step_ended_at, chain, next } = move;
  const finished = next.kind === 'finished';
  const step = next.kind === 'step' ? next : { step_id: null, due_at: null };
  return {
    ...{ id: run.id, ended_step_ids, last_step_ended_at, send_id, chain, finished },
    ...{ next_step_id: step.step_id, due_at: step.due_at },
  };
}

/** No run of a flow did it, but flows may lead round in a circle by way of it. */
function causeOf(chain: number): Cause {
  return { run_id: 0, chain };
}

/** Tells that people reached the end, and wakes who waits for that at a gate; they are held. */
async function complete(tx: Tx, deps: MoveDeps, moves: readonly SequenceMove[]): Promise<void> {
  if (moves.length === 0) return;
  const events = moves.map(
    ({ run: { person_id }, sequence: { id, name }, chain }): UnrecordedEvent => ({
      ...{ person_id, name: 'sequence_completed', details: { sequence_id: id, name } },
      ...{ occurred_at: tx.now, historical: false, source: 'service' },
      cause: causeOf(chain),
    }),
  );
  await recordEvents(tx, deps, events);
  const { gates } = await deps.liveFlows.running(tx);
  if (!gates.dependOn('sequence')) return;
  wakeByChanges(
    tx,
    moves.map(({ run: { person_id }, chain }) => changedBy(person_id, causeOf(chain))),
  );
}
