import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keysLost } from '@postroad/core/account/checks/check-texts';
import { replicaFaults } from '@postroad/core/account/checks/replica-faults';
import { ZoneClocks } from '@postroad/core/platform/zone-clock';
import type { Provider } from '@postroad/mail/providers/provider';
import { lockRuns } from '@postroad/store/flows/run';
import { analyze, isEmptyDatabase } from '@postroad/store/platform/backup/restore';
import {
  type ConnectOptions,
  connect,
  withHooks,
} from '@postroad/store/platform/connection/connect';
import type { Database } from '@postroad/store/platform/connection/database';
import { hasFiles } from '@postroad/store/platform/connection/embedded';
import { listenWake } from '@postroad/store/platform/listen';
import { migrate, schemaState } from '@postroad/store/platform/migrate';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { findLiveProcess } from '@postroad/store/queue/lease';
import { CallLimits } from '../account/call-limits.ts';
import { FailedLogins } from '../account/failed-logins.ts';
import { HeavyReads } from '../account/heavy-reads.ts';
import { SessionUses } from '../account/sessions.ts';
import { TokenUses } from '../account/token-uses.ts';
import { accountClockIn } from '../account/zone-of-account.ts';
import { broadcastEmails } from '../broadcasts/broadcast-handlers.ts';
import { Guards } from '../conditions/guards.ts';
import { audienceNamed } from '../conditions/segment-audience.ts';
import { CompiledEmailCache } from '../content/compile/compiled-email-cache.ts';
import { PreviewCache } from '../content/render/preview-cache.ts';
import { Renderer } from '../content/render/renderer.ts';
import { SlowMails } from '../content/render/slow-mails.ts';
import { EventCounts } from '../events/event-counts.ts';
import { EventTypeIds } from '../events/event-type-ids.ts';
import { changedTimesOfTunables } from '../flows/change-definition.ts';
import { RunTurns } from '../flows/claim-runs.ts';
import { LiveFlows } from '../flows/live-flows.ts';
import { previewAutomation } from '../flows/renewals/renewal-values.ts';
import { wakeCallers } from '../flows/run-wakeups.ts';
import { compareSegments } from '../flows/triggers/compare-segments.ts';
import { nextTimed } from '../flows/triggers/flow-calendar.ts';
import { SignUpMails } from '../forms/work-sign-ups.ts';
import { ErasureList } from '../people/erasure-list.ts';
import { TagNames } from '../people/tag-names.ts';
import { CallRates } from '../platform/call-rates.ts';
import { Counters } from '../platform/counters.ts';
import { createLog, type Log } from '../platform/log.ts';
import { Measures } from '../platform/observing/measures.ts';
import { openTracer } from '../platform/observing/open-tracer.ts';
import { HandOffJournals } from '../queue/hand-off-journal.ts';
import { LeaseKeeper } from '../queue/lease-keeper.ts';
import { openProvider } from '../sending/mail-provider.ts';
import { sendNow } from '../sending/send-now.ts';
import { KnownFrames } from '../sending/sent/keep-content.ts';
import { SentMinutes } from '../sending/sent-minutes.ts';
import { settleAccepted } from '../sending/settle.ts';
import { HitBuffer } from '../sending/tracking/hit-buffer.ts';
import { flushHits } from '../sending/tracking/keep-hits.ts';
import { LinkSets } from '../sending/tracking/link-sets.ts';
import { stepEmails } from '../sequences/sequence-step-handlers.ts';
import { Deliverer } from '../webhooks/deliver.ts';
import { DeliveryPoster } from '../webhooks/post-delivery.ts';
import { type DnsResolver, systemResolver } from './checks/check-dns.ts';
import { signatureResults } from './checks/check-mail.ts';
import { moveClock } from './clock/move-clock.ts';
import type { Config } from './config/config.ts';
import { restoringName } from './config/data-dir.ts';
import { type DataDirLock, lockDataDir } from './config/data-dir-lock.ts';
import { OperatorToken } from './config/operator-token.ts';
import type { Deps } from './deps.ts';
import { Engine } from './engine.ts';
import { playApart } from './example/play-apart.ts';
import { wireFacts } from './facts.ts';
import { NewerVersion } from './health/newer-version.ts';
import { observeRounds } from './health/observe-rounds.ts';
import { afterDeliveries, lanesOf } from './lanes.ts';
import { RunningService } from './running-service.ts';
import type { Service } from './service.ts';
import { prepareDatabase } from './start-up.ts';
import { ThisProcess } from './this-process.ts';
import { Retention } from './upkeep/retention.ts';
import { writeKept } from './upkeep/upkeep.ts';
import { readWebhookRecords } from './webhook-records.ts';

export interface OpenOptions {
  /** Replaces the configured provider, in tests and benchmarks. */
  provider?: Provider;
  /**
   * An open database instead of the configured one, for tests that look into it; its owner closes
   * it.
   */
  database?: Database;
  /** Shared render threads instead of its own; their owner ends them. */
  renderer?: Renderer;
  /** Takes the lines of the log, in tests; standard error by default. */
  log?: Log;
  /** Answers for DNS, in tests. */
  resolver?: DnsResolver;
  /** Start time of the test clock in a new database; the present by default. */
  clockStartsAt?: Date;
  onNotice?: ConnectOptions['onNotice'];
  poolSize?: number;
  /**
   * Called with a sentence for who starts this: that the lock of the data directory is waited for, or that
   * an older process works beside; logged by default.
   */
  onWarning?: (text: string) => void;
}

async function databaseOf(
  config: Config,
  options: OpenOptions,
  lock: DataDirLock | null,
  log: Log,
): Promise<Database> {
  if (options.database) return { ...options.database, close: async () => {} };
  return await connect({
    databaseUrl: config.databaseUrl ?? undefined,
    listenUrl: config.listenDatabaseUrl ?? undefined,
    replicaUrl: config.replicaUrl ?? undefined,
    onReplica: (fault, error) => {
      if (fault === null) log.info('The read replica answers reads.');
      else log.warn(replicaFaults[fault], error === null ? {} : { error });
    },
    dataDir: config.dataDir,
    poolSize: options.poolSize,
    onNotice: options.onNotice,
    fence: lock?.fence,
    onFault: (fault) => log.error(fault),
    onReopened: () => log.warn('The embedded database is open again.'),
    onRefused: (reason) => log.error('The disk refuses what the database writes.', { reason }),
    onText: (text) => log.warn('The embedded database wrote a line.', { text }),
  });
}

/**
 * Ends the process, which must not write to the data directory any more: closing the database would
 * write to it.
 */
function endProcess(log: Log, reason: string): void {
  log.error(`${reason} This process ends, without touching it.`);
  process.exit(1);
}

/** A start would take the empty database for a new one. */
const unrestored = (dataDir: string) =>
  new Error(
    `A restore into ${dataDir} was cut off, and nothing of the backup is there. Run "postroad restore" again with this DATA_DIR, or set DATA_DIR to another folder.`,
  );

const isCutOff = (dataDir: string) => existsSync(join(dataDir, restoringName));

/** A restore is one transaction, so one that was killed has left all of the backup or nothing. */
async function takeRestored(database: Database, dataDir: string, log: Log): Promise<void> {
  if (!isCutOff(dataDir)) return;
  if (await transaction(database, {}, isEmptyDatabase)) throw unrestored(dataDir);
  await transaction(database, {}, analyze);
  await rm(join(dataDir, restoringName), { force: true });
  log.warn(
    `A restore into ${dataDir} was killed at its end; all of the backup is there. Sending is held: look at the queue, then run "postroad sending release".`,
  );
}

/**
 * Processes of an older version must not run beside a newer one, which no start can make sure of: those
 * that were killed look alive for half a minute.
 */
async function warnOfOlderProcess(
  database: Database,
  onWarning: (text: string) => void,
): Promise<void> {
  if (database.kind === 'embedded') return;
  const older = await transaction(database, { readOnly: true }, async (tx) =>
    (await schemaState(tx.sql)) === 'older' ? await findLiveProcess(tx) : null,
  );
  if (older === null) return;
  onWarning(
    `${older} worked on this database within the last half a minute, with an older version. Stop every older process: it does not know the schema that this one makes.`,
  );
}

/**
 * Opens the service: locks the data directory if the database is embedded, migrates, and loads the
 * starter content into an empty database. Throws an error whose message can be shown to the
 * operator.
 */
export async function openService(config: Config, options: OpenOptions = {}): Promise<Service> {
  const embedded = config.databaseUrl === null && options.database === undefined;
  const log = options.log ?? createLog(config.logLevel);
  const onWarning = options.onWarning ?? ((text: string) => log.warn(text));
  const lock = embedded
    ? await lockDataDir(config.dataDir, {
        onWait: onWarning,
        onLost: (reason) => endProcess(log, reason),
      })
    : null;
  let database: Database | null = null;
  try {
    if (embedded && isCutOff(config.dataDir) && !hasFiles(config.dataDir)) {
      throw unrestored(config.dataDir);
    }
    database = await databaseOf(config, options, lock, log);
    if (embedded) await takeRestored(database, config.dataDir, log);
    await warnOfOlderProcess(database, onWarning);
    await migrate(database);
    return await assemble(config, options, { opened: database, lock, log });
  } catch (error) {
    await database?.close().catch(() => {});
    await lock?.release();
    throw error;
  }
}

/** What a process remembers between calls, and nobody else sees. */
function memory(config: Config) {
  const zones = new ZoneClocks();
  const counters = new Counters();
  const tagNames = new TagNames();
  return {
    counters,
    measures: new Measures(),
    sentMinutes: new SentMinutes(),
    callRates: new CallRates(),
    tokenUses: new TokenUses(),
    sessionUses: new SessionUses(),
    erasureList: new ErasureList(),
    retention: new Retention(),
    failedLogins: new FailedLogins(counters),
    callLimits: new CallLimits(config.callRate),
    eventCounts: new EventCounts(),
    eventTypes: new EventTypeIds(),
    liveFlows: new LiveFlows({ tagNames }),
    runTurns: new RunTurns(),
    guards: new Guards(),
    zones,
    accountClock: accountClockIn(zones),
    tagNames,
    templates: new CompiledEmailCache(),
    frames: new KnownFrames(),
    previewSources: new PreviewCache(),
  };
}

async function assemble(
  config: Config,
  options: OpenOptions,
  { opened, lock, log }: { opened: Database; lock: DataDirLock | null; log: Log },
): Promise<Service> {
  const { lost, ...prepared } = await prepareDatabase(opened, config, options.clockStartsAt);
  const operatorToken = await OperatorToken.open(config, log);
  const process = new ThisProcess(opened, log);
  const { wake, changes, signals } = process;
  const tracer = await openTracer(config.traces, log);
  const database = withHooks(opened, process, tracer);
  const renderer = options.renderer ?? new Renderer();
  const rooms: Omit<Deps, 'facts'> = {
    database,
    config,
    provider: options.provider ?? openProvider(config),
    ...prepared,
    log,
    wake,
    changes,
    tracer,
    ...memory(config),
    audienceNamed,
    tunableTimes: (tx, tunables) => changedTimesOfTunables(tx, rooms, tunables),
    linkSets: new LinkSets(database),
    hits: new HitBuffer(() => {
      flushHits(deps).catch((error: unknown) => {
        deps.log.warn('Opens and clicks could not be written; trying again.', { error });
      });
    }),
    renderer,
    submittedReads: new HeavyReads(),
    slowMails: new SlowMails({ database, config, log, renderer }),
    emailHolders: { broadcast: broadcastEmails, sequence_step: stepEmails },
    previewAutomation,
    moveClock: async (targetOf, dryRun) => {
      // Opens and clicks so far get the present time of the clock, before it moves.
      await flushHits(deps);
      // No queue says that a segment is watched for a flow that starts on it no more.
      if (!dryRun) await compareSegments(deps);
      const nextPlanned = (tx: Tx, until: Date) => nextTimed(tx, deps, until);
      return await moveClock(database, engine, nextPlanned, targetOf, dryRun);
    },
    playApart: (...given) => playApart(rooms, openService, ...given),
    sendNow: (prepare, dryRun) => engine.beside(() => sendNow(deps, leases, prepare, dryRun)),
    resolver: options.resolver ?? systemResolver(),
    poster: new DeliveryPoster(config.webhookAllow),
    operatorToken,
    address: { url: config.baseUrl ?? `http://${config.host}:${config.port}` },
  };
  const deps: Deps = { ...rooms, facts: wireFacts(rooms) };
  if (lost > 0) deps.log.warn(keysLost, { count: lost });
  if (database.deaf !== null) deps.log.warn(database.deaf);
  for (const { level, message, fix } of signatureResults(config)) {
    if (level === 'warning') deps.log.warn(`${message}. ${fix}`);
  }
  // With the test clock nothing works in the background.
  const journals = config.testClock ? null : HandOffJournals.in(config.dataDir);
  const leases = new LeaseKeeper(
    deps,
    journals && {
      journals,
      settle: (tx, leaseId, sends) => settleAccepted(tx, deps, leaseId, sends),
    },
  );
  const deliverer = new Deliverer(
    deps,
    (tx, deliveries) => readWebhookRecords(tx, deps, deliveries),
    { wake: () => process.heard(afterDeliveries), waiters: { lock: lockRuns, ended: wakeCallers } },
  );
  const signUpMails = new SignUpMails(deps);
  // Requests are still answered then, and leave counts in memory.
  const newer = new NewerVersion(deps, () => writeKept(deps));
  const engine = new Engine(
    signals,
    (pending, stopping) =>
      lanesOf(deps, { leases, deliverer, signUpMails }, pending, () => stopping() || newer.isFound),
    observeRounds(deps),
  );
  const unlisten = await listenWake(database, (signals) => process.heard(signals));
  const endRenderer = async () => {
    if (options.renderer === undefined) await renderer.close();
  };
  const parts = {
    ...{ deps, engine, leases, deliverer, signUpMails, newer, operatorToken, lock },
    ...{ process, unlisten, endRenderer },
  };
  return new RunningService(parts);
}
