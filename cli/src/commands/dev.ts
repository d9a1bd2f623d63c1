import { plainCall } from '@postroad/core/catalog/call';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { mailboxAddress } from '@postroad/http/mailbox/mailbox-key';
import { readConfig } from '@postroad/service/app/config/config';
import { noServer } from '@postroad/service/app/config/variables';
import { type Connection, connectToServer } from '../connection/connection.ts';
import { definitionsFolder } from '../definitions/definitions-folder.ts';
import { pushFiles } from '../definitions/push.ts';
import { readFolder } from '../definitions/tree-folder.ts';
import { checkFolder, checkText } from '../definitions/validate.ts';
import { onChanges } from '../definitions/watch.ts';
import { reportFailure } from '../output/report.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import type { CommonOptions } from './common-options.ts';
import { consoleLine, linkForPerson, startServer } from './serve.ts';

export interface DevOptions extends Pick<CommonOptions, 'color'> {
  activate?: boolean;
  prune?: boolean;
  force?: boolean;
  port?: string;
}

async function draftKeys(connection: Connection): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { limit: limits.pageMax, ...(cursor === undefined ? {} : { cursor }) };
    const { output } = await connection.call('list_flows', page, plainCall);
    const { flows, next_cursor } = output as OperationOutput<'list_flows'>;
    keys.push(...flows.flatMap(({ key, status }) => (status === 'draft' ? key : [])));
    cursor = next_cursor;
  }
  return keys;
}

/**
 * Activates draft flows, so that an event tries them at once. A flow with errors stays a draft and
 * its errors are reported.
 */
export async function activateDrafts(
  connection: Connection,
  terminal: Pick<Terminal, 'out' | 'err'>,
): Promise<void> {
  for (const key of await draftKeys(connection)) {
    try {
      await connection.call('activate_flow', { flow_key: key }, plainCall);
      terminal.out(`Flow ${screenLine(key)} is live here.\n`);
    } catch (error) {
      reportFailure(error, terminal);
    }
  }
}

/**
 * `postroad dev`: runs its own service that sends nothing, applies the files at the start and after
 * each change, and shows its mail in the mailbox page.
 */
export async function dev(
  dir: string | undefined,
  options: DevOptions,
  terminal: Terminal,
): Promise<number> {
  const folder = await definitionsFolder(dir, terminal);
  const { files } = await readFolder(folder);
  const fromFiles = Object.keys(files).length > 0;
  const { POSTROAD_URL: _url, POSTROAD_TOKEN: _token, ...env } = terminal.env;
  const settings = {
    ...env,
    ...noServer,
    MAIL_PROVIDER: 'outbox',
    LOG_LEVEL: env.LOG_LEVEL || 'warn',
    ...(fromFiles ? { STARTER: '0' } : {}),
    ...(options.port === undefined ? {} : { PORT: options.port }),
  };
  const config = readConfig(settings, terminal.env);
  const stopped = terminal.stopped();
  const running = await startServer(config, true);
  const remote = { url: running.url, token: running.token, chosenBy: 'postroad dev' };
  const connection = connectToServer(remote);
  const applyFiles = async () => {
    try {
      const checked = await checkFolder(folder, terminal);
      if (Object.keys(checked.files).length === 0) return;
      terminal.out(checkText(checked, options, terminal));
      if (!checked.valid) return;
      const push = { ...options, yes: true, asText: true };
      const target = { connection, folder, files: checked.files, base: 'none' as const };
      await pushFiles(target, push, terminal);
      if (options.activate) await activateDrafts(connection, terminal);
    } catch (error) {
      reportFailure(error, terminal);
    }
  };
  const changes = onChanges(folder, applyFiles);
  try {
    terminal.out(`Postroad for development at ${running.url}; no mail leaves this machine.

  Files     ${folder}
  Console   ${consoleLine(running.url, await linkForPerson(config, running, terminal), terminal)}
  Mailbox   ${mailboxAddress(running.url, running.mailboxKey ?? '')}
  Docs      ${running.url}/docs
  Try       postroad events send signed_up ada@example.com --data-dir ${config.dataDir}

`);
    await changes.now();
    terminal.err('Watching the files. Stop with Ctrl+C.\n');
    await stopped;
  } finally {
    await changes.stop();
    await running.stop();
  }
  return 0;
}
