import type { SendReference } from '../providers/send-reference.ts';

/** What became of a mail after it was handed over. */
export type FeedbackKind =
  | 'delivered'
  /** The mailbox could not take it now; it may take another. */
  | 'soft_bounced'
  /** The address does not exist, or takes nothing any more. */
  | 'hard_bounced'
  | 'complained'
  | 'opened'
  | 'clicked';

export interface MailFeedback {
  kind: FeedbackKind;
  /** Which mail, where the provider tells what we told it. */
  send: SendReference | null;
  providerId: string | null;
  address: string | null;
  /** As the provider has it; null where it says nothing that is a time. */
  at: Date | null;
  /** Words of the provider for people: bounded texts. */
  details: Readonly<Record<string, string>>;
}

export interface WebhookRequest {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Exactly as it came: signatures are over these octets. */
  body: Buffer;
}

export type WebhookReading =
  /** Not shown to be from the provider; nothing of it is to be believed. */
  | { kind: 'forged' }
  | {
      kind: 'read';
      /** The same for the same delivery, so that it counts once. */
      key: string;
      /** Empty where the provider tells of nothing that matters here. */
      feedback: readonly MailFeedback[];
      /** What an operator has to do. */
      notice: string | null;
    };

export const forged: WebhookReading = { kind: 'forged' };
