import { join } from 'node:path';
import { readPlayed, writeBeginning } from '@postroad/store/account/example/played-rows';
import { connect } from '@postroad/store/platform/connection/connect';
import { applyMigrations, migrationsOf } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import type { Actor } from '../../platform/actor.ts';
import { createLog } from '../../platform/log.ts';
import { openProvider } from '../../sending/mail-provider.ts';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import type { Service } from '../service.ts';
import type { PlayApart } from './load-example.ts';
import { playExample } from './play-example.ts';
import { Readers } from './readers.ts';
import { startOf } from './story.ts';
import type { Ask } from './write-account.ts';

/** Known only to the service in which the example is played. */
const webhookPassword = 'posted-by-the-example-itself';

const player: Actor = { id: 'local', name: 'Example', scopes: ['admin'] };

function playedConfig(config: Config, folder: string): Config {
  return {
    ...config,
    databaseUrl: null,
    listenDatabaseUrl: null,
    replicaUrl: null,
    dataDir: folder,
    outboxDir: join(folder, 'outbox'),
    mailProvider: 'outbox',
    providerCredentials: null,
    smtpUrl: null,
    smtpOauth: null,
    mailPerSecond: null,
    pushOptOuts: false,
    starter: false,
    testClock: true,
    uncertainSends: 'hold',
    traces: null,
    submission: null,
    webhooks: {
      ...config.webhooks,
      passwords: { ...config.webhooks.passwords, postmark: webhookPassword },
    },
    logLevel: 'error',
  };
}

/** Opens a service on an open database. */
type Open = (
  config: Config,
  options: Pick<Deps, 'database' | 'provider' | 'renderer' | 'log'> & { clockStartsAt: Date },
) => Promise<Service>;

/**
 * Plays the example on an embedded database in memory, by a service of its own that `open` opens and
 * whose files are in a folder. On a disk it takes longer, and nothing of it is kept.
 */
export async function playApart(
  deps: Pick<Deps, 'config' | 'address' | 'renderer'>,
  open: Open,
  ...[folder, beginning, { end, goOn }]: Parameters<PlayApart>
): ReturnType<PlayApart> {
  const config = { ...playedConfig(deps.config, folder), baseUrl: deps.address.url };
  const database = await connect({ dataDir: null });
  try {
    const migrations = await migrationsOf();
    await transaction(database, {}, async (tx) => {
      await applyMigrations(tx, migrations);
      await writeBeginning(tx, beginning);
    });
    const readers = new Readers(openProvider(config), webhookPassword);
    const service = await open(config, {
      database,
      provider: readers.provider(),
      clockStartsAt: startOf(end),
      renderer: deps.renderer,
      log: createLog('error'),
    });
    try {
      const ask: Ask = async (name, input) =>
        (await service.invoke(name, input, { actor: player })).output;
      await playExample(service, readers, ask, { end, goOn });
      while (await service.round('upkeep'));
    } finally {
      await service.close();
    }
    return await transaction(database, { readOnly: true }, (tx) => readPlayed(tx, beginning));
  } finally {
    await database.close();
  }
}
