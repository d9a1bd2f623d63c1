import type { MessageRest } from '../message/attachment.ts';
import type { OptOutOutcome } from './opt-out.ts';

/** One message that is ready to send. */
export interface OutgoingMessage {
  /** A positive integer; the idempotency key. */
  sendId: number;
  /** Envelope sender: one addr-spec, no display name. */
  from: string;
  /** Envelope recipient: one addr-spec, no display name. */
  to: string;
  /** Further recipients of the envelope. `data` names those of `cc` in its header, those of `bcc` nowhere. */
  cc?: readonly string[];
  bcc?: readonly string[];
  /** Complete MIME with CRLF line ends, not dot-stuffed; of a mail with files, what precedes them. */
  data: Buffer;
  /** What follows `data`, read while it is handed over. */
  rest?: MessageRest;
}

/** A recipient of a copy whom the provider refused, though it took the mail. */
export interface RefusedCopy {
  address: string;
  /** What it answered, as one line. */
  reason: string;
}

/** The result of handing one message to a provider (contract §4.10). */
export type Outcome =
  | {
      kind: 'accepted';
      providerId: string | null;
      /** Set if it took the mail for some of its recipients alone. */
      refused?: readonly RefusedCopy[];
    }
  /**
   * The provider refused. `status` is its reply code and `enhanced` the RFC 3463 code, if it gave
   * one.
   */
  | {
      kind: 'refused';
      permanent: boolean;
      status: number | null;
      enhanced: string | null;
      reason: string;
    }
  /** No part of the body was handed over, so it is safe to retry. */
  | { kind: 'unreachable'; reason: string }
  /** The body was started and no final answer came: the mail may or may not be delivered. */
  | { kind: 'uncertain'; reason: string };

/** The outcome of a message that its sender gave up before anything of its body was handed over. */
export const withheld: Outcome = {
  kind: 'unreachable',
  reason: 'The process was suspended, and its mail is left to other processes.',
};

/** The outcome of a message whose files could not be read before anything of it was handed over. */
export const unreadable = {
  kind: 'unreachable',
  reason: 'A part of the mail could not be read.',
} as const satisfies Outcome;

/** How fast a provider may be given mail. */
export interface Pace {
  /** Milliseconds between two messages. */
  readonly gapMs: number;
  /** Milliseconds until the next message would be begun without waiting. */
  waitMs(): number;
}

/**
 * A way to send mail. A provider reports every result as an `Outcome`, and knows up to which point
 * of a conversation a message cannot have been delivered.
 */
export interface Provider {
  /**
   * Asks the provider to suppress all mail to an address, from any sender, or to lift that. Missing
   * if the provider keeps no such list. Never rejects.
   */
  setOptOut?(address: string, suppressed: boolean): Promise<OptOutOutcome>;
  readonly name: string;
  /** Whether repeating a `sendId` delivers the mail at most once. */
  readonly deduplicates: boolean;
  /** The number of messages it sends at once. */
  readonly concurrency: number;
  /** Missing where nothing limits the rate. */
  readonly pace?: Pace;
  /**
   * Never rejects. `mayProceed` is asked before the conversation begins and again before the first
   * octet of the body; where it answers false the message is `unreachable`.
   */
  send(message: OutgoingMessage, mayProceed?: () => boolean): Promise<Outcome>;
  /**
   * Waits for messages in progress, refuses the rest as `unreachable`, and frees every resource.
   */
  close(): Promise<void>;
}
