import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import type { Presence } from '@postroad/core/platform/live/presence';
import type { SubscriberDoor } from '@postroad/core/subscribers/status';
import type { WebhookRequest } from '@postroad/mail/webhooks/feedback';
import { webhookProviders } from '@postroad/mail/webhooks/read-webhook';
import { readProfile } from '@postroad/store/account/profile';
import { transaction } from '@postroad/store/platform/transaction';
import type { CallKind } from '../account/call-limits.ts';
import { Editing } from '../account/editing.ts';
import { OAuthServer } from '../account/oauth/oauth-server.ts';
import { lacksSender } from '../account/sender.ts';
import { Sessions } from '../account/sessions.ts';
import { type SentToken, TokenWatch } from '../account/token-watch.ts';
import { flushEventCounts } from '../events/flush-event-counts.ts';
import { EmbeddedFlows } from '../flows/embed/embedded-flows.ts';
import { PublicForms } from '../forms/public-forms.ts';
import type { SignUpMails } from '../forms/work-sign-ups.ts';
import { ReceivedFiles } from '../messages/received-files.ts';
import { MailSubmission } from '../messages/submit-mail.ts';
import type { Actor } from '../platform/actor.ts';
import type { ChangeListener } from '../platform/notices/changes.ts';
import type { LeaseKeeper } from '../queue/lease-keeper.ts';
import { flushHits } from '../sending/tracking/keep-hits.ts';
import { type HitRequest, takeClick, takeOpen } from '../sending/tracking/take-hit.ts';
import {
  type PreferenceSubmission,
  readSubscription,
  resubscribe,
  savePreferences,
  unsubscribe,
} from '../subscribers/subscription-page.ts';
import { admitWebhook, takeWebhook } from '../subscribers/take-webhook.ts';
import type { Visitor } from '../subscribers/visitor.ts';
import type { Deliverer } from '../webhooks/deliver.ts';
import { requireScope } from './authorise.ts';
import type { DataDirLock } from './config/data-dir-lock.ts';
import type { OperatorToken } from './config/operator-token.ts';
import type { Deps } from './deps.ts';
import type { Engine } from './engine.ts';
import { metrics } from './health/metrics.ts';
import type { NewerVersion } from './health/newer-version.ts';
import { readiness } from './health/status.ts';
import { Invoker } from './invoke.ts';
import type { LaneName } from './lanes.ts';
import type { Answer, InvokeOptions, Service, StreamOptions } from './service.ts';
import type { ThisProcess } from './this-process.ts';
import { finishUpkeep } from './upkeep/upkeep.ts';

/** Operations that read counts of this process, which are written to the database first. */
const flushedBefore: { readonly [Name in OperationName]?: (deps: Deps) => Promise<unknown> } = {
  list_event_types: flushEventCounts,
  get_email_stats: flushHits,
  get_report: flushHits,
  list_tokens: ({ tokenUses, database }) => tokenUses.flush(database),
};

/** What a service that runs is made of. */
export interface Parts {
  deps: Deps;
  engine: Engine<LaneName>;
  leases: LeaseKeeper;
  deliverer: Deliverer;
  signUpMails: SignUpMails;
  newer: NewerVersion;
  operatorToken: OperatorToken;
  lock: DataDirLock | null;
  process: ThisProcess;
  unlisten: () => void;
  endRenderer: () => Promise<void>;
}

/** The service on an open database, as every surface calls it. */
export class RunningService implements Service {
  readonly #deps: Deps;
  readonly #engine: Engine<LaneName>;
  readonly #invoker: Invoker;
  readonly sessions: Sessions;
  readonly oauth: OAuthServer;
  readonly embeds: EmbeddedFlows;
  readonly submission: MailSubmission;
  readonly forms: PublicForms;
  readonly #watch: TokenWatch;
  readonly #editing: Editing;
  readonly #parts: Omit<Parts, 'deps' | 'engine' | 'operatorToken'>;
  #closing: Promise<void> | null = null;
  #isCutOff = false;

  constructor({ deps, engine, operatorToken, ...parts }: Parts) {
    this.#deps = deps;
    this.#engine = engine;
    this.#invoker = new Invoker(deps, operatorToken, parts.newer);
    this.sessions = new Sessions(deps);
    this.oauth = new OAuthServer(deps);
    this.embeds = new EmbeddedFlows(deps);
    this.submission = new MailSubmission(deps, parts.newer);
    this.forms = new PublicForms(deps);
    this.#watch = new TokenWatch(({ kind, ...sent }) =>
      kind === 'session' ? this.sessions.find(sent.secret, sent.address) : this.#invoker.find(sent),
    );
    this.#editing = new Editing((presence) => parts.process.present(presence));
    this.#parts = parts;
  }

  get log() {
    return this.#deps.log;
  }

  get tracer() {
    return this.#deps.tracer;
  }

  get requests() {
    return this.#deps.measures.requests;
  }

  invoke<Name extends OperationName>(
    name: Name,
    input: unknown,
    options: InvokeOptions,
  ): Promise<Answer<Name>> {
    const flush = flushedBefore[name];
    if (flush === undefined) return this.#invoker.invoke(name, input, options);
    return flush(this.#deps).then(() => this.#invoker.invoke(name, input, options));
  }

  receive(
    name: OperationName,
    input: Record<string, unknown>,
    body: AsyncIterable<Uint8Array>,
    options: InvokeOptions,
  ) {
    return this.#invoker.receive(name, input, body, options);
  }

  receiveFiles(name: OperationName, actor: Actor) {
    requireScope(name, operationNamed(name), { actor, dryRun: true });
    return new ReceivedFiles(this.#deps);
  }

  stream(name: OperationName, input: unknown, options: StreamOptions) {
    return this.#invoker.stream(name, input, options);
  }

  operator(secret: string) {
    return this.#invoker.operator(secret);
  }

  authenticate(secret: string, address: string | null = null) {
    return this.#invoker.authenticate(secret, address);
  }

  watchToken(token: SentToken, ended: () => void) {
    return this.#watch.watch(token, ended);
  }

  limit(actor: Actor, kind: CallKind) {
    return this.#deps.callLimits.count(kind, actor);
  }

  admitWebhook(name: string, headers: WebhookRequest['headers']) {
    const provider = webhookProviders.find((known) => known === name);
    return provider === undefined ? null : admitWebhook(this.#deps, provider, headers);
  }

  async takeWebhook(name: string, request: WebhookRequest) {
    const provider = webhookProviders.find((known) => known === name);
    return provider === undefined ? null : await takeWebhook(this.#deps, provider, request);
  }

  accountName() {
    const { database } = this.#deps;
    return transaction(database, { readOnly: true }, async (tx) =>
      (await readProfile(tx)).name.trim(),
    );
  }

  readSubscription(token: string) {
    return readSubscription(this.#deps, token);
  }

  unsubscribe(
    token: string,
    how: { reason: string | null; how: SubscriberDoor; visitor?: Visitor },
  ) {
    return unsubscribe(this.#deps, token, how);
  }

  resubscribe(token: string, how: { how: SubscriberDoor; visitor?: Visitor }) {
    return resubscribe(this.#deps, token, how);
  }

  savePreferences(token: string, submission: PreferenceSubmission, visitor?: Visitor) {
    return savePreferences(this.#deps, token, submission, visitor);
  }

  takeOpen(token: string, request: HitRequest) {
    return takeOpen(this.#deps, token, request);
  }

  takeClick(token: string, to: string | null, request: HitRequest) {
    return takeClick(this.#deps, token, to, request);
  }

  position() {
    return this.#invoker.position();
  }

  readiness() {
    return readiness(this.#deps);
  }

  metrics() {
    return metrics(this.#deps);
  }

  get lanes() {
    return this.#engine.lanes;
  }

  isOutdated() {
    return this.#parts.newer.look();
  }

  async round(lane: LaneName) {
    // A lane would only fail, and write so, until the database is open again.
    if (this.databaseFault() !== null) return false;
    if (await this.isOutdated()) return false;
    return await this.#engine.round(lane);
  }

  databaseFault() {
    return this.#deps.database.fault();
  }

  tick() {
    return this.#engine.tick();
  }

  onWake(wake: () => void) {
    return this.#deps.wake.on(wake);
  }

  onChange(listener: ChangeListener) {
    return this.#parts.process.onChange(listener);
  }

  announceEditing(actor: Actor, presence: Omit<Presence, 'name'>) {
    this.#editing.announce(actor, presence);
  }

  lacksSender() {
    const { database, config } = this.#deps;
    return transaction(database, { readOnly: true }, async (tx) =>
      lacksSender(config, await readProfile(tx), null),
    );
  }

  async holdLease(): Promise<void> {
    if (this.#deps.database.kind === 'server') await this.#parts.leases.hold();
  }

  async announce(address: string): Promise<void> {
    if (this.#deps.config.baseUrl === null) this.#deps.address.url = address;
    await this.#parts.lock?.setAddress(address);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async stop(steps: () => Promise<void>): Promise<void> {
    const late = setTimeout(() => {
      this.#deps.log.warn('Statements are still under way; they are cut off.');
      this.#isCutOff = true;
      this.#deps.database.cutOff();
    }, limits.stopStatementsMs);
    try {
      await steps();
    } finally {
      clearTimeout(late);
    }
  }

  async #close(): Promise<void> {
    try {
      this.#watch.close();
      await this.#engine.stop();
      await this.#parts.deliverer.close();
      await this.#parts.signUpMails.close();
      await this.#finish();
      await this.#parts.process.close();
      await this.#deps.provider.close();
      await this.#parts.endRenderer();
      this.#parts.unlisten();
    } finally {
      await this.#deps.database.close();
      await this.#deps.tracer?.close();
      await this.#parts.lock?.release();
    }
  }

  /** What a service that was cut off leaves is taken back as after a kill. */
  async #finish(): Promise<void> {
    try {
      await finishUpkeep(this.#deps, this.#parts.leases);
    } catch (error) {
      if (!this.#isCutOff) throw error;
    }
  }
}
