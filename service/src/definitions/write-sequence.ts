import type { Records } from '@postroad/core/definitions/records';
import type { Tx } from '@postroad/store/platform/transaction';
import { findSequence, type SequenceRow, updateSequence } from '@postroad/store/sequences/sequence';
import {
  deleteStep,
  insertStep,
  listSequenceSteps,
  placeSteps,
  type SequenceStepRow,
  setStepEmail,
} from '@postroad/store/sequences/sequence-step';
import type { Context } from '../platform/handler.ts';
import { makeSequence } from '../sequences/new-sequence.ts';
import { turnSequence } from '../sequences/sequence-handlers.ts';
import { changeStep, noteSteps } from '../sequences/sequence-step-handlers.ts';
import { alignSteps } from './align-steps.ts';

type Sequence = Records['sequence'];
type Writing = Pick<Context, 'tx'>;

/**
 * Puts the steps of a sequence in the order of its file; people who wait for a step continue from
 * there.
 */
async function writeSteps(tx: Tx, { id }: SequenceRow, wanted: Sequence['steps']): Promise<void> {
  const held = await listSequenceSteps(tx, [id]);
  const matched = alignSteps(held, wanted);
  const kept = new Set(matched);
  for (const [index, step] of held.entries()) {
    // Each removal changes the positions after it, so only the id is looked at.
    const now = (await listSequenceSteps(tx, [id])).find((one) => one.id === step.id);
    if (!kept.has(index) && now) await deleteStep(tx, now);
  }
  const order: number[] = [];
  for (const [at, step] of wanted.entries()) {
    const { delay_amount, delay_unit, email_id } = step;
    const index = matched[at] ?? null;
    const old = index === null ? undefined : held[index];
    const fresh = {
      sequence_id: id,
      position: kept.size + at + 1,
      delay_amount,
      delay_unit,
      email_id,
    };
    if (old && old.email_id !== email_id) await setStepEmail(tx, old.id, email_id);
    order.push(old?.id ?? (await insertStep(tx, fresh)).id);
  }
  await placeSteps(tx, order);
  const placed = await listSequenceSteps(tx, [id]);
  for (const [at, step] of placed.entries()) {
    const to = wanted[at];
    if (to && differs(step, to)) await changeStep(tx, step, to);
  }
  await noteSteps(tx, id);
}

function differs(step: SequenceStepRow, to: Sequence['steps'][number]): boolean {
  return (
    step.delay_amount !== to.delay_amount ||
    step.delay_unit !== to.delay_unit ||
    step.status !== to.status
  );
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Creates or changes a sequence with its steps, and returns its id. */
export async function writeSequence(
  { tx }: Writing,
  before: Sequence | null,
  after: Sequence,
  id: number | null,
): Promise<number> {
  const { name, description, repeat_mode, enabled, steps } = after;
  const content = { name, description, repeat_mode };
  const held =
    before === null || before.id === null ? null : await findSequence(tx, before.id, 'for update');
  const row =
    held === null
      ? await makeSequence(tx, content, { id, key: after.key ?? undefined })
      : await updateSequence(tx, held.id, { ...content, enabled: held.enabled });
  if (held === null || !same(before?.steps, steps)) await writeSteps(tx, row, steps);
  if (row.enabled !== enabled) await turnSequence(tx, row, enabled);
  return row.id;
}
