import { randomBytes } from 'node:crypto';
import { claimStarter, startTestClock } from '@postroad/store/account/engine-state';
import { keepSecretKey } from '@postroad/store/account/instance-keys';
import { releaseStale } from '@postroad/store/content/stale-compile';
import type { Database } from '@postroad/store/platform/connection/database';
import { transaction } from '@postroad/store/platform/transaction';
import { releaseAllLeases } from '@postroad/store/queue/lease';
import { findRestoredWindow, type RestoredWindow } from '@postroad/store/queue/restored';
import { reopenWindows } from '@postroad/store/queue/send';
import {
  countLostKeys,
  fingerprintOf,
  type SecretKeys,
  secretKeysOf,
} from '../account/secret-keys.ts';
import type { Config } from './config/config.ts';
import { ensureDefaults, loadStarter } from './starter.ts';

/** The keys, and the number of former keys that are no longer accepted. */
export interface Prepared extends SecretKeys {
  lost: number;
  restored: RestoredWindow | null;
}

/** Prepares a migrated database for the service, and returns its keys. */
export async function prepareDatabase(
  database: Database,
  config: Config,
  clockStartsAt: Date | null = null,
): Promise<Prepared> {
  return await transaction(database, {}, async (tx) => {
    if (config.testClock) await startTestClock(tx, clockStartsAt);
    const secret = randomBytes(32);
    const kept = await keepSecretKey(tx, { secret, fingerprint: fingerprintOf(secret) });
    await ensureDefaults(tx);
    if (config.starter && (await claimStarter(tx))) await loadStarter(tx);
    // Mail without a sender waits as mail outside its window does.
    if (config.mailFrom !== null) await reopenWindows(tx);
    // Only one process uses an embedded database, so every lease and claim in it belongs to a dead
    // process.
    if (database.kind === 'embedded') {
      await releaseAllLeases(tx);
      await releaseStale(tx);
    }
    const keys = await secretKeysOf(tx, config, kept);
    const restored = await findRestoredWindow(tx);
    return { ...keys, lost: await countLostKeys(tx, keys.acceptedKeys), restored };
  });
}
