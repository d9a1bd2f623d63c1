import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '@postroad/core/platform/version';
import { mailboxAddress } from '@postroad/http/mailbox/mailbox-key';
import { mountMailbox } from '@postroad/http/mailbox/mailbox-routes';
import { createHttpServer } from '@postroad/http/server';
import { mountMcp } from '@postroad/mcp/transports/mount';
import { type Config, readConfig } from '@postroad/service/app/config/config';
import { localToken } from '@postroad/service/app/config/data-dir';
import { openService } from '@postroad/service/app/open-service';
import { startWorker } from '@postroad/service/app/worker-loop';
import { createLog } from '@postroad/service/platform/log';
import { mailApi } from '@postroad/service/sending/mail-provider';
import { logProcess } from '../output/process-log.ts';
import type { Terminal } from '../output/terminal.ts';

type HttpServer = ReturnType<typeof createHttpServer>;

/** The address to call for a wildcard address to listen on. */
const loopbackOf: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function urlOf(host: string, port: number): string {
  const callable = loopbackOf[host] ?? host;
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}

async function listen(app: HttpServer, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} of ${host} is in use. Set PORT to a free one, or stop the program that uses it.`,
      );
    }
    throw new Error(`The server cannot listen on HOST ${host} and PORT ${port}: ${message}.`);
  }
  return urlOf(host, (app.server.address() as AddressInfo).port);
}

function mailLine(config: Config): string {
  const { mailProvider, outboxDir, smtpUrl } = config;
  const api = mailApi(config);
  if (api !== null) return `${api.label} at ${new URL(api.endpoint).host}`;
  if (mailProvider === 'outbox') return `every mail becomes a file in ${resolve(outboxDir)}`;
  return `SMTP server ${smtpUrl === null ? '' : new URL(smtpUrl).host}`;
}

/** Configurations for MCP clients, for both ways to connect. */
function mcpSnippets(url: string, token: string): string[] {
  const http = {
    mcpServers: {
      postroad: { type: 'http', url: `${url}/mcp`, headers: { Authorization: `Bearer ${token}` } },
    },
  };
  const stdio = {
    mcpServers: {
      postroad: {
        command: 'node',
        args: [fileURLToPath(new URL('../../bin/postroad.mjs', import.meta.url)), 'mcp'],
        env: { POSTROAD_URL: url, POSTROAD_TOKEN: token },
      },
    },
  };
  return [JSON.stringify(http), JSON.stringify(stdio)];
}

export const noSenderLine =
  'none is set, so mail is held: set MAIL_FROM, or default_from_address of the profile';

function welcome(
  config: Config,
  { url, token, noSender }: Pick<Running, 'url' | 'token' | 'noSender'>,
  cron: boolean,
): string {
  const [http, stdio] = mcpSnippets(url, token);
  const mailbox =
    config.mailProvider === 'outbox' ? `\n  Mailbox   ${mailboxAddress(url, token)}` : '';
  const database =
    config.databaseUrl === null ? `embedded, in ${resolve(config.dataDir)}` : 'PostgreSQL';
  const sender = noSender ? `\n  Sender    ${noSenderLine}` : '';
  const cronLine = config.testClock
    ? 'the test clock; POST /api/v1/clock moves it'
    : cron
      ? 'in this process'
      : 'not here; start "postroad worker"';
  return `Postroad ${version} serves ${url}

  Token     ${token}
  Database  ${database}
  Mail      ${mailLine(config)}${sender}${mailbox}
  Cron      ${cronLine}
  Docs      ${url}/docs

${config.starter ? 'Post the first event; on an empty database the starter flow answers it with a welcome mail' : 'Post the first event'}:

  curl -s ${url}/api/v1/events -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"email":"ada@example.com","name":"signed_up"}'

MCP over HTTP:

  ${http}

MCP over stdio:

  ${stdio}

Stop with Ctrl+C.
`;
}

export interface Running {
  url: string;
  token: string;
  /** Whether mail is held because no sender address is set. */
  noSender: boolean;
  stop(): Promise<void>;
}

/** Starts the service with HTTP and MCP, and its worker if `cron` is set. */
export async function startServer(config: Config, cron: boolean): Promise<Running> {
  const service = await openService(config);
  const closing: (() => Promise<unknown>)[] = [() => service.close()];
  const closeAll = async () => {
    for (const close of closing) await close();
  };
  try {
    const { log } = service;
    const token = await localToken(config.dataDir, config.apiToken);
    const app = createHttpServer(service, {
      log,
      trustedProxies: config.trustedProxies,
      connectionsPerAddress: config.connectionsPerAddress,
    });
    mountMcp(app, service, {
      addresses: [urlOf(config.host, config.port), ...(config.baseUrl ? [config.baseUrl] : [])],
      onFault: (error, requestId) => log.error('A tool failed.', { request_id: requestId, error }),
    });
    if (config.mailProvider === 'outbox') mountMailbox(app, { outboxDir: config.outboxDir, token });
    const noSender = await service.lacksSender();
    const url = await listen(app, config);
    closing.unshift(() => app.close());
    await service.announce(url);
    if (noSender) log.warn('No sender address is set, so mail is held.');
    const worker = cron && !config.testClock ? startWorker(service) : null;
    return {
      ...{ url, token, noSender },
      async stop() {
        await worker?.stop();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/**
 * `postroad serve`: serves HTTP and MCP and, unless `cron` is false, does due work, until a signal
 * stops it.
 */
export async function serve(cron: boolean, terminal: Terminal): Promise<number> {
  const config = readConfig(terminal.env);
  const stopped = terminal.stopped();
  const plain = logProcess(createLog(config.logLevel));
  try {
    const running = await startServer(config, cron);
    const url = config.baseUrl ?? running.url;
    terminal.out(welcome(config, { ...running, url }, cron));
    await stopped;
    await running.stop();
  } finally {
    plain();
  }
  return 0;
}
