import type { Issue } from '@postroad/core/platform/issue';
import { readProfile } from '@postroad/store/account/profile';
import type { EmailVersionRow } from '@postroad/store/content/email-compile';
import type { Tx } from '@postroad/store/platform/transaction';
import { heldWarnings } from './held-sending.ts';
import { type SenderConfig, senderWarnings } from './sender.ts';

/** What an operator should know before these emails go out: from nobody, or held with all mail (SAFE-34). */
export async function mailWarnings(
  tx: Tx,
  config: SenderConfig,
  emails: readonly Pick<EmailVersionRow, 'from_address'>[],
): Promise<Issue[]> {
  if (emails.length === 0) return [];
  const senders = emails.map(({ from_address }) => from_address);
  return [...senderWarnings(config, await readProfile(tx), senders), ...(await heldWarnings(tx))];
}
