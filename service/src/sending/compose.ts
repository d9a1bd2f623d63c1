import { parseMailbox } from '@postroad/core/people/address';
import { buildMessage } from '@postroad/mail/message/mime';
import type { OutgoingMessage } from '@postroad/mail/providers/provider';
import type { ProfileRow } from '@postroad/store/account/profile';
import type { PersonRow } from '@postroad/store/people/person';
import type { ClaimedSend } from '@postroad/store/queue/send';
import { defaultSender, type SenderConfig } from '../account/sender.ts';
import type { LoadedTemplate } from '../content/compile/compiled-email-cache.ts';
import type { Automation } from '../content/merge-context.ts';
import { mergeContext } from '../content/merge-context.ts';
import { createPublicToken, preferencesTab } from '../content/public-token.ts';
import { mailHeaders } from './mail-headers.ts';
import { messageIdOf } from './message-id.ts';
import { mailTracking } from './tracking/tracking-links.ts';

/** Everything that one mail is made of, loaded for its batch. */
export interface MailParts {
  send: ClaimedSend;
  person: PersonRow;
  tags: string[];
  event: { name: string; details: Record<string, unknown> } | null;
  /** Set for a run that began for a renewal. */
  automation: Automation;
  /** Null if the email is not compiled. */
  email: LoadedTemplate | null;
  profile: ProfileRow;
  /** From the settings. */
  mailingAddress: string;
  now: Date;
}

/** The parts of the service that making a mail needs. */
export interface ComposeDeps {
  /** Signs links and message ids. */
  secretKey: Uint8Array;
  /** The address of the service. */
  address: { url: string };
  config: Pick<SenderConfig, 'mailFrom'>;
}

/**
 * Base address of the links in mails: the account's, BASE_URL, or the address the service listens
 * on.
 */
export function linkBase(deps: Pick<ComposeDeps, 'address'>, profile: ProfileRow): string {
  return (profile.base_url ?? deps.address.url).replace(/\/+$/, '');
}

/** A test is for the operator who asks for it and is not counted. */
function isTracked({ send, profile }: MailParts, { tracking }: LoadedTemplate): boolean {
  return profile.tracking && tracking && send.source_kind !== 'test';
}

const missing = {
  test: 'what the test was of is no longer kept; send another',
  other: 'the email has no compiled form; save it again',
} as const;

/**
 * Renders the compiled email for one person and builds the complete message. Throws if the template
 * fails on the values of this person, or if a header is invalid.
 */
export function compose(deps: ComposeDeps, parts: MailParts): OutgoingMessage {
  const { send, person, email, profile } = parts;
  if (email === null) throw new Error(missing[send.source_kind === 'test' ? 'test' : 'other']);
  const token = createPublicToken(deps.secretKey, {
    personId: person.id,
    emailId: send.email_id,
    sendId: send.id,
  });
  const base = linkBase(deps, profile);
  const page = `${base}/unsubscribe/${token}`;
  const from = email.fromAddress ?? defaultSender(deps.config, profile);
  const replyTo = email.replyTo ?? profile.reply_to;
  const mailbox = parseMailbox(from);
  if (mailbox === null) throw new Error(`The from address "${from}" is not an address.`);
  const filled = email.template.fillEncoded(
    mergeContext({
      person,
      tags: parts.tags,
      event: parts.event,
      automation: parts.automation,
      profile,
      now: parts.now,
      unsubscribeUrl: page,
      preferencesUrl: `${page}${preferencesTab}`,
      mailingAddress: parts.mailingAddress,
    }),
    isTracked(parts, email)
      ? mailTracking(deps.secretKey, base, { sendId: send.id, linkSet: email.linkSet })
      : null,
  );
  const data = buildMessage({
    from,
    to: person.email,
    replyTo,
    subject: filled.subject,
    date: parts.now,
    messageId: messageIdOf(deps.secretKey, send.id, mailbox.address),
    headers: mailHeaders(deps.secretKey, send, `${base}/u/${token}`),
    text: filled.text,
    html: filled.html,
  });
  return { sendId: send.id, from: mailbox.address, to: person.email, data };
}
