import { randomBytes } from 'node:crypto';
import type { Database } from '@postroad/store/database';
import { claimStarter, keepSecretKey, startTestClock } from '@postroad/store/instance';
import { releaseAllLeases } from '@postroad/store/lease';
import { releaseStale } from '@postroad/store/stale-compile';
import { transaction } from '@postroad/store/transaction';
import type { Config } from '../config.ts';
import { type SecretKeys, secretKeysOf } from '../secret-keys.ts';
import { ensureDefaults, loadStarter } from '../starter.ts';

/** Brings a migrated database to where the service can run on it; answers its keys. */
export async function prepareDatabase(database: Database, config: Config): Promise<SecretKeys> {
  return await transaction(database, {}, async (tx) => {
    if (config.testClock) await startTestClock(tx);
    const kept = await keepSecretKey(tx, randomBytes(32));
    await ensureDefaults(tx);
    if (config.starter && (await claimStarter(tx))) await loadStarter(tx);
    // One process has the embedded database, so every lease and claim in it is of one that is gone.
    if (database.kind === 'embedded') {
      await releaseAllLeases(tx);
      await releaseStale(tx);
    }
    return await secretKeysOf(tx, config, kept);
  });
}
