import { setTimeout as pause } from 'node:timers/promises';
import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import { limits } from '@postroad/core/platform/limits';
import { readProfile } from '@postroad/store/account/profile';
import { readWallClock } from '@postroad/store/platform/clock';
import type { Database } from '@postroad/store/platform/connection/database';
import { countStandbys } from '@postroad/store/platform/standbys';
import { findSendingHold } from '@postroad/store/queue/sending-control';
import { listDisabledEndpoints } from '@postroad/store/webhooks/endpoint';
import { countLostKeys } from '../../account/secret-keys.ts';
import type { Context } from '../../platform/handler.ts';
import { type BacklogDeps, overdueWork } from '../../sending/backlog.ts';
import { backupState } from '../backup/backup-state.ts';
import type { Config } from '../config/config.ts';
import { backupResults } from './check-backup.ts';
import { clockResult } from './check-clock.ts';
import { notificationResults, replicaResults, replicationResults } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkDns, type DnsResolver } from './check-dns.ts';
import { checkFolders } from './check-folders.ts';
import { keyResults } from './check-keys.ts';
import {
  checkProvider,
  outboxResults,
  senderResults,
  signatureResults,
  submissionResults,
  webhookResults,
} from './check-mail.ts';
import { reasonOf, resultsOf } from './check-result.ts';
import { endpointResults } from './check-webhooks.ts';
import { holdResults, workResults } from './check-work.ts';

/** The parts of the service that checks look at. */
export interface CheckDeps extends BacklogDeps {
  database: Pick<Database, 'deaf' | 'replica'>;
  config: Config;
  acceptedKeys: readonly Buffer[];
  /** Asks DNS. */
  resolver: DnsResolver;
}

/** Looks where the database says nothing: at folders, networks and clocks, outside of a transaction. */
type Look = () => Promise<readonly CheckResult[]> | readonly CheckResult[];

type Prepare = (context: Context<CheckDeps>) => Look | Promise<Look>;

/**
 * One row for each thing that `postroad doctor --server` looks at. A row reads what it needs in the
 * transaction of all, and answers what remains to be done outside of it.
 */
const checkTable: Readonly<Record<string, Prepare>> = {
  sender: async ({ tx, deps }) => {
    const profile = await readProfile(tx);
    return () => senderResults(deps.config, profile);
  },
  provider:
    ({ deps }) =>
    async () => [
      ...outboxResults(deps.config),
      ...submissionResults(deps.config),
      ...(await checkProvider(deps.config)),
    ],
  signature:
    ({ deps }) =>
    () =>
      signatureResults(deps.config),
  webhooks:
    ({ deps }) =>
    () =>
      webhookResults(deps.config),
  'webhook endpoints': async ({ tx }) => {
    const disabled = await listDisabledEndpoints(tx, limits.webhookEndpoints);
    return () => endpointResults(disabled);
  },
  dns: async ({ tx, deps }) => {
    const profile = await readProfile(tx);
    return () => checkDns(deps.config, profile, deps.resolver);
  },
  clock: async ({ tx }) => {
    const before = Date.now();
    const theirs = await readWallClock(tx);
    const ours = (before + Date.now()) / 2;
    return () => [clockResult('database', ours - theirs.getTime())];
  },
  disk:
    ({ deps }) =>
    () =>
      checkDisk(deps.config),
  work: async ({ tx, deps }) => {
    const work = await overdueWork(tx, deps);
    const hold = await findSendingHold(tx);
    const held = hold && { since: hold.held_at.toISOString(), reason: hold.reason };
    return () => [...holdResults(held), ...workResults(work)];
  },
  backup: async ({ tx }) => {
    const state = await backupState(tx);
    return () => backupResults(state);
  },
  replication: async ({ tx }) => {
    const standbys = await countStandbys(tx);
    return () => replicationResults(standbys);
  },
  replica:
    ({ deps }) =>
    () =>
      replicaResults(deps.database),
  notifications:
    ({ deps }) =>
    () =>
      notificationResults(deps.database),
  keys: async ({ tx, deps }) => {
    const lost = await countLostKeys(tx, deps.acceptedKeys);
    return () => keyResults(deps.config, lost);
  },
  folders:
    ({ deps }) =>
    () =>
      checkFolders(deps.config),
};

/** The results of one row; that a check failed or took too long is one too. */
async function lookWithin(name: string, look: Look): Promise<readonly CheckResult[]> {
  const over = new AbortController();
  const late = pause(limits.checkMs, null, { signal: over.signal }).catch(() => null);
  try {
    const found = await Promise.race([look(), late]);
    if (found !== null) return found;
    return [
      resultsOf(name).warning('check_late', { check: name, seconds: limits.checkMs / 1_000 }),
    ];
  } catch (error) {
    return [resultsOf(name).warning('check_failed', { check: name }, reasonOf(error))];
  } finally {
    over.abort();
  }
}

/** Reads for every check, and answers what looks: all at once, in the order of the table. */
export async function prepareChecks(
  context: Context<CheckDeps>,
): Promise<() => Promise<CheckResult[]>> {
  const looks: [name: string, look: Look][] = [];
  for (const [name, prepare] of Object.entries(checkTable)) {
    looks.push([name, await prepare(context)]);
  }
  return async () =>
    (await Promise.all(looks.map(([name, look]) => lookWithin(name, look)))).flat();
}
