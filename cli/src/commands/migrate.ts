import { openService } from '@postroad/service/app/open-service';
import { quietConfig } from '../connection/local-connection.ts';
import type { Terminal } from '../output/terminal.ts';

/**
 * `postroad migrate`: migrates the database to the schema of this version, without the starter
 * content.
 */
export async function migrate(terminal: Terminal): Promise<number> {
  const config = { ...quietConfig(terminal.env), starter: false };
  const onWarning = (text: string) => terminal.err(`${text}\n`);
  const service = await openService(config, { onWarning });
  await service.close();
  terminal.out('The database has the schema of this version.\n');
  return 0;
}
