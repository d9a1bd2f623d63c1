import type { OperationName, OperationOutput } from '@postroad/core/catalog/catalog';
import type { Confirmation, ConfirmRequest } from '@postroad/core/catalog/confirmation';
import type { Presence } from '@postroad/core/platform/live/presence';
import type { LogPosition } from '@postroad/core/platform/operations/log-position';
import type { ExpectedRevision } from '@postroad/core/platform/operations/revised-resources';
import type { Surface } from '@postroad/core/platform/surface';
import type { Tracer } from '@postroad/core/platform/tracing/tracer';
import type { PublicStatus, SubscriberDoor } from '@postroad/core/subscribers/status';
import type { WebhookRequest } from '@postroad/mail/webhooks/feedback';
import type { CallKind, CallLimit } from '../account/call-limits.ts';
import type { OAuthServer } from '../account/oauth/oauth-server.ts';
import type { Sessions } from '../account/sessions.ts';
import type { SentToken } from '../account/token-watch.ts';
import type { EmbeddedFlows } from '../flows/embed/embedded-flows.ts';
import type { PublicForms } from '../forms/public-forms.ts';
import type { ArrivingFiles } from '../messages/received-files.ts';
import type { MailSubmission } from '../messages/submit-mail.ts';
import type { Actor } from '../platform/actor.ts';
import type { Log } from '../platform/log.ts';
import type { ChangeListener } from '../platform/notices/changes.ts';
import type { Measures } from '../platform/observing/measures.ts';
import type { HitRequest } from '../sending/tracking/take-hit.ts';
import type {
  PreferenceSave,
  PreferenceSubmission,
  SubscriptionPage,
} from '../subscribers/subscription-page.ts';
import type { Visitor } from '../subscribers/visitor.ts';
import type { LaneName } from './lanes.ts';

export interface InvokeOptions {
  actor: Actor;
  /** Runs the operation in its transaction, then rolls it back. */
  dryRun?: boolean;
  /** The same key with the same input replays the first answer for a day (contract §1). */
  idempotencyKey?: string | undefined;
  /** The record has one of these revisions, or the call is refused and nothing is stored (REV-06). */
  ifRevision?: ExpectedRevision | undefined;
  /** Whether a person has to agree to a write; left out, nobody has to. */
  confirm?: ConfirmRequest | undefined;
  /** What the caller has seen: a replica that lags behind it does not answer (REPL-03). */
  seen?: LogPosition | null | undefined;
  /** By which interface the call comes; `http` where it is left out. */
  surface?: Surface | undefined;
  /** Files of the call that `Service.receiveFiles` took while its body arrived. */
  files?: ArrivingFiles | undefined;
  /**
   * Once it answers false, the uncommitted part of the call is rolled back and the call refused.
   */
  isWanted?: (() => boolean) | undefined;
}

/** Who asks for a streamed answer, and how. */
export type StreamOptions = Pick<InvokeOptions, 'actor' | 'surface' | 'seen'>;

export interface Answer<Name extends OperationName> {
  status: 200 | 201;
  output: OperationOutput<Name>;
  dryRun: boolean;
  /** It is the first answer under the idempotency key of the call. */
  replayed: boolean;
  /** Of a write, where there is a replica: from there on, the log has what it did (REPL-03). */
  position: LogPosition | null;
  /** Of a dry run with `confirm`: what a person agrees to; null where none has to. */
  confirmation?: Confirmation | null;
}

export interface Readiness {
  ready: boolean;
  /** Whether work is late, or the replica cannot be used. */
  degraded: boolean;
  /** Sentences that say why the service is not ready, or is degraded. */
  reasons: string[];
}

/**
 * The running service as the adapters see it: one entry point for operations, and a few facts about
 * itself.
 */
export interface Service {
  readonly log: Log;
  /** Makes spans; null where traces are not exported. */
  readonly tracer: Tracer | null;
  /** How long requests took, for the metrics. */
  readonly requests: Measures['requests'];
  /** Throws a Refusal; any other error is a fault of the service. */
  invoke<Name extends OperationName>(
    name: Name,
    input: unknown,
    options: InvokeOptions,
  ): Promise<Answer<Name>>;
  /**
   * Invokes an operation whose one argument arrives as a stream (`Operation.bodyStream`). Throws a
   * Refusal, possibly before the stream has ended, and whatever the stream throws.
   */
  receive(
    name: OperationName,
    input: Record<string, unknown>,
    body: AsyncIterable<Uint8Array>,
    options: InvokeOptions,
  ): Promise<Answer<OperationName>>;
  /**
   * Takes the files of a call whose body is still arriving (`Operation.bodyFiles`). Throws a Refusal
   * if the actor may not make the call.
   */
  receiveFiles(name: OperationName, actor: Actor): ArrivingFiles;
  /** The complete answer of a read as a stream (`Operation.answerStream`). Throws a Refusal. */
  stream(
    name: OperationName,
    input: unknown,
    options: StreamOptions,
  ): Promise<AsyncGenerator<string>>;
  /** The actor of API_TOKEN, found without the database; null for every other secret. */
  operator(secret: string): Actor | null;
  /**
   * The actor of a bearer token that came from an IP address, or null if it is unknown or revoked.
   * Throws a Refusal if it has expired, or is not to be used from there, or if too many wrong ones
   * came from there.
   */
  authenticate(secret: string, address?: string | null): Promise<Actor | null>;
  /** Sessions of people in a browser. */
  readonly sessions: Pick<Sessions, 'start' | 'useLink' | 'find' | 'view' | 'end'>;
  /** Lets applications use this server on behalf of people. */
  readonly oauth: Pick<
    OAuthServer,
    'issuerFor' | 'register' | 'view' | 'decide' | 'token' | 'revoke'
  >;
  /** Takes mail that programs submit by SMTP. */
  readonly submission: Pick<MailSubmission, 'mayUse' | 'checkSender' | 'checkRecipient' | 'accept'>;
  /** Flows that pages of other sites show. */
  readonly embeds: Pick<EmbeddedFlows, 'sites' | 'show'>;
  /** What visitors do with sign-up forms. */
  readonly forms: Pick<PublicForms, 'read' | 'challenge' | 'signUp' | 'readSignUp' | 'confirm'>;
  /**
   * Calls `ended` once a token that was valid has ended, within `limits.tokenLookMs`. Returns a
   * function that stops watching.
   */
  watchToken(token: SentToken, ended: () => void): () => void;
  /**
   * Counts a call of an actor that came from outside. Throws a LimitReached if there are too many;
   * null if there is no limit.
   */
  limit(actor: Actor, kind: CallKind): CallLimit | null;
  /**
   * Whether a webhook may come from the provider, as far as its headers say; null if no provider has
   * that name.
   */
  admitWebhook(provider: string, headers: WebhookRequest['headers']): boolean | null;
  /**
   * Processes a webhook of a mail provider. False if it is not proven to come from the provider;
   * null if no provider has that name.
   */
  takeWebhook(provider: string, request: WebhookRequest): Promise<boolean | null>;
  /** The name of the sender as pages of subscribers show it; empty if there is none. */
  accountName(): Promise<string>;
  /** The hosted page of a public token; null if the token identifies nobody. Writes nothing. */
  readSubscription(token: string): Promise<SubscriptionPage | null>;
  /** Unsubscribes the person of a public token from all mail; null as above. */
  unsubscribe(
    token: string,
    how: { reason: string | null; how: SubscriberDoor; visitor?: Visitor },
  ): Promise<PublicStatus | null>;
  /** Resubscribes the person. */
  resubscribe(
    token: string,
    how: { how: SubscriberDoor; visitor?: Visitor },
  ): Promise<PublicStatus | null>;
  savePreferences(
    token: string,
    submission: PreferenceSubmission,
    visitor?: Visitor,
  ): Promise<PreferenceSave | null>;
  /**
   * Processes a request for the tracking pixel of a mail; false if no mail of this service has it.
   */
  takeOpen(token: string, request: HitRequest): boolean;
  /**
   * Processes a request for a tracked link, with the target its query gives. Returns the value of
   * the `Location` header, or null if no mail of this service has the link.
   */
  takeClick(token: string, to: string | null, request: HitRequest): Promise<string | null>;
  /** Why the process serves nobody, as a sentence; null while its database runs. */
  databaseFault(): string | null;
  /** Where the log of the database is now (REPL-03); null where there is no replica. */
  position(): Promise<LogPosition | null> | null;
  readiness(): Promise<Readiness>;
  /** Metrics in Prometheus text format. */
  metrics(): Promise<string>;
  /** The names of the lanes, which run side by side. */
  lanes: readonly LaneName[];
  /** Looks, at most once a second, whether a newer version has migrated the database; each round does so too. */
  isOutdated(): Promise<boolean>;
  /** Runs one round of one lane. Returns true if there may be more to do at once. */
  round(lane: LaneName): Promise<boolean>;
  /** Runs one round of every lane. */
  tick(): Promise<boolean>;
  /** Calls back when work may have fallen due. Returns a function that stops listening. */
  onWake(wake: () => void): () => void;
  /**
   * Reports every change that any process makes after this resolves. Returns a function that stops
   * listening.
   */
  onChange(listener: ChangeListener): Promise<() => void>;
  /**
   * Announces to the listeners of every process that an actor has a record open to edit it. Throws a
   * Refusal.
   */
  announceEditing(actor: Actor, presence: Omit<Presence, 'name'>): void;
  /** For a process that stays: holds a lease, by whose end the others notice that it was killed. */
  holdLease(): Promise<void>;
  /** Sets the address of the service: links in mails start with it unless BASE_URL is set. */
  announce(address: string): Promise<void>;
  /** Whether mail is held because no sender address is set. */
  lacksSender(): Promise<boolean>;
  /** Finishes or releases claimed work, then closes the database. */
  close(): Promise<void>;
  /**
   * Stops by these steps, of which the last is `close`. Statements that are still under way after
   * `limits.stopStatementsMs` are cut off (POOL-09).
   */
  stop(steps: () => Promise<void>): Promise<void>;
}
