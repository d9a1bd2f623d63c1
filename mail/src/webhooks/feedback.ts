import type { SendReference } from '../providers/send-reference.ts';

/** What a provider reports about a mail after it took it. */
export type FeedbackKind =
  | 'delivered'
  /** The mailbox could not take this mail; it may take a later one. */
  | 'soft_bounced'
  /** The address does not exist, or no longer takes mail. */
  | 'hard_bounced'
  | 'complained'
  | 'opened'
  | 'clicked';

export interface MailFeedback {
  kind: FeedbackKind;
  /** The mail, if the provider returns the reference that we gave it. */
  send: SendReference | null;
  providerId: string | null;
  address: string | null;
  /** Set for a bounce that says nothing of the address: the provider itself would not send the mail. */
  ofProvider?: true;
  /** The provider's time; null if it gives no valid one. */
  at: Date | null;
  /** The provider's own words, for people: bounded texts. */
  details: Readonly<Record<string, string>>;
}

export interface WebhookRequest {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The octets exactly as received: signatures cover them. */
  body: Buffer;
}

export type WebhookReading =
  /** Not proved to be from the provider; no part of it may be trusted. */
  | { kind: 'forged' }
  | {
      kind: 'read';
      /** Equal for repeated deliveries, so that each counts once. */
      key: string;
      /** Empty if the event does not matter here. */
      feedback: readonly MailFeedback[];
      /** A message to the operator about something to do. */
      notice: string | null;
    };

export const forged: WebhookReading = { kind: 'forged' };
