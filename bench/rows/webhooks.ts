import { limits } from '@postroad/core/platform/limits';
import type { BenchDatabase } from '../bench-database.ts';
import { alternateMeasured } from '../measure.ts';
import { metered } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { seedPeople } from '../seed.ts';
import { startWorker } from '../workers.ts';

const people = 10_000;
const deliveries = 10_000;

async function seedEndpoint({ sql }: BenchDatabase, url: string): Promise<void> {
  await sql`
    insert into webhook_endpoints (key, url, description, events, created_at, updated_at)
    values ('bench', ${url}, '', '{*}', now(), now())`;
  await sql`
    insert into webhook_secrets (endpoint_id, secret)
    select id, sha256('bench') from webhook_endpoints`;
}

async function refill({ sql }: BenchDatabase): Promise<void> {
  await sql`truncate webhook_deliveries`;
  await sql`
    insert into webhook_deliveries (endpoint_id, type, subject_id, person_id, happened_at, due_at)
    select e.id, 'person.updated', 1 + i % ${people}::int, 1 + i % ${people}::int, now(), now()
    from webhook_endpoints e, generate_series(1, ${deliveries}::int) i`;
  await sql`vacuum analyze webhook_deliveries`;
  await sql`checkpoint`;
}

/** A body as a delivery has it, for the limit. */
async function bodyIn({ sql }: BenchDatabase): Promise<string> {
  const [row] = await sql<{ body: string }[]>`
    select body from webhook_deliveries where body is not null limit 1`;
  if (row === undefined) throw new Error('No delivery was sent.');
  return row.body;
}

async function run(context: BenchContext): Promise<Line[]> {
  const { roundMs } = context;
  const bench = await context.createDatabase();
  const sink = await startWorker('webhook-sink', {});
  const stopped = [sink];
  const started = async (name: string, start: object) => {
    const worker = await startWorker<object, { sends: number; seconds: number }>(name, start);
    stopped.unshift(worker);
    const work = async () => {
      const { sends, seconds } = await worker.run({});
      return { items: sends, seconds };
    };
    return { pid: worker.pid, work };
  };
  try {
    await seedPeople(bench.sql, people);
    const to = `http://127.0.0.1:${sink.ready.port}/hook`;
    await seedEndpoint(bench, to);
    const deliverer = await started('deliverer', { url: bench.url });
    const delivered = async () => {
      const done = await deliverer.work();
      const [row] = await bench.sql<{ count: number }[]>`
        select count(*)::int as count from webhook_deliveries where status = 'delivered'`;
      if (done.items === deliveries && row?.count === deliveries) return done;
      throw new Error(`${row?.count} of ${deliveries} deliveries arrived.`);
    };
    const prepare = () => refill(bench);
    const measure = (ms: number) =>
      metered(bench, { ms, pids: [deliverer.pid], prepare, run: delivered });
    await measure(0);
    const body = await bodyIn(bench);
    const atOnce = limits.webhookConcurrency;
    const bare = await started('bare-fetch', { to, body, atOnce, ms: roundMs });
    const { ours, limit } = await alternateMeasured({
      ours: () => measure(roundMs),
      limit: () => metered(null, { ms: roundMs, pids: [bare.pid], run: bare.work }),
    });
    return [
      {
        what: 'Webhook deliveries to one endpoint: claim, read the person, sign, post, settle',
        unit: 'deliveries',
        ...ours,
        limit: { what: 'bare fetch of the same body, as many at once', ...limit },
        goal: null,
        notes: [`${body.length} bytes a body`],
      },
    ];
  } finally {
    for (const worker of stopped) await worker.stop();
    await bench.drop();
  }
}

/** MSG-18. */
export const row: Row = {
  name: 'webhooks',
  about: 'Webhook deliveries beside bare fetch',
  run,
};
