import { holdReasons } from '@postroad/core/queue/hold-reasons';
import type { Tx } from '@postroad/store/platform/transaction';
import { type MovedRun, noteMovedAgain, type RestoredWindow } from '@postroad/store/queue/restored';
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
import { changedAbout } from '../flows/goals/changed-about.ts';
import type { FlowDeps } from '../flows/live-flows.ts';
import { changedBy } from '../flows/run-wakeups.ts';
import type { Cause } from '../people/change-people.ts';

export interface StepToSend {
  kind: 'step';
  step_id: number;
  email_id: number;
  due_at: Date;
}

/** The position of a person on a sequence, and their next step. */
export interface SequenceMove {
  run: SequenceRunRow;
  sequence: SequenceRow;
  ended_step_ids: number[];
  last_step_ended_at: Date;
  chain: number;
  /** Whether the last send of the person is still queued. */
  queued: boolean;
  next: StepToSend | { kind: 'finished' };
}

/** A move to a step. The send that is still queued, if any, can become that step. */
type StepMove = SequenceMove & { next: StepToSend };

/** The parts of the service that writing moves needs. */
export type MoveDeps = RecordingDeps & FlowDeps & { restored: RestoredWindow | null };

/** Writes a batch of moves, with one statement for each kind. */
export async function writeSequenceMoves(
  tx: Tx,
  deps: MoveDeps,
  moves: readonly SequenceMove[],
): Promise<void> {
  if (moves.length === 0) return;
  const out = new Set<SequenceMove>();
  const { restored } = deps;
  const sendOf = await queueNext(tx, { restored, moves: moves.filter(isStep) }, out);
  await withdraw(
    tx,
    moves.filter((move) => !isStep(move)),
    out,
  );
  const moved = moves.filter((move) => !out.has(move));
  tx.work.count('sequences', new Set(moved.map(({ run }) => run.sequence_id)));
  if (moved.length > 0) for (const mail of ['queue', 'sends']) tx.work.count(mail, [null]);
  await writeSequenceRuns(
    tx,
    moved.map((move) => writeOf(move, sendOf.get(move) ?? null)),
  );
  if (restored !== null) await noteMovedAgain(tx, 'sequence', restored, moved.flatMap(dueRun));
  if (sendOf.size > 0) tx.work.wake('sends');
  await complete(
    tx,
    deps,
    moved.filter(({ next }) => next.kind === 'finished'),
  );
}

/** The run, where a mail of it has ended and was due at some time. */
function dueRun({ run: { id, due_at }, queued }: SequenceMove): MovedRun[] {
  return due_at === null || queued ? [] : [{ id, due_at }];
}

function isStep(move: SequenceMove): move is StepMove {
  return move.next.kind === 'step';
}

/**
 * Queues the next steps, or turns the queued send into the next step. Moves whose send has begun to
 * be handed over meanwhile are added to `out`. Returns the send of each move.
 */
async function queueNext(
  tx: Tx,
  { moves, restored }: { moves: readonly StepMove[]; restored: RestoredWindow | null },
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
    send_id === null
      ? []
      : [{ send_id, step_id, email_id, due_at: notBefore(tx, due_at, restored) }],
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
        due_at: notBefore(tx, next.due_at, restored),
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

/**
 * Overdue mail is due now and does not count as late. After a restore it keeps its time, at which the
 * lost service has sent it.
 */
function notBefore({ now }: Tx, due: Date, restored: RestoredWindow | null): Date {
  return due < now && (restored === null || due > restored.until) ? now : due;
}

/** Removes queued mail of people who have no next step. */
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

/** No run of a flow did it, but flows may form a circle through the sequence. */
function causeOf(chain: number): Cause {
  return { run_id: 0, chain };
}

/**
 * Records that people completed the sequence, and wakes those who wait for that at a gate; they are
 * locked.
 */
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
  tx.work.announce(
    'sequence.completed',
    moves.map(({ run: { person_id }, sequence }) => ({ subject_id: sequence.id, person_id })),
  );
  changedAbout(
    tx,
    await deps.liveFlows.running(tx),
    ['sequence'],
    moves.map(({ run: { person_id }, chain }) => changedBy(person_id, causeOf(chain))),
  );
}
