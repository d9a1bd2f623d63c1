import type { OperationInput } from '@postroad/core/catalog/catalog';
import { notFound } from '@postroad/core/platform/refusal';
import { findBroadcast, updateBroadcast } from '@postroad/store/broadcasts/broadcast';
import { lockLibrary } from '@postroad/store/content/content-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import {
  findSequenceStep,
  lockSequenceStep,
  setStepEmail,
} from '@postroad/store/sequences/sequence-step';
import type { Handlers } from '../app/handler.ts';
import { broadcastIn } from '../broadcasts/find-broadcast.ts';
import { emailView } from './email-handlers.ts';
import { attachEmail, sourceToAttach } from './email-source.ts';
import { requireEmail } from './find-email.ts';

type Fork = OperationInput<'fork_email'>;

const copyOf = (email_id: number) => ({ email_source: 'copy' as const, email_id });

/** What the holder points at now. Throws a 404. */
async function heldEmail(tx: Tx, { holder_type, holder_id }: Fork): Promise<number> {
  const find = holder_type === 'broadcast' ? findBroadcast : findSequenceStep;
  const holder = await find(tx, holder_id);
  if (!holder) throw notFound(holder_type.replace('_', ' '), holder_id);
  return holder.email_id;
}

/** Locks the holder; answers its email and how to point it at another. */
async function lockHolder(tx: Tx, { holder_type, holder_id }: Fork) {
  if (holder_type === 'broadcast') {
    const held = await broadcastIn(tx, holder_id, ['draft', 'scheduled'], 'given another email');
    const point = (email_id: number) =>
      updateBroadcast(tx, holder_id, { ...held, email_source: 'copy', email_id });
    return { emailId: held.email_id, point };
  }
  const held = await lockSequenceStep(tx, holder_id);
  if (!held) throw notFound('sequence step', holder_id);
  const point = (email_id: number) => setStepEmail(tx, holder_id, email_id);
  return { emailId: held.email_id, point };
}

/** SOURCE-10, SOURCE-11: from now on the holder has an email of its own, under the same subject. */
export const emailForkHandlers: Pick<Handlers, 'fork_email'> = {
  fork_email: {
    expect: async (input, { tx }) => sourceToAttach(tx, copyOf(await heldEmail(tx, input))),
    async write(input, { tx, deps }, compile) {
      await lockLibrary(tx, 'shared');
      const { emailId, point } = await lockHolder(tx, input);
      const copy = await attachEmail(tx, copyOf(emailId), compile);
      await point(copy);
      const resource = input.holder_type === 'broadcast' ? 'broadcasts' : 'sequence_steps';
      deps.changes.note(tx, { resource, id: input.holder_id, action: 'updated' });
      return { email: await emailView(tx, await requireEmail(tx, copy)) };
    },
  },
};
