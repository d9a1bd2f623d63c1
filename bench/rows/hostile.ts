import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Asker, openAsker } from '../asker.ts';
import type { BenchDatabase } from '../bench-database.ts';
import type { Held } from '../loop-delay.ts';
import { median } from '../measure.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { startWorker, type Worker } from '../workers.ts';

const token = 'postroad-bench-token-0123';
const goalMs = 50;
const rounds = 3;
const everyMs = 100;
/** How many rounds of the clock pass until the email is saved again, which ends its quarantine. */
const savedAfter = 40;

const loops =
  'Hi {% for i in event.details.a %}{% for j in event.details.a %}{% for k in event.details.a %}{{ k }}{% endfor %}{% endfor %}{% endfor %}';
const numbers = Array.from({ length: 9_000 }, (_, at) => at);
const steps = 11_000;

type Server = Worker<'start' | 'stop', Held>;

async function mailFlow(asker: Asker, key: string, body_markdown: string): Promise<number> {
  const made = await asker.ask('POST', '/emails', { subject: 'Hi', body_markdown });
  const { id } = (JSON.parse(made.body) as { email: { id: number } }).email;
  const nodes = [{ type: 'send_email', email_id: id }];
  const definition = { trigger: { event: key }, nodes };
  await asker.ask('POST', '/flows', { key, definition });
  await asker.ask('POST', `/flows/${key}/activate`);
  return id;
}

/** Does something every so often, for a time, and says how long the event loop was held meanwhile. */
async function heldDuring(
  server: Server,
  ms: number,
  act: (turn: number) => Promise<unknown>,
): Promise<Held> {
  const held: Held[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await server.run('start');
    const end = performance.now() + ms;
    for (let turn = 0; performance.now() < end; turn += 1) {
      await Promise.all([act(turn), pause(everyMs)]);
    }
    held.push(await server.run('stop'));
  }
  return {
    p50: median(held.map(({ p50 }) => p50)),
    p99: median(held.map(({ p99 }) => p99)),
    most: Math.max(...held.map(({ most }) => most)),
  };
}

function lineOf(what: string, { p50, p99, most }: Held): Line {
  return {
    ...{ what, unit: 'turns', cost: null, limit: null },
    // The turns of a second at this length.
    ...{ rate: 1_000 / p99, goal: 1_000 / goalMs },
    notes: [
      `event loop held p99 ${p99.toFixed(0)} ms, goal ≤ ${goalMs} ms`,
      `p50 ${p50.toFixed(1)} ms, most ${most.toFixed(0)} ms`,
    ],
  };
}

async function measureOn(
  kind: string,
  bench: BenchDatabase | null,
  roundMs: number,
): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postroad-bench-'));
  const start = { url: bench?.url ?? null, token, dataDir };
  const server: Server = await startWorker('hostile-server', start);
  const asker = await openAsker({ port: Number(server.ready.port), token });
  try {
    const hostile = await mailFlow(asker, 'hostile', loops);
    await mailFlow(asker, 'quick', 'Hello {{ person.email }}');
    let people = 0;
    const eventOf = (name: string, details: object) => {
      people += 1;
      return { email: `p${people}@example.com`, name, details };
    };
    const quiet = await heldDuring(server, roundMs, () =>
      asker.ask('POST', '/events', { events: [eventOf('quick', {}), eventOf('quick', {})] }),
    );
    const mails = await heldDuring(server, roundMs, async (turn) => {
      const events = [eventOf('hostile', { a: numbers }), eventOf('quick', {})];
      await asker.ask('POST', '/events', { events });
      if (turn % savedAfter > 0) return;
      await asker.ask('PATCH', `/emails/${hostile}`, { body_markdown: `${loops} ${people}` });
    });
    const nodes = Array.from({ length: steps }, () => ({
      ...{ type: 'if_else', condition: { type: 'has_tag', tag: 'vip' } },
      // biome-ignore lint/suspicious/noThenProperty: the grammar of flows has this key
      then: [],
      else: [],
    }));
    const definition = { trigger: { event: 'x' }, nodes };
    const validates = await heldDuring(server, roundMs, () =>
      asker.ask('POST', '/flows/quick/validate', { definition }),
    );
    return [
      lineOf(`Ordinary events and mails, 20 a second: ${kind}`, quiet),
      lineOf(`Events whose mail takes too long to make, 10 a second: ${kind}`, mails),
      lineOf(`Validations of ${steps} steps, one after the other: ${kind}`, validates),
    ];
  } finally {
    asker.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  try {
    return [
      ...(await measureOn('PostgreSQL', bench, context.roundMs)),
      ...(await measureOn('embedded database', null, context.roundMs)),
    ];
  } finally {
    await bench.drop();
  }
}

export const row: Row = {
  name: 'hostile',
  about: 'How long hostile mails and definitions hold everything else up',
  run,
};
