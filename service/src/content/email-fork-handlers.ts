import type { OperationInput } from '@postroad/core/catalog/catalog';
import { notFound } from '@postroad/core/platform/refusal';
import { lockContent } from '@postroad/store/content/content-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Handlers } from '../platform/handler.ts';
import { compileFirst } from './compile/compile-emails.ts';
import { emailView } from './email-handlers.ts';
import type { EmailHolders } from './email-holder.ts';
import { attachEmail, sourceToAttach } from './email-source.ts';
import { getEmail } from './get-email.ts';
import type { Renderer } from './render/renderer.ts';

/** The parts of the service that forking needs. */
export interface ForkDeps {
  renderer: Renderer;
  /** The kinds of record that point at emails. */
  emailHolders: EmailHolders;
}

type Fork = OperationInput<'fork_email'>;

const copyOf = (email_id: number) => ({ email_source: 'copy' as const, email_id });

/** The email that the holder points at. Throws a 404. */
async function heldEmail(
  tx: Tx,
  holders: EmailHolders,
  { holder_type, holder_id }: Fork,
): Promise<number> {
  const emailId = await holders[holder_type].emailOf(tx, holder_id);
  if (emailId === null) throw notFound(holder_type, holder_id);
  return emailId;
}

/** SOURCE-10, SOURCE-11: the holder gets an email of its own, with the same subject. */
export const emailForkHandlers: Pick<Handlers<ForkDeps>, 'fork_email'> = {
  fork_email: compileFirst({
    expect: async (input, { tx, deps }) =>
      sourceToAttach(tx, copyOf(await heldEmail(tx, deps.emailHolders, input))),
    async write({ holder_type, holder_id }, { tx, deps }, compile) {
      await lockContent(tx, 'shared');
      const { resource, lock } = deps.emailHolders[holder_type];
      const { emailId, pointAtCopy } = await lock(tx, holder_id);
      const copy = await attachEmail(tx, copyOf(emailId), compile);
      await pointAtCopy(copy);
      tx.work.tell({ resource, id: holder_id, action: 'updated' });
      return { email: await emailView(tx, await getEmail(tx, copy)) };
    },
  }),
};
