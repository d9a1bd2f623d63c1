import { type Duration, durationFault } from '@postroad/core/platform/duration';
import { limits } from '@postroad/core/platform/limits';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { findEmailStates } from '@postroad/store/content/email';
import type { Tx } from '@postroad/store/platform/transaction';
import { addSequenceCheck } from '@postroad/store/sequences/sequence-run';
import {
  deleteStep,
  findSequenceStep,
  insertStep,
  listSequenceSteps,
  lockSequenceStep,
  type SequenceStepRow,
  setStepEmail,
  swapSteps,
  updateStep,
  withdrawStep,
} from '@postroad/store/sequences/sequence-step';
import { compileFirst } from '../content/compile/compile-emails.ts';
import type { EmailHolder } from '../content/email-holder.ts';
import { transactionalRefusal } from '../content/email-kind.ts';
import { attachEmail, sourceToAttach } from '../content/email-source.ts';
import { archivedRefusal, blankRefusal, blankWarningsOf } from '../content/get-email.ts';
import type { Renderer } from '../content/render/renderer.ts';
import { type Handlers, transaction } from '../platform/handler.ts';
import { getSequence, shownSequence } from './sequence-view.ts';
import { asActive, stepEffects } from './step-effects.ts';

/** Throws a 422 for a wait that is too long. */
export function checkDelay(delay: Duration, at = ''): void {
  const fault = durationFault(delay);
  if (!fault) return;
  const { path, message } = fault;
  throw invalid([{ path: at + path.replace('.', 'delay_'), code: 'duration_malformed', message }]);
}

/**
 * SAFE-30. An email that is archived later leaves its steps as they are (SAFE-19), so whatever brings
 * such steps back takes it.
 */
async function refuseActivation(tx: Tx, emailId: number): Promise<void> {
  const state = (await findEmailStates(tx, [emailId])).get(emailId);
  if (state?.archived) throw archivedRefusal(emailId, 'Restore it first.');
  await refuseUnsendable(tx, emailId);
}

async function getSequenceStep(tx: Tx, id: number): Promise<SequenceStepRow> {
  const step = await lockSequenceStep(tx, id);
  if (!step) throw notFound('sequence step', id);
  return step;
}

/**
 * Has everybody on the sequence looked at again in the background, since there may be any number.
 */
export async function noteSteps(tx: Tx, sequenceId: number): Promise<void> {
  await addSequenceCheck(tx, sequenceId);
  tx.work.wake('sequences');
}

async function shown(tx: Tx, step: SequenceStepRow) {
  const { id, sequence_id } = step;
  tx.work.tell({ resource: 'sequences', id: sequence_id, action: 'updated' });
  const sequence = await shownSequence(tx, sequence_id);
  const found = sequence.steps.find((one) => one.id === id);
  if (!found) throw notFound('sequence step', id);
  return { step: found, sequence };
}

/** SAFE-30, MSG-04. */
export async function refuseUnsendable(tx: Tx, emailId: number): Promise<void> {
  const state = (await findEmailStates(tx, [emailId])).get(emailId);
  if (state?.blank) throw blankRefusal(emailId);
  if (state?.transactional) throw transactionalRefusal(emailId);
}

/** What a change of steps does, which were `before`. */
async function effectsSince(
  tx: Tx,
  { id, sequence_id }: SequenceStepRow,
  before: readonly SequenceStepRow[],
) {
  const after = await listSequenceSteps(tx, [sequence_id]);
  return await stepEffects(tx, id, { before, after });
}

type StepChange = Pick<SequenceStepRow, 'delay_amount' | 'delay_unit' | 'status'>;

/** Sets `active`, and removes queued mail of a step that is now a draft. The sequence is locked. */
export async function changeStep(
  tx: Tx,
  held: SequenceStepRow,
  { delay_amount, delay_unit, status }: StepChange,
): Promise<void> {
  const activated = status === 'active' && held.status === 'draft';
  const steps = activated ? await listSequenceSteps(tx, [held.sequence_id]) : [];
  const later = steps.filter(({ position }) => position > held.position).map(({ id }) => id);
  const laterStepIds = activated ? later : held.later_step_ids;
  await updateStep(tx, held.id, { delay_amount, delay_unit, status, later_step_ids: laterStepIds });
  if (status === 'draft' && held.status === 'active') await withdrawStep(tx, held);
}

export const stepEmails: EmailHolder = {
  resource: 'sequence_steps',
  async emailOf(tx, id) {
    return (await findSequenceStep(tx, id))?.email_id ?? null;
  },
  async lock(tx, id) {
    const { email_id } = await getSequenceStep(tx, id);
    return { emailId: email_id, pointAtCopy: (copy) => setStepEmail(tx, id, copy) };
  },
};

/** The position within range, else the last one (SEQ-17). */
export function positionFor(position: number | undefined, steps: number): number {
  const last = steps + 1;
  return position === undefined || position < 1 || position > last ? last : position;
}

export const sequenceStepHandlers: Pick<
  Handlers<{ renderer: Renderer }>,
  | 'add_sequence_step'
  | 'update_sequence_step'
  | 'move_sequence_step'
  | 'replace_sequence_step_email'
  | 'delete_sequence_step'
> = {
  add_sequence_step: compileFirst({
    async expect({ sequence_id, ...input }, { tx }) {
      await getSequence(tx, sequence_id);
      return await sourceToAttach(tx, input);
    },
    async write({ sequence_id, ...input }, { tx }, compile) {
      await getSequence(tx, sequence_id);
      const { position, delay_amount = 0, delay_unit = 'days' } = input;
      checkDelay({ amount: delay_amount, unit: delay_unit });
      const emailId = await attachEmail(tx, input, compile);
      await getSequence(tx, sequence_id, 'for update');
      const steps = await listSequenceSteps(tx, [sequence_id]);
      if (steps.length >= limits.sequenceSteps) {
        const detail = `A sequence has at most ${limits.sequenceSteps} steps. Continue in another one.`;
        throw new Refusal('conflict', detail);
      }
      const ordinal = positionFor(position, steps.length);
      const fresh = { sequence_id, position: ordinal, delay_amount, delay_unit, email_id: emailId };
      const step = await insertStep(tx, fresh);
      const after = asActive(await listSequenceSteps(tx, [sequence_id]), step.id);
      const effects = await stepEffects(tx, step.id, { before: steps, after });
      return { ...(await shown(tx, step)), effects };
    },
  }),

  update_sequence_step: transaction(async ({ step_id, ...input }, { tx }) => {
    const held = await getSequenceStep(tx, step_id);
    const { delay_amount = held.delay_amount, delay_unit = held.delay_unit } = input;
    const { status = held.status } = input;
    checkDelay({ amount: delay_amount, unit: delay_unit });
    if (status === 'active' && held.status === 'draft') await refuseActivation(tx, held.email_id);
    const before = await listSequenceSteps(tx, [held.sequence_id]);
    await changeStep(tx, held, { delay_amount, delay_unit, status });
    const effects = await effectsSince(tx, held, before);
    await noteSteps(tx, held.sequence_id);
    return { ...(await shown(tx, held)), effects };
  }),

  move_sequence_step: transaction(async ({ step_id, direction }, { tx }) => {
    const held = await getSequenceStep(tx, step_id);
    const wanted = held.position + (direction === 'up' ? -1 : 1);
    const steps = await listSequenceSteps(tx, [held.sequence_id]);
    const other = steps.find(({ position }) => position === wanted);
    if (other) {
      await swapSteps(tx, held, other);
      await noteSteps(tx, held.sequence_id);
    }
    const effects = await effectsSince(tx, held, steps);
    return { ...(await shown(tx, held)), effects };
  }),

  replace_sequence_step_email: compileFirst({
    async expect({ step_id, ...choice }, { tx }) {
      if (!(await findSequenceStep(tx, step_id))) throw notFound('sequence step', step_id);
      return await sourceToAttach(tx, choice);
    },
    async write({ step_id, ...choice }, { tx }, compile) {
      if (!(await findSequenceStep(tx, step_id))) throw notFound('sequence step', step_id);
      const emailId = await attachEmail(tx, choice, compile);
      const held = await getSequenceStep(tx, step_id);
      await setStepEmail(tx, step_id, emailId);
      const warnings = held.status === 'active' ? await blankWarningsOf(tx, emailId) : [];
      return { ...(await shown(tx, held)), warnings };
    },
  }),

  delete_sequence_step: transaction(async ({ step_id }, { tx }) => {
    const held = await getSequenceStep(tx, step_id);
    const canceled = await deleteStep(tx, held);
    await noteSteps(tx, held.sequence_id);
    const id = held.sequence_id;
    tx.work.tell({ resource: 'sequences', id, action: 'updated' });
    return { deleted: true, canceled, sequence: await shownSequence(tx, id) };
  }),
};
