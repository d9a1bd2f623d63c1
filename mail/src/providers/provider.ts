import type { OptOutOutcome } from './opt-out.ts';

/** One message ready to leave. */
export interface OutgoingMessage {
  /** Positive; the idempotency key towards the provider. */
  sendId: number;
  /** Envelope sender: one addr-spec, no display name. */
  from: string;
  /** Envelope recipient: one addr-spec, no display name. */
  to: string;
  /** Complete MIME with CRLF line ends, not dot-stuffed. */
  data: Buffer;
}

/** What became of a message (contract §4.10). */
export type Outcome =
  | { kind: 'accepted'; providerId: string | null }
  /** A definite no. `status` is the reply code, `enhanced` the RFC 3463 code, where one was given. */
  | {
      kind: 'refused';
      permanent: boolean;
      status: number | null;
      enhanced: string | null;
      reason: string;
    }
  /** Nothing of the body was handed over: it is safe to try again. */
  | { kind: 'unreachable'; reason: string }
  /** The body had been started and no final answer came: it may or may not have been delivered. */
  | { kind: 'uncertain'; reason: string };

export interface Provider {
  /**
   * Has the provider hold mail to an address back, or let it go again, whoever sends it; left out
   * where it keeps no such list. Never rejects.
   */
  setOptOut?(address: string, held: boolean): Promise<OptOutOutcome>;
  readonly name: string;
  /** Whether sending the same `sendId` again delivers at most once. */
  readonly deduplicates: boolean;
  /** How many messages it works on at the same time. */
  readonly concurrency: number;
  /** Never rejects. */
  send(message: OutgoingMessage): Promise<Outcome>;
  /** Finishes what is being sent, refuses the rest as `unreachable`, and frees every resource. */
  close(): Promise<void>;
}
