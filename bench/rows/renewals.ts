import type { Deps } from '@postroad/service/app/deps';
import { previewRenewals } from '@postroad/service/flows/renewals/preview-renewals';
import { startTimed } from '@postroad/service/flows/triggers/flow-calendar';
import { findFlow } from '@postroad/store/flows/flow';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { BenchDatabase } from '../bench-database.ts';
import { nullProvider, openEngineDeps } from '../engine-deps.ts';
import { alternateMeasured } from '../measure.ts';
import { metered, timed } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';

const subscriptions = 1_000_000;
const products = 4;
const due = 5_000;
const previewed = 100_000;
const daysBefore = 3;
const scanMostSeconds = 2;
const previewMostSeconds = 1;

const triggerOf = (product: string) => ({
  type: 'subscription_renewal_approaching',
  ...{ product, interval: 'monthly', days_before: daysBefore },
  ...{ local_time: '00:00', timezone: 'UTC' },
});

/**
 * A million subscriptions to four products. Of the first, 5,000 are due today and the others spread
 * over the other days of a month; of the second, 100,000 renew within the period of a preview.
 */
async function seed({ sql }: BenchDatabase): Promise<void> {
  const people = subscriptions / products;
  await sql`
    insert into people (email, subscribed_on, created_at, updated_at)
    select 'person' || i || '@example.com', current_date, now(), now()
    from generate_series(1, ${people}::int) i`;
  await sql`
    insert into products (key, name, created_at, updated_at)
    select 'product-' || i, 'Product', now(), now() from generate_series(1, ${products}::int) i`;
  const today = sql`date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`;
  await sql`
    insert into subscriptions (person_id, external_id, product_id, "interval", status,
      renewal_amount_cents, next_renewal_at, created_at, updated_at)
    select 1 + i % ${people}::int, 'sub-' || i, 1 + i / ${people}::int, 'monthly',
      case when i % 20 = 19 and i >= ${due}::int then 'cancelled' else 'active' end, 1900,
      ${today} + interval '12 hours' + interval '1 day' * case
        when i < ${due}::int then ${daysBefore}::int
        when i < ${people}::int then ${daysBefore}::int + 1 + i % 27
        when i < ${people}::int + ${previewed}::int then ${daysBefore}::int + i % 14
        else ${daysBefore}::int + 30 end,
      now(), now()
    from generate_series(0, ${subscriptions - 1}::int) i`;
  for (const [index, product] of ['product-1', 'product-2'].entries()) {
    const definition = { trigger: triggerOf(product), node_counter: 0, nodes: [] };
    await sql`
      insert into flows (key, name, run_policy, status, definition, created_at, updated_at)
      values (${`flow-${index + 1}`}, 'Reminder', 'repeat', ${index === 0 ? 'live' : 'draft'},
        ${JSON.stringify(definition)}::text::json, now(), now())`;
  }
  await sql`vacuum analyze people`;
  await sql`vacuum analyze subscriptions`;
}

async function emptyRuns({ sql }: BenchDatabase): Promise<void> {
  await sql`truncate runs, run_steps, run_goals, renewal_occurrences`;
  await sql`checkpoint`;
}

const pids = [process.pid];

async function scanLine(bench: BenchDatabase, deps: Deps, ms: number): Promise<Line> {
  const { sql } = bench;
  const turns = (work: () => Promise<number>) => () =>
    metered(bench, { ms, pids, prepare: () => emptyRuns(bench), run: () => timed(work) });
  const { ours, bare } = await alternateMeasured({
    ours: turns(async () => {
      const { started } = await startTimed(deps, () => false);
      if (started !== due) throw new Error(`The scan started ${started} runs.`);
      return started;
    }),
    bare: turns(async () => {
      const { count } = await sql`
        insert into runs (flow_id, person_id, subscription_id, once, due_at, started_at)
        select 1, person_id, id, false, now(), now() from subscriptions
        where product_id = 1 order by id limit ${due}::int`;
      return count;
    }),
  });
  await emptyRuns(bench);
  const scan = () => timed(async () => (await startTimed(deps, () => false)).started);
  await scan();
  const { seconds: idle } = await scan();
  const took = due / ours.rate;
  const verdict = took < scanMostSeconds ? 'met' : 'missed';
  return {
    what: `Start the runs of ${due} due renewals of ${subscriptions}`,
    unit: 'runs',
    ...ours,
    limit: { what: 'one bare insert of the runs', ...bare },
    goal: null,
    notes: [
      `${took.toFixed(2)} s, goal < ${scanMostSeconds} s ${verdict}`,
      `looked at again ${(idle * 1000).toFixed(0)} ms`,
    ],
  };
}

async function previewLine(bench: BenchDatabase, deps: Deps, ms: number): Promise<Line> {
  const { database } = deps;
  let peak = 0;
  const turns = (read: (tx: Tx) => Promise<void>) => () => {
    const work = () => transaction(database, { readOnly: true }, read).then(() => previewed);
    return metered(bench, { ms, pids, run: () => timed(work) });
  };
  const { ours, bare } = await alternateMeasured({
    ours: turns(async (tx) => {
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().heapUsed);
      }, 5);
      const flow = await findFlow(tx, 'flow-2');
      if (!flow) throw new Error('There is no flow.');
      const { counts } = await previewRenewals(tx, flow, undefined, 200);
      const skipped = Object.values(counts?.skipped ?? {}).reduce((sum, n) => sum + n, 0);
      const rows = (counts?.upcoming ?? 0) + skipped;
      if (rows !== previewed) throw new Error(`The preview counted ${rows} rows.`);
      clearInterval(watch);
    }),
    bare: turns(async ({ sql }) => {
      const rows = sql`
        select s.id, s.status, s.next_renewal_at, p.email
        from subscriptions s join people p on p.id = s.person_id
        where product_id = 2 and next_renewal_at < now() + interval '17 days'`;
      for await (const page of rows.cursor(1_000)) if (page.length === 0) return;
    }),
  });
  const took = previewed / ours.rate;
  const verdict = took < previewMostSeconds ? 'met' : 'missed';
  return {
    what: `Preview the reminders of ${previewed} subscriptions`,
    unit: 'rows',
    ...ours,
    limit: { what: 'reading four columns of them', ...bare },
    goal: null,
    notes: [
      `${took.toFixed(2)} s, goal < ${previewMostSeconds} s ${verdict}`,
      `heap ${Math.round(peak / 2 ** 20)} MB at most`,
    ],
  };
}

export const row: Row = {
  name: 'renewals',
  about: 'a scan of a million subscriptions, a preview of a hundred thousand',
  async run(context: BenchContext) {
    const bench = await context.createDatabase();
    try {
      await seed(bench);
      const deps = await openEngineDeps(bench.url, nullProvider(1), 4);
      try {
        const { roundMs } = context;
        return [await scanLine(bench, deps, roundMs), await previewLine(bench, deps, roundMs)];
      } finally {
        await deps.renderer.close();
        await deps.database.close();
      }
    } finally {
      await bench.drop();
    }
  },
};
