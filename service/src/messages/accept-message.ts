import type { EmailKind } from '@postroad/core/content/compile/email';
import {
  type HeaderPair,
  type NewMessage,
  type OwnWords,
  queueMessage,
} from '@postroad/store/messages/message';
import { ensureStranger, findPeopleByIds } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { loadMailSettings, type MailSettings } from '../account/mail-settings.ts';
import type { SenderConfig } from '../account/sender.ts';
import { tellCreated } from '../people/change-people.ts';
import type { SuppressionKeys } from '../people/suppression-hash.ts';
import { countMail } from '../queue/count-mail.ts';
import { checkMessageSender } from './message-sender.ts';
import {
  type Recipients,
  recipientReason,
  suppressedAmong,
  suppressedRefusal,
} from './recipients.ts';

/** The parts of the service that accepting a message needs. */
export interface AcceptDeps extends SuppressionKeys {
  config: SenderConfig;
}

/** A message whose parts are read and checked one by one, whatever way it came. */
export interface IncomingMessage {
  recipients: Recipients;
  /** A mailbox; null: the usual one. */
  from: string | null;
  replyTo: string | null;
  /** The email that it sends; null with words of its own. */
  email: { id: number; kind: EmailKind; from_address: string | null } | null;
  own: OwnWords | null;
  subject: string;
  data: Record<string, unknown> | null;
  headers: HeaderPair[];
  tracking: boolean | null;
  dueAt: Date;
}

/** What became of it. */
export interface AcceptedMessage {
  id: number;
  personId: number;
  settings: MailSettings;
}

/**
 * The only way a message gets into the queue, in the transaction of the call. Who is unknown becomes a
 * person who never consented, and gets no marketing mail (MSG-10, MSG-11, MSG-17).
 * Throws a 422 for its sender and a 409 for recipients who must get no mail.
 */
export async function acceptMessage(
  tx: Tx,
  deps: AcceptDeps,
  incoming: IncomingMessage,
): Promise<AcceptedMessage> {
  const { recipients, email, own } = incoming;
  const settings = await loadMailSettings(tx);
  checkMessageSender(deps.config, settings, incoming.from, email?.from_address ?? null);
  const transactional = email === null || email.kind === 'transactional';
  const { id: personId, made } = await ensureStranger(tx, recipients.to);
  if (made) tellCreated(tx, [personId]);
  const suppressed = await suppressedAmong(
    tx,
    deps,
    [...recipients.cc, ...recipients.bcc],
    transactional,
  );
  const [person] = await findPeopleByIds(tx, [personId]);
  const reason = recipientReason(person, transactional);
  if (reason !== null) suppressed.set(recipients.to, reason);
  if (suppressed.size > 0) throw suppressedRefusal(suppressed, recipients);
  const message: NewMessage = {
    person_id: personId,
    email_id: email?.id ?? null,
    own,
    due_at: incoming.dueAt,
    to_address: recipients.to,
    cc: recipients.cc,
    bcc: recipients.bcc,
    subject: incoming.subject,
    from_address: incoming.from,
    reply_to: incoming.replyTo,
    headers: incoming.headers,
    tracking: incoming.tracking,
    data: incoming.data,
  };
  const id = await queueMessage(tx, message);
  countMail(tx, [{ email_id: message.email_id, source_kind: 'message', source_id: null }]);
  tx.work.tell({ resource: 'messages', id, action: 'created' });
  if (incoming.dueAt <= tx.now) tx.work.wake('sends');
  return { id, personId, settings };
}
