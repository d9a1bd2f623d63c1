import { limits } from '@postroad/core/platform/limits';
import {
  type NextStep,
  nextStep,
  type Progress,
  type SequenceStep,
} from '@postroad/core/sequences/next-step';
import { lockPeopleKeyShare } from '@postroad/store/people/person';
import type { Code } from '@postroad/store/platform/codes';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { lockSequencesShared } from '@postroad/store/sequences/sequence';
import {
  endsOf,
  lockSequenceRuns,
  type OnSequence,
  type SendEnd,
  type SequenceRunRow,
  statusesOf,
  takeCheck,
  takeTurns,
} from '@postroad/store/sequences/sequence-run';
import { listSequenceSteps, type SequenceStepRow } from '@postroad/store/sequences/sequence-step';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import {
  type MoveDeps,
  type SequenceMove,
  type StepToSend,
  writeSequenceMoves,
} from './write-sequence-moves.ts';

/**
 * Moves one batch of people to their next step and queues it: people who started, whose mail ended,
 * or whose sequence changed. The next step is queued as soon as the previous one has ended, with
 * the time of its delay. Returns how many people it looked at, at least 1 if
 * there may be more.
 */
export async function advanceSequences(deps: MoveDeps & TransactionDeps): Promise<number> {
  const clock = { testClock: deps.config.testClock };
  return await transaction(deps.database, clock, async (tx) => {
    const [turns, checked] = await Promise.all([
      takeTurns(tx, limits.sequenceBatch),
      takeCheck(tx, limits.sequenceBatch),
    ]);
    const people = [...turns, ...(checked ?? [])];
    if (people.length > 0) await movePeople(tx, deps, people);
    return checked === null ? turns.length : Math.max(1, people.length);
  });
}

/**
 * Locks follow the order of every writer: sequences, people, their runs, sends. The queue is read
 * after that, so that no end of a mail is missed.
 */
async function movePeople(tx: Tx, deps: MoveDeps, turns: readonly OnSequence[]): Promise<void> {
  const sequenceIds = [...new Set(turns.map(({ sequence_id }) => sequence_id))];
  const sequences = await lockSequencesShared(tx, sequenceIds);
  await lockPeopleKeyShare(tx, [...new Set(turns.map(({ person_id }) => person_id))]);
  const runs = await lockSequenceRuns(tx, turns);
  if (runs.length === 0) return;
  const steps = await listSequenceSteps(tx, sequenceIds);
  const sendIds = runs.flatMap(({ send_id }) => send_id ?? []);
  const statuses = sendIds.length > 0 ? await statusesOf(tx, sendIds) : new Map();
  const ends = sendIds.length > 0 ? await endsOf(tx, sendIds) : new Map();
  const moves = runs.flatMap((run): SequenceMove[] => {
    const sequence = sequences.get(run.sequence_id);
    if (!sequence) return [];
    const own = steps.filter(({ sequence_id }) => sequence_id === run.sequence_id);
    const status = run.send_id === null ? null : (statuses.get(run.send_id) ?? null);
    // It is being handed over; its end will cause another move.
    if (status === 'sending') return [];
    const end = run.send_id === null ? null : (ends.get(run.send_id) ?? null);
    const move = moveOf(run, own, { status, end, now: tx.now });
    return [{ ...move, run, sequence }];
  });
  await writeSequenceMoves(tx, deps, moves);
}

interface SendState {
  /** Status of the queued send of the person; null if there is none. */
  status: Code<'sends.status'> | null;
  /** End of the send that was queued. */
  end: SendEnd | null;
  now: Date;
}

/** The progress of the person and their next step, by the present steps. */
function moveOf(
  run: SequenceRunRow,
  steps: readonly SequenceStepRow[],
  { status, end, now }: SendState,
): Omit<SequenceMove, 'run' | 'sequence'> {
  const queued = status !== null && status !== 'uncertain';
  const ended = status === 'uncertain' ? now : endOfStep(run, steps, end);
  const endedStepIds = ended
    ? [...run.ended_step_ids, ...(run.next_step_id === null ? [] : [run.next_step_id])]
    : run.ended_step_ids;
  const progress = {
    ended_step_ids: endedStepIds,
    last_step_ended_at: ended ?? run.last_step_ended_at,
  };
  const waited = run.due_at !== null && run.due_at > run.last_step_ended_at;
  const chain = ended && waited ? 0 : run.chain;
  return { ...progress, chain, queued, next: toSend(steps, progress) };
}

/** When the queued step ended; null if it was removed from the queue. */
function endOfStep(
  { next_step_id }: SequenceRunRow,
  steps: readonly SequenceStepRow[],
  end: SendEnd | null,
): Date | null {
  if (end === null || next_step_id === null) return null;
  const isGone = !steps.some(({ id }) => id === next_step_id);
  return isGone && end.status === 'canceled' ? null : end.ended_at;
}

/** Steps as the rule of the next one reads them. */
export function stepShapes(steps: readonly SequenceStepRow[]): SequenceStep[] {
  return steps.map(({ id, status, delay_amount, delay_unit, later_step_ids }) => ({
    ...{ id, later_step_ids, active: status === 'active' },
    delay: { amount: delay_amount, unit: delay_unit },
  }));
}

function toSend(
  steps: readonly SequenceStepRow[],
  progress: Progress,
): StepToSend | Exclude<NextStep, { kind: 'step' }> {
  const next = nextStep(stepShapes(steps), progress);
  if (next.kind !== 'step') return next;
  const row = steps.find(({ id }) => id === next.step.id);
  if (!row) throw new Error('The next step is none of the sequence.');
  return { kind: 'step', step_id: row.id, email_id: row.email_id, due_at: next.due_at };
}
