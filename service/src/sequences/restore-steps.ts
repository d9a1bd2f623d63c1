import { invalid } from '@postroad/core/platform/refusal';
import { findEmailStates } from '@postroad/store/content/email';
import type { Tx } from '@postroad/store/platform/transaction';
import { listSequenceSteps } from '@postroad/store/sequences/sequence-step';
import { refuseUnsendable } from './sequence-step-handlers.ts';
import { type WantedStep, writeSteps } from './write-steps.ts';

export type KnownStep = WantedStep & { id: number };

/** Throws a 422 where one of the emails is gone, and a 409 where an active step would send a blank one. */
async function checkEmails(tx: Tx, steps: readonly KnownStep[]): Promise<void> {
  const states = await findEmailStates(tx, [...new Set(steps.map(({ email_id }) => email_id))]);
  for (const [index, { email_id, status }] of steps.entries()) {
    if (!states.has(email_id)) {
      const message = `There is no email ${email_id} any more, which the step sent. Bring it back first.`;
      throw invalid([{ path: `steps[${index}].email_id`, code: 'email_unknown', message }]);
    }
    if (status === 'active') await refuseUnsendable(tx, email_id);
  }
}

/** Gives a sequence the steps that it had, each under its id. The caller has locked the sequence. */
export async function restoreSteps(
  tx: Tx,
  sequenceId: number,
  wanted: readonly KnownStep[],
  beforeInsert: (step: KnownStep) => Promise<void>,
): Promise<void> {
  await checkEmails(tx, wanted);
  const held = await listSequenceSteps(tx, [sequenceId]);
  const matched = wanted.map(({ id }) => {
    const index = held.findIndex((step) => step.id === id);
    return index < 0 ? null : index;
  });
  await writeSteps(tx, sequenceId, { held, wanted, matched, beforeInsert });
}
