import type { OperationInput } from '@postroad/core/catalog/catalog';
import { isObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import type { Tx } from '@postroad/store/platform/transaction';
import { insertStep, listSequenceSteps } from '@postroad/store/sequences/sequence-step';
import { findNamedEmail, shareNamed } from '../content/email-source.ts';
import type { MadeEmail } from '../content/new-emails.ts';
import {
  changeStep,
  checkDelay,
  noteSteps,
  positionFor,
  refuseUnsendable,
} from './sequence-step-handlers.ts';

type NewStep = NonNullable<OperationInput<'create_sequence'>['steps']>[number];

const pathOf = (index: number) => `steps[${index}].email`;

/** The new emails among steps, by their paths. */
export function newEmailsOfSteps({ steps = [] }: { steps?: NewStep[] | undefined }) {
  return new Map(
    steps.flatMap(({ email }, index): [string, unknown][] =>
      isObject(email) ? [[pathOf(index), email]] : [],
    ),
  );
}

/** The email that a step sends: one that was made of it, or one of the library, which stays shared. */
async function emailOf(
  tx: Tx,
  { email, email_id }: NewStep,
  index: number,
  made: readonly MadeEmail[],
): Promise<number> {
  const at = `steps[${index}].`;
  if (isObject(email)) {
    if (email_id !== undefined) {
      const message = 'email is a new email here, so the step takes no email_id.';
      throw invalid([{ path: `${at}email_id`, code: 'key_unknown', message }]);
    }
    const own = made.find(({ path }) => path === pathOf(index));
    if (own === undefined) throw new Error('A new email was not made.');
    return own.id;
  }
  const found = await findNamedEmail({ email, email_id }, tx, at);
  if (found !== null) return await shareNamed(tx, found.id, at);
  const message = 'A step needs the email that it sends.';
  const fix = 'Give it an email_id, the key of an email as email, or a new email.';
  throw invalid([{ path: `${at}email`, code: 'required', message, fix }]);
}

/** Puts steps into a sequence, in order. The caller has locked the library. */
export async function addSteps(
  tx: Tx,
  sequenceId: number,
  { steps, made }: { steps: readonly NewStep[]; made: readonly MadeEmail[] },
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const { delay_amount = 0, delay_unit = 'days', status = 'draft' } = step;
    checkDelay({ amount: delay_amount, unit: delay_unit }, `steps[${index}].`);
    const emailId = await emailOf(tx, step, index, made);
    const before = await listSequenceSteps(tx, [sequenceId]);
    if (before.length >= limits.sequenceSteps) {
      const detail = `A sequence has at most ${limits.sequenceSteps} steps. Continue in another one.`;
      throw new Refusal('conflict', detail);
    }
    const position = positionFor(step.position, before.length);
    const fresh = {
      sequence_id: sequenceId,
      position,
      delay_amount,
      delay_unit,
      email_id: emailId,
    };
    const added = await insertStep(tx, fresh);
    if (status === 'draft') continue;
    await refuseUnsendable(tx, emailId);
    await changeStep(tx, added, { delay_amount, delay_unit, status });
  }
  if (steps.length > 0) await noteSteps(tx, sequenceId);
}
