import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '@postroad/core/platform/limits';
import { isLoopbackHost } from '@postroad/core/platform/url';
import { version } from '@postroad/core/platform/version';
import { mailboxAddress } from '@postroad/http/mailbox/mailbox-key';
import { mountMailbox } from '@postroad/http/mailbox/mailbox-routes';
import { noteActor } from '@postroad/http/requests/observe-requests';
import { createHttpServer } from '@postroad/http/server';
import { mountMcp } from '@postroad/mcp/transports/mount';
import { operatorActor } from '@postroad/service/account/authenticate';
import { type Config, readConfig } from '@postroad/service/app/config/config';
import { makeLocalToken, tokenPath } from '@postroad/service/app/config/data-dir';
import { type OpenOptions, openService } from '@postroad/service/app/open-service';
import { startWorker, watchVersion } from '@postroad/service/app/worker-loop';
import { createLog } from '@postroad/service/platform/log';
import { mailApi } from '@postroad/service/sending/mail-provider';
import { listen, listenForMetrics, listenForSubmission, urlOf } from '../connection/listen.ts';
import { logProcess } from '../output/process-log.ts';
import type { Terminal } from '../output/terminal.ts';

function mailLine(config: Config): string {
  const { mailProvider, outboxDir, smtpUrl } = config;
  const api = mailApi(config);
  if (api !== null) return `${api.label} at ${new URL(api.endpoint).host}`;
  if (mailProvider === 'outbox') return `every mail becomes a file in ${resolve(outboxDir)}`;
  return `SMTP server ${smtpUrl === null ? '' : new URL(smtpUrl).host}`;
}

/** Hosts fill variables in; the token itself would stay in logs and files (SEC-11). */
const tokenVariable = `\${POSTROAD_TOKEN}`;
const bearer = `Bearer ${tokenVariable}`;

/** Configurations for MCP clients, for both ways to connect. */
function mcpSnippets(url: string): string[] {
  const http = {
    mcpServers: {
      postroad: { type: 'http', url: `${url}/mcp`, headers: { Authorization: bearer } },
    },
  };
  const stdio = {
    mcpServers: {
      postroad: {
        command: 'node',
        args: [fileURLToPath(new URL('../../bin/postroad.mjs', import.meta.url)), 'mcp'],
        env: { POSTROAD_URL: url, POSTROAD_TOKEN: tokenVariable },
      },
    },
  };
  return [JSON.stringify(http), JSON.stringify(stdio)];
}

const noSenderLine =
  'none is set, so mail is held: set MAIL_FROM, or default_from_address of the profile';

/** How the reader gets the token: it is shown once, where a person sees it (SEC-11). */
function tokenLines(
  config: Config,
  { token, isNew }: Pick<Running, 'token' | 'isNew'>,
  toPerson: boolean,
): { shown: string; command: string } {
  const file = tokenPath(config);
  if (file === null) return { shown: 'that of API_TOKEN', command: '$API_TOKEN' };
  const path = resolve(file);
  const shown = isNew && toPerson ? `${token}, shown this once; it is in ${path}` : `in ${path}`;
  return { shown, command: `$(cat '${path}')` };
}

/**
 * A link that signs in to the console once, for the person at this terminal (CON-16): only where nobody
 * else reads the output or reaches the server. Null elsewhere.
 */
export async function linkForPerson(
  config: Config,
  running: Pick<Running, 'signInLink'>,
  terminal: Pick<Terminal, 'outIsTty'>,
): Promise<string | null> {
  const hosts = [
    config.host,
    ...(config.baseUrl === null ? [] : [new URL(config.baseUrl).hostname]),
  ];
  const isOwn = config.databaseUrl === null && hosts.every(isLoopbackHost);
  return terminal.outIsTty && isOwn ? await running.signInLink() : null;
}

/** How the reader calls the command: npm runs it from a folder where a shell does not find it. */
function ownCommand({ env }: Pick<Terminal, 'env'>): string {
  return env.npm_execpath === undefined ? 'postroad' : 'npx postroad';
}

/** How the reader gets into the console. */
export function consoleLine(
  url: string,
  link: string | null,
  terminal: Pick<Terminal, 'env'>,
): string {
  const open = `"${ownCommand(terminal)} open"`;
  if (link === null) return `${url}, signed in with ${open}`;
  const minutes = limits.signInLinkMs / 60_000;
  return `${link}\n            signs you in once within ${minutes} minutes; later, ${open}`;
}

function welcome(
  config: Config,
  running: Omit<Running, 'stop' | 'signInLink'>,
  {
    cron,
    toPerson,
    link,
    terminal,
  }: { cron: boolean; toPerson: boolean; link: string | null; terminal: Pick<Terminal, 'env'> },
): string {
  const { url, noSender, mailboxKey, submission } = running;
  const [http, stdio] = mcpSnippets(url);
  const token = tokenLines(config, running, toPerson);
  const opened =
    mailboxKey !== null && toPerson
      ? mailboxAddress(url, mailboxKey)
      : `${ownCommand(terminal)} open mailbox`;
  const mailbox = mailboxKey === null ? '' : `\n  Mailbox   ${opened}`;
  const database =
    config.databaseUrl === null ? `embedded, in ${resolve(config.dataDir)}` : 'PostgreSQL';
  const sender = noSender ? `\n  Sender    ${noSenderLine}` : '';
  const smtp = submission === null ? '' : `\n  SMTP      takes mail at ${submission}`;
  const cronLine = config.testClock
    ? 'the test clock; POST /api/v1/clock moves it'
    : cron
      ? 'in this process'
      : 'not here; start "postroad worker"';
  return `Postroad ${version} serves ${url}

  Console   ${consoleLine(url, link, terminal)}
  Token     ${token.shown}
  Database  ${database}
  Mail      ${mailLine(config)}${sender}${mailbox}${smtp}
  Cron      ${cronLine}
  Docs      ${url}/docs

${config.starter ? 'Post the first event; on an empty database the starter flow answers it with a welcome mail' : 'Post the first event'}:

  curl -s ${url}/api/v1/events -H "Authorization: Bearer ${token.command}" -H 'Content-Type: application/json' -d '{"email":"ada@example.com","name":"signed_up"}'

MCP over HTTP, with the token in POSTROAD_TOKEN:

  ${http}

MCP over stdio:

  ${stdio}

Stop with Ctrl+C.
`;
}

export interface Running {
  url: string;
  token: string;
  /** Whether the token was made by this start. */
  isNew: boolean;
  /** The key of the mailbox page; null where there is none. */
  mailboxKey: string | null;
  /** Where programs submit mail; null where they do not. */
  submission: string | null;
  /** Whether mail is held because no sender address is set. */
  noSender: boolean;
  /** Makes a link that signs in to the console once, as the operator. */
  signInLink(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the service with HTTP and MCP, and its worker if `cron` is set. */
export async function startServer(
  config: Config,
  cron: boolean,
  options: Pick<OpenOptions, 'database' | 'renderer'> = {},
): Promise<Running> {
  const { token, isNew } = await makeLocalToken(config);
  const service = await openService(config, options);
  const closing: (() => Promise<unknown>)[] = [() => service.close()];
  const closeAll = async () => {
    for (const close of closing) await close();
  };
  try {
    const { log } = service;
    const app = createHttpServer(service, {
      log,
      trustedProxies: config.trustedProxies,
      connectionsPerAddress: config.connectionsPerAddress,
      baseUrl: config.baseUrl,
      metrics: { here: config.metricsPort === null, token: config.metricsToken },
    });
    mountMcp(app, service, {
      addresses: [urlOf(config.host, config.port), ...(config.baseUrl ? [config.baseUrl] : [])],
      onActor: noteActor,
      onFault: (error, requestId) => log.error('A tool failed.', { request_id: requestId, error }),
    });
    const { outboxDir } = config;
    const secure = config.baseUrl?.startsWith('https:') ?? false;
    const mailboxKey =
      config.mailProvider === 'outbox'
        ? mountMailbox(app, { outboxDir, service, secure, baseUrl: config.baseUrl ?? null })
        : null;
    const noSender = await service.lacksSender();
    await service.holdLease();
    const url = await listen(app, config);
    closing.unshift(() => app.close());
    const smtp = await listenForSubmission(service, config);
    if (smtp !== null) closing.unshift(() => smtp.close());
    const submission = smtp && `${config.host}:${smtp.port}`;
    const apart = await listenForMetrics(service, config);
    if (apart !== null) closing.unshift(() => apart.close());
    await service.announce(url);
    if (noSender) log.warn('No sender address is set, so mail is held.');
    const work = cron ? startWorker : watchVersion;
    const worker = config.testClock ? null : work(service);
    return {
      ...{ url, token, isNew, noSender, mailboxKey, submission },
      async signInLink() {
        const options = { actor: operatorActor, surface: 'cli' } as const;
        return (await service.invoke('create_sign_in_link', {}, options)).output.url;
      },
      // Mail on the wire keeps no request waiting, nor the other way round.
      stop: () =>
        service.stop(async () => {
          await Promise.all([worker?.stop(), closeAll()]);
        }),
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
    const link = await linkForPerson(config, running, terminal);
    const shownTo = { cron, toPerson: terminal.outIsTty, link, terminal };
    terminal.out(welcome(config, { ...running, url }, shownTo));
    // Who starts it often has the page open already.
    if (link !== null && running.isNew && !terminal.env.CI) await terminal.open(link);
    await stopped;
    await running.stop();
  } finally {
    plain();
  }
  return 0;
}
