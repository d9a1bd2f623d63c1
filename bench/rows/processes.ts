import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchDatabase } from '../bench-database.ts';
import { eventName, eventNames } from '../event-entries.ts';
import { alternateRounds, medianMeasured, pairedRatio } from '../measure.ts';
import { type Done, metered } from '../metered.ts';
import type { Loaded, LoadTask } from '../processes/event-load.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { seedPeople } from '../seed.ts';
import { serveFlags, startWorker, type Worker } from '../workers.ts';

const people = 100_000;
const processes = 4;
const rounds = 5;
const connections = 64;
const token = 'postroad-bench-token-0123';

/** A service process, and the load that keeps its connections busy. */
interface Pair {
  server: Worker<object, object>;
  load: Worker<LoadTask, Loaded>;
}

async function loadAll(pairs: readonly Pair[], ms: number): Promise<Done> {
  const task = { connections, batch: 1, ms };
  const loaded = await Promise.all(pairs.map(({ load }) => load.run(task)));
  const items = loaded.reduce((sum, { events }) => sum + events, 0);
  return { items, seconds: Math.max(...loaded.map(({ seconds }) => seconds)) };
}

/** Two notices within each commit, as before they were sent after it and together (NOTE-05). */
async function addNotices({ sql }: BenchDatabase): Promise<void> {
  await sql`
    create function bench_notice() returns trigger language plpgsql as $$
    begin
      perform pg_notify('bench', 'wake');
      perform pg_notify('bench', 'changes');
      return null;
    end $$`;
  await sql`
    create trigger bench_notice after insert on events
    for each statement execute function bench_notice()`;
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'postroad-bench-data-'));
  const pairs: Pair[] = [];
  try {
    await seedPeople(bench.sql, people);
    const names = Array.from({ length: eventNames }, (_, number) => eventName(number + 1));
    await bench.sql`
      insert into event_types (name, first_seen_at, last_seen_at)
      select name, now(), now() from unnest(${names}::text[]) as wanted (name)`;
    for (let number = 0; number < processes; number += 1) {
      const dataDir = join(folder, String(number));
      const of = { url: bench.url, token, dataDir };
      const server = await startWorker<object, object>('events-server', of, serveFlags);
      const { port } = server.ready;
      const load = await startWorker<LoadTask, Loaded>('event-load', { port, token, people });
      pairs.push({ server, load });
    }
    const ms = context.roundMs;
    await addNotices(bench);
    const switched = async (notices: 'enable' | 'disable') => {
      if (notices === 'enable') await bench.sql`alter table events enable trigger bench_notice`;
      else await bench.sql`alter table events disable trigger bench_notice`;
    };
    const of = (used: readonly Pair[], notices: 'enable' | 'disable') => () =>
      metered(bench, {
        ...{ ms, pids: used.map(({ server }) => server.pid) },
        prepare: () => switched(notices),
        run: () => loadAll(used, ms),
      });
    await loadAll(pairs, 500);
    const { four, noticed, one } = await alternateRounds(
      {
        four: of(pairs, 'disable'),
        noticed: of(pairs, 'enable'),
        one: of(pairs.slice(0, 1), 'disable'),
      },
      rounds,
    );
    const what = `Single events over HTTP, ${processes} processes with ${connections} connections each`;
    const line = { what, unit: 'events', ...medianMeasured(four), notes: [`${rounds} pairs`] };
    return [
      {
        ...line,
        limit: { what: 'the same with two notices in each commit', ...medianMeasured(noticed) },
        ratio: pairedRatio(four, noticed),
        goal: 1.3,
      },
      {
        ...line,
        limit: { what: 'one process', ...medianMeasured(one) },
        ratio: pairedRatio(four, one),
        goal: null,
      },
    ];
  } finally {
    for (const { load, server } of pairs) {
      await load.stop();
      await server.stop();
    }
    await bench.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

export const row: Row = {
  name: 'processes',
  about: 'Events over HTTP to several processes on one database',
  run,
};
