import { plainCall } from '@postroad/core/catalog/call';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { readExactJson } from '@postroad/core/platform/operations/rounded-number';
import type { Command } from 'commander';
import { connectFrom } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import { checkOutput } from '../output/check-output.ts';
import { painter } from '../output/colors.ts';
import { UsageError } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import { reportFailure } from '../output/report.ts';
import type { Finish, Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import { addOutputOptions, addServerOptions, type CommonOptions } from './common-options.ts';
import { poll } from './poll.ts';

type Event = OperationOutput<'list_events'>['events'][number];

interface TailOptions extends CommonOptions {
  name?: string;
  person?: string;
  limit?: string;
}

/**
 * Late events are older than events already shown; they are still found this many milliseconds
 * back.
 */
const lookBackMs = 60_000;

/** Reads new events, oldest first, each once. */
class EventFeed {
  readonly #connection: Connection;
  readonly #filter: Record<string, string>;
  readonly #seen = new Map<number, number>();
  #newest = 0;
  /** Events with ids up to this one existed before the start. */
  #floor = 0;

  constructor(connection: Connection, filter: Record<string, string>) {
    this.#connection = connection;
    this.#filter = filter;
  }

  async #page(input: Record<string, unknown>): Promise<OperationOutput<'list_events'>> {
    const { output } = await this.#connection.call(
      'list_events',
      { ...this.#filter, ...input },
      plainCall,
    );
    return output as OperationOutput<'list_events'>;
  }

  #fresh(events: Event[]): Event[] {
    const fresh = events.filter(({ id }) => id > this.#floor && !this.#seen.has(id));
    for (const { id, occurred_at, recorded_at } of fresh) {
      const at = Date.parse(occurred_at);
      this.#seen.set(id, at);
      // An event may be of a time to come, and others before it are still recorded.
      const latest = Math.max(Date.parse(recorded_at), Date.now());
      this.#newest = Math.max(this.#newest, Math.min(at, latest));
    }
    for (const [id, at] of this.#seen) {
      if (at < this.#newest - 2 * lookBackMs) this.#seen.delete(id);
    }
    return fresh.reverse();
  }

  async first(limit: number): Promise<Event[]> {
    const { events } = await this.#page({ limit: Math.max(limit, 1) });
    const fresh = this.#fresh(events);
    this.#floor = Math.max(0, ...events.map(({ id }) => id));
    return limit === 0 ? [] : fresh;
  }

  async next(): Promise<Event[]> {
    const since =
      this.#newest === 0 ? {} : { since: new Date(this.#newest - lookBackMs).toISOString() };
    const found: Event[] = [];
    let cursor: string | null = null;
    do {
      const page: OperationOutput<'list_events'> = await this.#page({
        ...{ ...since, limit: limits.pageMax },
        ...(cursor === null ? {} : { cursor }),
      });
      found.push(...page.events);
      cursor = page.next_cursor;
    } while (cursor !== null && this.#newest > 0);
    return this.#fresh(found);
  }
}

async function tail(options: TailOptions, terminal: Terminal): Promise<number> {
  const { name, person, limit = '10' } = options;
  if (!/^\d{1,3}$/.test(limit) || Number(limit) > limits.pageMax)
    throw new UsageError(`--limit must be a number from 0 to ${limits.pageMax}.`);
  const connection = await connectFrom(terminal, options);
  const paint = painter(terminal, options);
  const lineOf = ({ occurred_at, name: event, email, details }: Event) => {
    const detailsText = Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : '';
    return `${paint('dim', occurred_at)}  ${paint('cyan', screenLine(event))}  ${screenLine(email + detailsText)}\n`;
  };
  const asText = terminal.outIsTty && options.json === undefined && options.jq === undefined;
  const write = async (events: Event[]) => {
    if (asText) terminal.out(events.map(lineOf).join(''));
    else
      for (const event of events)
        await show(event, { ...options, json: options.json ?? true }, terminal);
  };
  try {
    const feed = new EventFeed(connection, { ...(name && { name }), ...(person && { person }) });
    await write(await feed.first(Number(limit)));
    await poll(terminal, async () => write(await feed.next()));
    return 0;
  } finally {
    await connection.close();
  }
}

/**
 * Reads details such as `plan=pro` and `seats=3`: values are JSON if they parse, otherwise text.
 * Throws UsageError.
 */
function detailsOf(pairs: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const index = pair.indexOf('=');
      if (index < 1) throw new UsageError(`"${pair}" is not a detail; write it as plan=pro.`);
      const key = pair.slice(0, index);
      const text = pair.slice(index + 1);
      try {
        return [key, readExactJson(text, `details.${key}`)];
      } catch (error) {
        if (error instanceof SyntaxError) return [key, text];
        throw error;
      }
    }),
  );
}

interface SendOptions extends CommonOptions {
  dryRun?: boolean;
  idempotencyKey?: string;
}

async function send(
  [name, email, pairs]: [name: string, email: string, pairs: string[]],
  options: SendOptions,
  terminal: Terminal,
): Promise<number> {
  const details = detailsOf(pairs);
  await checkOutput('record_event', options);
  const connection = await connectFrom(terminal, options);
  try {
    const { dryRun = false, idempotencyKey: idempotency_key } = options;
    const input = { name, email, details, ...(idempotency_key && { idempotency_key }) };
    const { output } = await connection.call('record_event', input, { ...plainCall, dryRun });
    await show(dryRun ? { ...(output as object), dry_run: true } : output, options, terminal);
    return 0;
  } finally {
    await connection.close();
  }
}

/** Adds `events tail` and `events send` to the verbs of the catalog. */
export function addEventCommands(
  groups: Map<string, Command>,
  terminal: Terminal,
  finish: Finish,
): void {
  const events = groups.get('events');
  if (!events) return;
  const guarded = async (work: () => Promise<number>, { json }: CommonOptions) => {
    finish(
      await work().catch((error: unknown) => reportFailure(error, terminal, json !== undefined)),
    );
  };
  const tailing = events
    .command('tail')
    .description('Show events as they arrive, one line each, until Ctrl+C.')
    .option('--name <name>', 'only events of this name')
    .option('--person <person>', 'only events of this person, by id or email address')
    .option('--limit <count>', 'number of earlier events to start with', '10');
  addServerOptions(addOutputOptions(tailing)).action((options: TailOptions) =>
    guarded(() => tail(options, terminal), options),
  );
  const sending = events
    .command('send')
    .description('Record an event: postroad events send signed_up ada@example.com plan=pro')
    .argument('<name>', 'name of the event')
    .argument('<email>', 'email address of the person')
    .argument('[details...]', 'each as key=value; values are JSON or text')
    .option('--idempotency-key <key>', 'repeating a call with the same key changes nothing more')
    .option('--dry-run', 'show what would happen, and change nothing');
  addServerOptions(addOutputOptions(sending)).action(
    (name: string, email: string, details: string[], options: SendOptions) =>
      guarded(() => send([name, email, details], options, terminal), options),
  );
}
