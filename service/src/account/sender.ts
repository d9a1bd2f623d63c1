import { type Mailbox, parseMailbox } from '@postroad/core/people/address';
import type { Issue } from '@postroad/core/platform/issue';
import type { ProfileRow } from '@postroad/store/account/profile';

/** What the environment says about who sends. */
export interface SenderConfig {
  mailProvider: string;
  /** MAIL_FROM. */
  mailFrom: string | null;
}

let lastSender: { text: string; mailbox: Mailbox | null } = { text: '', mailbox: null };

/**
 * The mailbox of a sender; null if it is none. Keeps the last one, since nearly all consecutive mails
 * have the same.
 */
export function senderMailbox(text: string): Mailbox | null {
  if (lastSender.text !== text) lastSender = { text, mailbox: parseMailbox(text) };
  return lastSender.mailbox;
}

/** Whether mail from here would come from nobody: the profile says so until somebody sets a sender. */
export function isPlaceholder(mailbox: string): boolean {
  return senderMailbox(mailbox)?.address.toLowerCase().endsWith('@localhost') ?? true;
}

/** The sender of emails that name none: that of the profile once it is set, else MAIL_FROM. */
export function defaultSender(
  { mailFrom }: Pick<SenderConfig, 'mailFrom'>,
  { default_from_address }: Pick<ProfileRow, 'default_from_address'>,
): string {
  return mailFrom !== null && isPlaceholder(default_from_address) ? mailFrom : default_from_address;
}

/** Whether mail with this sender waits until there is a real one; the outbox takes any (SAFE-32). */
export function lacksSender(
  config: SenderConfig,
  profile: Pick<ProfileRow, 'default_from_address'>,
  fromAddress: string | null,
): boolean {
  if (config.mailProvider === 'outbox') return false;
  return isPlaceholder(fromAddress ?? defaultSender(config, profile));
}

/** What to do about it, in one sentence. */
export const senderFix =
  'Set default_from_address of the profile, or MAIL_FROM; until then such mail is held.';

/** The warning for what would send such mail; none of `fromAddresses` where it sends nothing. */
export function senderWarnings(
  config: SenderConfig,
  profile: Pick<ProfileRow, 'default_from_address'>,
  fromAddresses: readonly (string | null)[],
): Issue[] {
  if (!fromAddresses.some((from) => lacksSender(config, profile, from))) return [];
  const message = `No sender address is set. ${senderFix}`;
  return [{ path: 'default_from_address', code: 'sender_missing', message }];
}
