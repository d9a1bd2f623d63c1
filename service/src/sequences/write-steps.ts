import type { Tx } from '@postroad/store/platform/transaction';
import {
  deleteStep,
  insertStep,
  listSequenceSteps,
  placeSteps,
  type SequenceStepRow,
  setStepEmail,
} from '@postroad/store/sequences/sequence-step';
import { changeStep, noteSteps } from './sequence-step-handlers.ts';

export type WantedStep = Pick<
  SequenceStepRow,
  'delay_amount' | 'delay_unit' | 'status' | 'email_id'
>;

interface WantedSteps<Step extends WantedStep> {
  held: readonly SequenceStepRow[];
  wanted: readonly Step[];
  /** For each wanted step the index of the held one that it is; null for a new step. */
  matched: readonly (number | null)[];
  /** Called right before a new step is inserted. */
  beforeInsert?: (step: Step) => Promise<void>;
}

function differs(step: SequenceStepRow, to: WantedStep): boolean {
  return (
    step.delay_amount !== to.delay_amount ||
    step.delay_unit !== to.delay_unit ||
    step.status !== to.status
  );
}

/**
 * Gives a sequence these steps in this order; people who wait for a step continue from there. The
 * caller has locked the sequence.
 */
export async function writeSteps<Step extends WantedStep>(
  tx: Tx,
  sequenceId: number,
  { held, wanted, matched, beforeInsert }: WantedSteps<Step>,
): Promise<void> {
  const kept = new Set(matched);
  for (const [index, step] of held.entries()) {
    // Each removal changes the positions after it, so only the id is looked at.
    const now = (await listSequenceSteps(tx, [sequenceId])).find((one) => one.id === step.id);
    if (!kept.has(index) && now) await deleteStep(tx, now);
  }
  const order: number[] = [];
  for (const [at, step] of wanted.entries()) {
    const { delay_amount, delay_unit, email_id } = step;
    const index = matched[at] ?? null;
    const old = index === null ? undefined : held[index];
    const position = kept.size + at + 1;
    const fresh = { sequence_id: sequenceId, position, delay_amount, delay_unit, email_id };
    if (old && old.email_id !== email_id) await setStepEmail(tx, old.id, email_id);
    if (!old) await beforeInsert?.(step);
    order.push(old?.id ?? (await insertStep(tx, fresh)).id);
  }
  await placeSteps(tx, order);
  const placed = await listSequenceSteps(tx, [sequenceId]);
  for (const [at, step] of placed.entries()) {
    const to = wanted[at];
    if (to && differs(step, to)) await changeStep(tx, step, to);
  }
  await noteSteps(tx, sequenceId);
}
