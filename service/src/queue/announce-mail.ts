import type { WebhookType } from '@postroad/core/webhooks/webhook-types';
import type { SourceKind } from '@postroad/store/platform/codes';
import type { Tx } from '@postroad/store/platform/transaction';

export type MailHappening =
  | 'sent'
  | 'delivered'
  | 'opened'
  | 'clicked'
  | 'bounced'
  | 'complained'
  | 'failed'
  | 'skipped';

type OfMail = Readonly<Record<MailHappening, WebhookType>>;

const email: OfMail = {
  sent: 'email.sent',
  delivered: 'email.delivered',
  opened: 'email.opened',
  clicked: 'email.clicked',
  bounced: 'email.bounced',
  complained: 'email.complained',
  failed: 'email.failed',
  skipped: 'email.skipped',
};

const message: OfMail = { ...email, sent: 'message.sent', failed: 'message.failed' };

/** The types of what happens to mail, by what queued it; none of tests. */
const typesOf: Readonly<Record<SourceKind, OfMail | null>> = {
  flow: email,
  sequence: email,
  broadcast: email,
  message,
  test: null,
};

/** A mail something happened to. */
interface AnnouncedMail {
  id: number;
  person_id: number | null;
  source_kind: SourceKind;
  /** What the record does not say. */
  about?: Readonly<Record<string, unknown>>;
}

/** Tells webhook endpoints what happened to mail. */
export function announceMail(
  tx: Tx,
  happening: MailHappening,
  mails: readonly AnnouncedMail[],
): void {
  for (const { id, person_id, source_kind, about } of mails) {
    const type = typesOf[source_kind]?.[happening];
    if (type === undefined) continue;
    tx.work.announce(type, [{ subject_id: id, person_id, ...(about && { about }) }]);
  }
}
