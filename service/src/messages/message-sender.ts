import { readMailbox } from '@postroad/core/content/compile/from-address';
import { invalid } from '@postroad/core/platform/refusal';
import type { MailSettings } from '../account/mail-settings.ts';
import { defaultSender, type SenderConfig, senderMailbox } from '../account/sender.ts';

/** A mailbox of a call; null where it names none. Throws a 422. */
export function readMessageMailbox(
  value: string | undefined,
  path: 'from' | 'reply_to',
): string | null {
  const { address, fault } = readMailbox(value ?? null, path);
  if (fault) throw invalid([fault]);
  return address;
}

/**
 * Throws a 422 unless the sender is that of the profile or of the email, or of a domain in
 * sending.allowed_from (MSG-17).
 */
export function checkMessageSender(
  config: Pick<SenderConfig, 'mailFrom'>,
  { profile, allowedFrom }: Pick<MailSettings, 'profile' | 'allowedFrom'>,
  from: string | null,
  emailFrom: string | null,
): void {
  if (from === null) return;
  const address = senderMailbox(from)?.address ?? '';
  const usual = [defaultSender(config, profile), profile.default_from_address, emailFrom];
  for (const one of usual) {
    if (one !== null && senderMailbox(one)?.address === address) return;
  }
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (allowedFrom.includes(domain)) return;
  const message = `from may not be ${address}: it is neither the sender of the profile nor of the email, and ${domain} is not in the setting sending.allowed_from. Use one of these senders, or add the domain.`;
  throw invalid([{ path: 'from', code: 'sender_not_allowed', message }]);
}
