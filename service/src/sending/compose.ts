import type { EncodedEmail } from '@postroad/core/content/render/template';
import { parseUrl, withoutEndSlashes } from '@postroad/core/platform/url';
import type { MailFile } from '@postroad/mail/message/attachment';
import { buildMessageWith } from '@postroad/mail/message/mime';
import { readSubmittedHead } from '@postroad/mail/message/submitted-head';
import type { OutgoingMessage } from '@postroad/mail/providers/provider';
import { referenceHeader, referenceText } from '@postroad/mail/providers/send-reference';
import type { ProfileRow } from '@postroad/store/account/profile';
import type { FileUse } from '@postroad/store/messages/message-file';
import type { PersonRow } from '@postroad/store/people/person';
import type { ClaimedSend } from '@postroad/store/queue/send';
import { defaultSender, type SenderConfig, senderMailbox } from '../account/sender.ts';
import type { LoadedTemplate } from '../content/compile/compiled-email-cache.ts';
import { type Automation, type MergeValues, mergeContext } from '../content/merge-context.ts';
import { createPublicToken, openedTab } from '../content/public-token.ts';
import type { MailFilling } from '../content/render/render-job.ts';
import type { MessageParts } from '../messages/message-parts.ts';
import { type FileDeps, readStored, storedFile } from '../messages/stored-files.ts';
import { mailHeaders } from './mail-headers.ts';
import { messageIdOf, referenceOf } from './message-id.ts';

/** The person in whose hands the mail is, and whose subscription its links are of. */
export type Recipient = Pick<PersonRow, 'id' | 'email'>;

/** Everything that one mail is made of, loaded for its batch. */
export interface MailParts {
  send: ClaimedSend;
  /** Whose values it has. */
  person: PersonRow;
  /** Whom it goes to: of a test, maybe another one. */
  recipient: Recipient;
  tags: string[];
  event: { name: string; details: Record<string, unknown> } | null;
  /** Null but for messages. */
  message: MessageParts | null;
  data: MergeValues['data'];
  /** The files of a message; of mail that was submitted, the whole of it. */
  files: readonly FileUse[];
  /** The headers of mail that was submitted; null where the service makes the mail. */
  head: Buffer | null;
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
export interface ComposeDeps extends FileDeps {
  /** Signs links and message ids. */
  secretKey: Uint8Array;
  /** The address of the service. */
  address: { url: string };
  config: Pick<SenderConfig, 'mailFrom'> & FileDeps['config'];
}

/**
 * Base address of the links in mails: the account's, BASE_URL, or the address the service listens
 * on.
 */
export function linkBase(deps: Pick<ComposeDeps, 'address'>, profile: ProfileRow): string {
  const base = profile.base_url ?? deps.address.url;
  return withoutEndSlashes(parseUrl(base)?.href ?? base);
}

const missing = {
  test: 'what the test was of is no longer kept; send another',
  other: 'the email has no compiled form; save it again',
} as const;

/** What the mails of one compile share besides it; kept with what was sent, so it is plain JSON. */
export interface MailFrame {
  /** A mailbox. */
  from: string;
  replyTo: string | null;
  /** Base address of the links. */
  base: string;
  /** Whether opens and clicks are counted, except of tests. */
  tracking: boolean;
  /** Id of the set of addresses its links lead to; 0 if there are none. */
  linkSet: number;
  /** Set for mail that its readers cannot leave (MSG-02). */
  transactional?: true;
  account: { name: string; timezone: string };
  mailingAddress: string;
}

/** The part of a mail that all mails of its email have in common now. */
export function frameOf(
  deps: Omit<ComposeDeps, 'secretKey'>,
  email: LoadedTemplate,
  { profile, mailingAddress }: Pick<MailParts, 'profile' | 'mailingAddress'>,
): MailFrame {
  return {
    from: email.fromAddress ?? defaultSender(deps.config, profile),
    replyTo: email.replyTo ?? profile.reply_to,
    base: linkBase(deps, profile),
    tracking: profile.tracking && email.tracking,
    linkSet: email.linkSet,
    ...(email.kind === 'transactional' && { transactional: true }),
    account: { name: profile.name, timezone: profile.timezone },
    mailingAddress,
  };
}

/** Which mail it is, in the queue or in the log. */
export type MailSource = Pick<
  ClaimedSend,
  'id' | 'email_id' | 'source_kind' | 'source_id' | 'step_id'
>;

/** A mail of which everything is decided, and whose template has to be filled in. */
export interface OpenMail {
  filling: MailFilling;
  /** The complete message around what was filled in. Throws if a header is invalid. */
  close(filled: EncodedEmail): OutgoingMessage;
}

/**
 * A mail from what it is made of and nothing else, so that a mail that was sent is made again byte
 * for byte (SENT-02). Throws if the sender is none.
 */
export function openMail(
  secretKey: Uint8Array,
  frame: MailFrame,
  send: MailSource,
  values: MergeValues & {
    recipient: Recipient;
    message: MessageParts | null;
    files: readonly MailFile[];
  },
): OpenMail {
  const { recipient, message } = values;
  const token = createPublicToken(secretKey, {
    personId: recipient.id,
    // Words of a message are of no email.
    emailId: send.email_id ?? 0,
    sendId: send.id,
  });
  const { base, linkSet } = frame;
  const page = `${base}/unsubscribe/${token}`;
  const from = message?.from ?? frame.from;
  const mailbox = senderMailbox(from);
  if (mailbox === null) throw new Error(`The from address "${from}" is not an address.`);
  // A test is for the operator who asks for it and is not counted.
  const tracking = message?.tracking ?? frame.tracking;
  const isTracked = tracking && send.source_kind !== 'test';
  const context = mergeContext({
    person: values.person,
    tags: values.tags,
    event: values.event,
    data: values.data ?? null,
    automation: values.automation ?? null,
    now: values.now,
    profile: frame.account,
    unsubscribeUrl: `${page}${openedTab.unsubscribe}`,
    preferencesUrl: `${page}${openedTab.preferences}`,
    mailingAddress: frame.mailingAddress,
  });
  const links = isTracked ? { secretKey, base, mail: { sendId: send.id, linkSet } } : null;
  return {
    filling: { context, links },
    close(filled) {
      const hasCopies = message !== null && message.cc.length + message.bcc.length > 0;
      const parts = {
        from,
        to: recipient.email,
        ...(message !== null && { cc: message.cc }),
        replyTo: message?.replyTo ?? frame.replyTo,
        subject: filled.subject,
        date: values.now,
        messageId: messageIdOf(secretKey, send.id, mailbox.address),
        headers: withAdded(
          mailHeaders(
            secretKey,
            send,
            frame.transactional ? null : `${base}/u/${token}`,
            hasCopies,
          ),
          message?.headers ?? [],
        ),
        text: filled.text,
        html: filled.html,
      };
      return {
        ...{ sendId: send.id, from: mailbox.address, to: recipient.email },
        ...(message !== null && { cc: message.cc, bcc: message.bcc }),
        ...buildMessageWith(parts, values.files),
      };
    },
  };
}

type Headers = readonly (readonly [name: string, value: string])[];

/** Headers with those that a call adds, which come before ours of the same name (MSG-12). */
function withAdded(ours: Headers, added: Headers): Headers {
  if (added.length === 0) return ours;
  const names = new Set(added.map(([name]) => name.toLowerCase()));
  return [...ours.filter(([name]) => !names.has(name.toLowerCase())), ...added];
}

/** The mail of a send, with the email it is of. Throws as `openMail` does, and where there is none. */
export function openSend(
  deps: ComposeDeps,
  parts: MailParts,
): { email: LoadedTemplate; mail: OpenMail } {
  const { send, email } = parts;
  if (email === null) throw new Error(missing[send.source_kind === 'test' ? 'test' : 'other']);
  const files = parts.files.map((use) => storedFile(deps, use));
  const values = { ...parts, files };
  return { email, mail: openMail(deps.secretKey, frameOf(deps, email, parts), send, values) };
}

/**
 * Mail that a program submitted, as it is, with a reference by which bounces and complaints find it
 * (SUBM-05), and with a Message-ID if it has none. Null where the service makes the mail.
 */
export function submittedMail(
  deps: ComposeDeps,
  { send, recipient, head, files }: MailParts,
): OutgoingMessage | null {
  const [whole] = files;
  if (head === null || whole === undefined) return null;
  const { from, data } = headOfSubmitted(deps.secretKey, send, head);
  return {
    sendId: send.id,
    from,
    to: recipient.email,
    data,
    rest: {
      octets: whole.octets - head.length,
      eightBit: whole.eight_bit,
      files: null,
      read: () => readStored(deps, whole, { from: 1, skipped: head.length }),
    },
  };
}

/** The headers of such a mail as they are handed over, and the address of its sender. */
export function headOfSubmitted(
  secretKey: Uint8Array,
  { id, due_at }: Pick<ClaimedSend, 'id' | 'due_at'>,
  head: Buffer,
): { from: string; data: Buffer } {
  const { from, messageId } = readSubmittedHead(head, due_at);
  if (from === null) throw new Error('The mail that was submitted has no sender.');
  const reference = referenceText(referenceOf(secretKey, id));
  const ours =
    `${referenceHeader}: ${reference}\r\n` +
    (messageId === null ? `Message-ID: ${messageIdOf(secretKey, id, from)}\r\n` : '');
  return { from, data: Buffer.concat([Buffer.from(ours, 'latin1'), head]) };
}
