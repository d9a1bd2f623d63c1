import type { Issue } from '@postroad/core/platform/issue';
import { readProfile } from '@postroad/store/account/profile';
import type { EmailVersionRow } from '@postroad/store/content/email-compile';
import { listDraftedEmails } from '@postroad/store/content/email-draft';
import type { Tx } from '@postroad/store/platform/transaction';
import { heldWarnings } from './held-sending.ts';
import { type SenderConfig, senderWarnings } from './sender.ts';

/** Emails that go out as they are while a draft of them waits, which may be what was meant. */
async function draftWarnings(tx: Tx, ids: readonly number[]): Promise<Issue[]> {
  const drafted = await listDraftedEmails(tx, ids);
  return drafted.map(({ id, key }) => {
    const message = `A draft of the email "${key}" waits. The email goes out as it is now, without the draft's changes.`;
    const fix = `If they belong in this mail, publish the draft first: publish_email with email_id ${id}.`;
    return { path: '', code: 'draft_waits', message, fix };
  });
}

/**
 * What an operator should know before these emails go out: from nobody, held with all mail (SAFE-34),
 * or without the changes of a draft (STAGE-01).
 */
export async function mailWarnings(
  tx: Tx,
  config: SenderConfig,
  emails: readonly Pick<EmailVersionRow, 'id' | 'from_address'>[],
): Promise<Issue[]> {
  if (emails.length === 0) return [];
  const senders = emails.map(({ from_address }) => from_address);
  return [
    ...senderWarnings(config, await readProfile(tx), senders),
    ...(await heldWarnings(tx)),
    ...(await draftWarnings(
      tx,
      emails.map(({ id }) => id),
    )),
  ];
}
