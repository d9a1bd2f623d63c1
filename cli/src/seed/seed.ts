import { parseTimestamp } from '@postroad/core/platform/timestamp';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import { type Config, readConfig } from '@postroad/service/app/config/config';
import { ConfigError } from '@postroad/service/app/config/environment';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import { openProvider } from '@postroad/service/sending/mail-provider';
import { UsageError } from '../output/exit-codes.ts';
import { reportFailure } from '../output/report.ts';
import type { Terminal } from '../output/terminal.ts';
import { enterTimezones, operatorDays } from './operators.ts';
import { newcomers } from './people.ts';
import { Readers } from './readers.ts';
import { eventsBetween, type SeedEvent, startOf, stopsBetween } from './story.ts';
import { type Ask, writeAccount } from './write-account.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const batchMost = 100;

/** Known only to this process, whose service is closed at the end. */
const webhookPassword = 'posted-by-the-seed-itself';

const actor: Actor = { id: 'local', name: 'seed', scopes: ['admin'] };

type SeedTerminal = Pick<Terminal, 'env' | 'out' | 'err'>;

const usage = `Fills an empty database with the account of a made-up company: five weeks of people, mail and figures.

  npm run seed
  npm run seed -- --until 2031-05-01T12:00:00Z

DATABASE_URL or DATA_DIR name the database, as for "npm start". --until is the end of the five weeks,
the present hour where it is left out; the same end gives the same account.
`;

function endOf(argv: string[]): Date {
  const [flag, value = ''] = argv;
  if (flag === undefined) return new Date(Math.floor(Date.now() / hourMs) * hourMs);
  const end = parseTimestamp(value, new ZoneClock('UTC'));
  if (flag !== '--until' || end === null || argv.length > 2) {
    throw new UsageError(`--until takes a timestamp, and nothing else is taken.\n\n${usage}`);
  }
  return end;
}

/**
 * Mail of a seeded account must reach nobody: the addresses do not exist, so every mail would
 * bounce.
 */
function configOf({ env }: SeedTerminal): Config {
  const config = readConfig(env);
  if (config.mailProvider !== 'outbox') {
    throw new ConfigError(
      'MAIL_PROVIDER',
      `must be outbox for a seeded account, whose people do not exist; it is ${config.mailProvider}. Set MAIL_PROVIDER=outbox and unset SMTP_URL.`,
    );
  }
  return {
    ...config,
    testClock: true,
    starter: false,
    uncertainSends: 'hold',
    webhooks: {
      ...config.webhooks,
      passwords: { ...config.webhooks.passwords, postmark: webhookPassword },
    },
    logLevel: env.LOG_LEVEL ? config.logLevel : 'error',
  };
}

/** Throws if the database is not empty, or if the test clock has passed the first day. */
async function requireEmpty(ask: Ask, config: Config, start: Date): Promise<void> {
  const { people } = await ask('list_people', { limit: 1 });
  const { emails } = await ask('list_emails', { limit: 1 });
  const { flows } = await ask('list_flows', { limit: 1 });
  const { events } = await ask('list_events', { limit: 1 });
  const { now } = await ask('get_clock', {});
  const rows = people.length + emails.length + flows.length + events.length;
  if (rows === 0 && Date.parse(now) <= start.getTime()) return;
  const [variable, place] =
    config.databaseUrl === null
      ? ['DATA_DIR', `The database in ${config.dataDir}`]
      : ['DATABASE_URL', 'The PostgreSQL database'];
  throw new Error(
    `${place} is not empty, and nothing was written. Name an empty one, for example ${variable === 'DATA_DIR' ? 'DATA_DIR=./data-seed npm run seed' : 'a database made with createdb, in DATABASE_URL'}.`,
  );
}

async function record(ask: Ask, events: SeedEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += batchMost) {
    const { results } = await ask('record_events', {
      events: events.slice(from, from + batchMost),
    });
    const faulty = results.find(({ status }) => status !== 'created');
    if (faulty) throw new Error(`An event of the seed was refused: ${faulty.error}`);
  }
}

/** Plays five weeks: people act, mail is sent, readers look, operators work. */
async function live(ask: Ask, service: Service, readers: Readers, end: Date): Promise<void> {
  const start = startOf(end);
  const written = await writeAccount(ask);
  const events = eventsBetween(start, end);
  const newAddresses = new Set(newcomers.map(({ email }) => email));
  const worked = new Set<number>();
  for (const stop of stopsBetween(start, end)) {
    await ask('move_clock', { now: stop.toISOString() });
    await readers.look(service);
    const until = events.findIndex(({ occurred_at }) => Date.parse(occurred_at) > stop.getTime());
    const happened = events.splice(0, until < 0 ? events.length : until);
    await record(ask, happened);
    const arrived = happened.filter(
      ({ name, email }) => name === 'signed_up' && newAddresses.has(email),
    );
    await enterTimezones(ask, new Set(arrived.map(({ email }) => email)));
    const day = Math.floor((stop.getTime() - start.getTime()) / dayMs);
    if (!worked.has(day)) await operatorDays[day]?.(ask, written, stop);
    worked.add(day);
  }
  await readers.look(service, true);
  await ask('move_clock', { advance: { amount: 1, unit: 'seconds' } });
}

/**
 * Removes what the account keeps for less than five weeks. A process does so when it starts and at every
 * tenth minute of the real clock, which may or may not have come during the last weeks of the seed.
 */
async function clearUp(service: Service): Promise<void> {
  while (await service.round('upkeep'));
}

async function withService(
  config: Config,
  options: Parameters<typeof openService>[1],
  body: (service: Service) => Promise<void>,
): Promise<void> {
  const service = await openService(config, options);
  try {
    await body(service);
  } finally {
    await service.close();
  }
}

const farewell = `Larkspur is here: a made-up company of gardeners, after five weeks.

  npm start                                     serve it, with the same DATA_DIR or DATABASE_URL
  npx postroad flows outline welcome            a flow with people on its steps
  npx postroad people get ada.brook@example.com
  npx postroad people explain hana.ito@example.com --email-id 15
  npx postroad broadcasts list                  sent, scheduled, canceled and a draft
  npx postroad emails stats 1                   opens, clicks and more, by day
  npx postroad queue list --status failed       a full mailbox
  npx postroad queue list --status uncertain    a connection that broke off
  npx postroad segments list

Its people are at example.com and example.org, where no mail arrives: keep MAIL_PROVIDER at outbox.
The mailbox that "npm start" prints shows every mail.
`;

/** `npm run seed`; returns the exit code. */
export async function seed(argv: string[], terminal: SeedTerminal): Promise<number> {
  try {
    if (argv.includes('--help')) {
      terminal.out(usage);
      return 0;
    }
    const end = endOf(argv);
    const config = configOf(terminal);
    const readers = new Readers(openProvider(config), webhookPassword);
    const options = { provider: readers.provider(), clockStartsAt: startOf(end) };
    await withService(config, options, async (service) => {
      const ask: Ask = async (name, input) => (await service.invoke(name, input, { actor })).output;
      await requireEmpty(ask, config, startOf(end));
      await live(ask, service, readers, end);
    });
    await withService(config, options, clearUp);
    terminal.out(farewell);
    return 0;
  } catch (error) {
    return reportFailure(error, terminal);
  }
}
