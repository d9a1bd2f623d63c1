import type { OperationName, OperationOutput } from '@postroad/core/catalog/catalog';
import type { PublicStatus, SubscriberDoor } from '@postroad/core/subscribers/status';
import type { WebhookRequest } from '@postroad/mail/webhooks/feedback';
import type { Actor } from '../platform/actor.ts';
import type { ChangeListener } from '../platform/changes.ts';
import type { Log } from '../platform/log.ts';
import type { HitRequest } from '../sending/tracking/take-hit.ts';
import type {
  PreferenceSave,
  PreferenceSubmission,
  SubscriptionPage,
} from '../subscribers/subscription-page.ts';
import type { LaneName } from './lanes.ts';

export interface InvokeOptions {
  actor: Actor;
  /** Runs in its transaction, which is rolled back. */
  dryRun?: boolean;
  /** The same key with the same input within a day replays the first answer (contract §1). */
  idempotencyKey?: string | undefined;
  /** Once it answers false, what is not committed of the call is rolled back, and refused. */
  isWanted?: (() => boolean) | undefined;
}

export interface Answer<Name extends OperationName> {
  status: 200 | 201;
  output: OperationOutput<Name>;
  dryRun: boolean;
}

export interface Readiness {
  ready: boolean;
  /** Work is late. */
  degraded: boolean;
  /** Why it is not ready, or what is late, in sentences. */
  reasons: string[];
}

/** The running service as the adapters see it: one door for operations, and facts on itself. */
export interface Service {
  readonly log: Log;
  /** Throws Refusal; anything else it throws is a fault of the service. */
  invoke<Name extends OperationName>(
    name: Name,
    input: unknown,
    options: InvokeOptions,
  ): Promise<Answer<Name>>;
  /**
   * Invokes an operation one argument of which arrives as a stream (`Operation.bodyStream`). Throws
   * Refusal, also before the stream has ended, and what the stream throws.
   */
  receive(
    name: OperationName,
    input: Record<string, unknown>,
    body: AsyncIterable<Uint8Array>,
    options: InvokeOptions,
  ): Promise<Answer<OperationName>>;
  /** The whole answer of a reading operation as a stream (`Operation.answerStream`). Throws Refusal. */
  stream(name: OperationName, input: unknown, actor: Actor): Promise<AsyncGenerator<string>>;
  /** The actor a bearer token stands for, or null for a missing or revoked one. */
  authenticate(secret: string): Promise<Actor | null>;
  /**
   * Takes what a mail provider posts. False where it is not shown to come from the provider; null
   * where there is no provider of that name.
   */
  takeWebhook(provider: string, request: WebhookRequest): Promise<boolean | null>;
  /** What the page of a public token shows; null for one that stands for nobody. Writes nothing. */
  readSubscription(token: string): Promise<SubscriptionPage | null>;
  /** Takes whom a public token stands for out of all mail; null as above. */
  unsubscribe(
    token: string,
    how: { reason: string | null; how: SubscriberDoor },
  ): Promise<PublicStatus | null>;
  /** Takes it back. */
  resubscribe(token: string, how: { how: SubscriberDoor }): Promise<PublicStatus | null>;
  savePreferences(token: string, submission: PreferenceSubmission): Promise<PreferenceSave | null>;
  /** Takes a request for the pixel of a mail; false where no mail of ours has it. */
  takeOpen(token: string, request: HitRequest): boolean;
  /**
   * Takes a request for a link of a mail, with what its query says; answers the value of a `Location`
   * header, or null where no mail of ours has the link.
   */
  takeClick(token: string, to: string | null, request: HitRequest): Promise<string | null>;
  readiness(): Promise<Readiness>;
  /** Figures in Prometheus text format. */
  metrics(): Promise<string>;
  /** The kinds of work that go on beside each other. */
  lanes: readonly LaneName[];
  /** One round of one lane; true where there may be more to do at once. */
  round(lane: LaneName): Promise<boolean>;
  /** One round of every lane. */
  tick(): Promise<boolean>;
  /** Calls back when work may have come due; answers how to stop listening. */
  onWake(wake: () => void): () => void;
  /** Tells of every change made by any process from when it resolves; answers how to stop. */
  onChange(listener: ChangeListener): Promise<() => void>;
  /** Where the service answers: links in mails start there unless BASE_URL says otherwise. */
  announce(address: string): Promise<void>;
  /** Finishes or releases what is claimed, then closes the database. */
  close(): Promise<void>;
}
