import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalise } from '@postroad/core/flows/definition/normalise';
import type { BenchDatabase } from '../bench-database.ts';
import { eventName, eventNames, randomEvent } from '../event-entries.ts';
import { alternateMeasured, median } from '../measure.ts';
import { type Done, metered } from '../metered.ts';
import { hasPgbench, pgbenchRate } from '../pgbench.ts';
import type { Loaded, LoadTask } from '../processes/event-load.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { seedPeople } from '../seed.ts';
import { serveFlags, startWorker, type Worker } from '../workers.ts';

const people = 100_000;
const flows = 200;
const token = 'postroad-bench-token-0123';

const single: Omit<LoadTask, 'ms'> = { connections: 128, batch: 1 };
const batches: Omit<LoadTask, 'ms'> = { connections: 4, batch: 100 };

/** Each event name starts twenty flows, each with a match of three comparisons. */
function flowDefinition(number: number): object {
  const match = {
    all: [
      { detail: 'amount', op: 'greater', value: 480 + (number % 20) },
      {
        any: [
          { detail: 'product', op: 'equals', value: `p${number % 50}` },
          { detail: 'url', op: 'contains', value: '/7' },
        ],
      },
    ],
  };
  const trigger = { event: eventName(1 + (number % eventNames)), match };
  const nodes = [{ type: 'delay', duration: { amount: 1, unit: 'days' } }];
  return normalise({ trigger, nodes }, null).definition;
}

/** People and event types alone: what inserting costs at least. */
async function seedBare({ sql }: BenchDatabase): Promise<void> {
  await seedPeople(sql, people);
  await seedTypes(sql);
}

async function seedTypes(sql: BenchDatabase['sql']): Promise<void> {
  const names = Array.from({ length: eventNames }, (_, number) => eventName(number + 1));
  await sql`
    insert into event_types (name, first_seen_at, last_seen_at)
    select name, now(), now() from unnest(${names}::text[]) as wanted (name)`;
}

async function seed({ sql }: BenchDatabase): Promise<void> {
  await seedPeople(sql, people);
  const definitions = Array.from({ length: flows }, (_, number) =>
    JSON.stringify(flowDefinition(number)),
  );
  await sql`
    insert into flows (key, name, run_policy, status, definition, created_at, updated_at)
    select 'flow-' || place, 'Flow ' || place, 'repeat', 'live', definition::json, now(), now()
    from unnest(${definitions}::text[]) with ordinality as wanted (definition, place)`;
  await seedTypes(sql);
}

/** One event in one minimal statement: no flows, no keys, no HTTP. */
const oneEvent = `
\\set who random(1, ${people})
\\set type random(1, ${eventNames})
with found as (select id from people where email = 'person' || :who || '@example.com'),
made as (
  insert into people (email, subscribed_on, created_at, updated_at)
  select 'person' || :who || '@example.com', current_date, now(), now()
  where not exists (select from found)
  on conflict (email) do update set email = excluded.email returning id),
person as (select id from found union all select id from made)
insert into events (person_id, type_id, details, occurred_at, recorded_at, source)
select id, :type, '{"amount": 5, "product": "p1", "url": "https://example.com/7"}', now(), now(), 'api'
from person returning id, person_id;
`;

/** The same for an array of events. */
async function insertMany({ sql }: BenchDatabase, count: number): Promise<void> {
  const events = Array.from({ length: count }, () => randomEvent(people));
  await sql`
    with wanted as (
      select * from unnest(
        ${events.map(({ email }) => email)}::text[],
        ${events.map(({ name }) => Number(name.split(' ')[1]))}::int[],
        ${events.map(({ details }) => JSON.stringify(details))}::text[]
      ) as fresh (email, type_id, details)),
    emails as (select distinct email from wanted),
    found as (select p.id, e.email from emails e join people p on p.email = e.email),
    made as (
      insert into people (email, subscribed_on, created_at, updated_at)
      select email, current_date, now(), now() from emails
      where not exists (select from found f where f.email = emails.email) order by email
      on conflict (email) do update set email = excluded.email returning id, email),
    person as (select id, email from found union all select id, email from made)
    insert into events (person_id, type_id, details, occurred_at, recorded_at, source)
    select person.id, type_id, details::jsonb, now(), now(), 'api'
    from wanted join person using (email) returning id, person_id`;
}

/** The array statement on two connections. */
async function manyInserted(bench: BenchDatabase, count: number, ms: number): Promise<Done> {
  const start = performance.now();
  let events = 0;
  const lane = async () => {
    for (; performance.now() - start < ms; events += count) await insertMany(bench, count);
  };
  await Promise.all([lane(), lane()]);
  return { items: events, seconds: (performance.now() - start) / 1000 };
}

interface Loads {
  load: Worker<LoadTask, Loaded>;
  server: Worker<LoadTask, Loaded>;
  /** The load of a server that does nothing with an event. */
  bareLoad: Worker<LoadTask, Loaded>;
  bareServer: Worker<object, object>;
}

async function measure(
  bench: BenchDatabase,
  withoutKeys: BenchDatabase,
  { load, server, bareLoad, bareServer }: Loads,
  ms: number,
) {
  const pgbench = await hasPgbench();
  const singles: Loaded[] = [];
  // The load itself is no part of the price.
  const served = (run: () => Promise<Done>) => () =>
    metered(bench, { ms, pids: [server.pid], run });
  const bare = (run: () => Promise<Done>, on = bench) => {
    return () => metered(on, { ms, pids: [process.pid], run });
  };
  const loadedBy = async (task: Omit<LoadTask, 'ms'>) => {
    const loaded = await load.run({ ...task, ms });
    if (task === single) singles.push(loaded);
    return { items: loaded.events, seconds: loaded.seconds };
  };
  const pgbenchSeconds = Math.max(1, Math.round(ms / 1000));
  const runs = {
    single: served(() => loadedBy(single)),
    singleLimit: pgbench
      ? async () => ({
          rate: await pgbenchRate(bench.url, oneEvent, { clients: 32, seconds: pgbenchSeconds }),
          cost: null,
        })
      : bare(() => manyInserted(bench, single.connections / 2, ms)),
    batches: served(() => loadedBy(batches)),
    batchesLimit: bare(() => manyInserted(withoutKeys, batches.batch, ms), withoutKeys),
    http: async () => {
      const run = async () => {
        const { events, seconds } = await bareLoad.run({ ...single, ms });
        return { items: events, seconds };
      };
      return await metered(bench, { ms, pids: [bareServer.pid], run });
    },
  };
  // Warms up plans, caches and compiled code.
  await load.run({ ...single, ms: 500 });
  await load.run({ ...batches, ms: 500 });
  await bareLoad.run({ ...single, ms: 500 });
  const measured = await alternateMeasured(runs);
  const [started] = await bench.sql<
    { count: number }[]
  >`select count(*)::bigint as count from runs`;
  return {
    measured,
    singleLimit: pgbench
      ? 'pgbench, 32 clients, one lean statement'
      : 'one lean array statement, 64 events',
    p50: median(singles.map(({ p50_ms }) => p50_ms)),
    p99: median(singles.map(({ p99_ms }) => p99_ms)),
    started: started?.count ?? 0,
  };
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  const withoutKeys = await context.createDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'postroad-bench-data-'));
  const workers: Pick<Worker<object, object>, 'stop'>[] = [];
  try {
    await seed(bench);
    await seedBare(withoutKeys);
    const of = { url: bench.url, token, dataDir };
    const server = await startWorker<LoadTask, Loaded>('events-server', of, serveFlags);
    workers.push(server);
    const load = await startWorker<LoadTask, Loaded>('event-load', {
      port: server.ready.port,
      token,
      people,
    });
    workers.unshift(load);
    const bareServer = await startWorker<object, object>('bare-http', {});
    workers.push(bareServer);
    const bareLoad = await startWorker<LoadTask, Loaded>('event-load', {
      port: bareServer.ready.port,
      token,
      people,
    });
    workers.unshift(bareLoad);
    const { measured, singleLimit, p50, p99, started } = await measure(
      bench,
      withoutKeys,
      { load, server, bareLoad, bareServer },
      context.roundMs,
    );
    if (started === 0) throw new Error('No event started a flow.');
    return [
      {
        what: `Single events over HTTP, ${single.connections} connections, ${flows} live flows`,
        unit: 'events',
        ...measured.single,
        limit: { what: singleLimit, ...measured.singleLimit },
        goal: 0.6,
        notes: [
          `p50 ${p50.toFixed(0)} ms`,
          `p99 ${p99.toFixed(0)} ms, goal < 40 ms ${p99 < 40 ? 'met' : 'missed'}`,
        ],
      },
      {
        what: `Batches of ${batches.batch} over HTTP, ${batches.connections} connections, ${flows} live flows`,
        unit: 'events',
        ...measured.batches,
        limit: {
          what: 'the SQL alone, without foreign keys, two connections',
          ...measured.batchesLimit,
        },
        goal: 0.5,
        notes: [],
      },
      {
        what: `Single events over HTTP, ${single.connections} connections, ${flows} live flows`,
        unit: 'events',
        ...measured.single,
        limit: { what: 'bare HTTP: the body parsed, nothing stored', ...measured.http },
        goal: null,
        notes: [],
      },
    ];
  } finally {
    for (const worker of workers) await worker.stop();
    await bench.drop();
    await withoutKeys.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const row: Row = {
  name: 'events',
  about: 'Events over HTTP, matched against live flows',
  run,
};
