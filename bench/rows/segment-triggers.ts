import type { Deps } from '@postroad/service/app/deps';
import { compareSegments } from '@postroad/service/flows/triggers/compare-segments';
import type { BenchDatabase } from '../bench-database.ts';
import { nullProvider, openEngineDeps } from '../engine-deps.ts';
import { alternateMeasured } from '../measure.ts';
import { metered, timed } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';

const sizes = [100_000, Number(process.env.BENCH_PEOPLE ?? 1_000_000)];
const segments = 100;
/** Changes of a second. */
const changes = 1_000;
const goalSeconds = 1;

/** People with a score of 0 to 99, a segment for each score, and a live flow for each segment. */
async function seed({ sql }: BenchDatabase, people: number): Promise<void> {
  await sql`
    insert into people (email, fields, subscribed_on, created_at, updated_at)
    select 'person' || i || '@example.com', jsonb_build_object('score', i % ${segments}::int),
      current_date, now(), now()
    from generate_series(1, ${people}::int) i`;
  await sql`
    insert into fields (key, name, type, created_at) values ('score', 'Score', 'number', now())`;
  for (let score = 0; score < segments; score += 1) {
    const key = `score-${score}`;
    const definition = { type: 'field', field: 'score', op: 'equals', value: score };
    await sql`
      insert into segments (key, name, definition, created_at, updated_at)
      values (${key}, ${key}, ${JSON.stringify(definition)}::text::json, now(), now())`;
    const flow = {
      trigger: { type: 'segment', segment: key, on: 'enters' },
      ...{ node_counter: 1, nodes: [{ id: 1, name: 'End', slug: 'end', type: 'exit_flow' }] },
    };
    await sql`
      insert into flows (key, name, run_policy, status, definition, created_at, updated_at)
      values (${key}, ${key}, 'repeat', 'live', ${JSON.stringify(flow)}::text::json, now(), now())`;
  }
  // The background pass over everybody, which an activation costs once, is not measured.
  await sql`
    insert into watched_segments (segment_id, after_person_id, last_person_id, watched_at)
    select id, ${people}::bigint, ${people}::bigint, now() from segments`;
  await sql`
    insert into segment_people (segment_id, person_id, inside)
    select s.id, p.id, true from people p
    join segments s on s.key = 'score-' || (p.fields ->> 'score')`;
  for (const table of ['people', 'segment_people', 'segments']) {
    await sql`vacuum analyze ${sql(table)}`;
  }
}

const pids = [process.pid];

/** Moves a thousand people to the next score, so that each leaves a segment and enters another. */
async function change({ sql }: BenchDatabase, people: number): Promise<void> {
  await sql`truncate runs, run_steps, segment_checks cascade`;
  await sql`
    with changed as (
      update people set fields = jsonb_build_object(
        'score', ((fields ->> 'score')::int + 1) % ${segments}::int)
      where id = any(array(
        select 1 + (hashint4(i) & 2147483647) % ${people}::int
        from generate_series(1, ${changes}::int) i))
      returning id)
    insert into segment_checks (person_id, chain, created_at) select id, 0, now() from changed`;
}

async function line(bench: BenchDatabase, deps: Deps, ms: number, people: number): Promise<Line> {
  const { sql } = bench;
  const turns = (run: () => Promise<number>) => () =>
    metered(bench, { ms, pids, prepare: () => change(bench, people), run: () => timed(run) });
  const { ours, bare } = await alternateMeasured({
    ours: turns(async () => (await compareSegments(deps)) ?? 0),
    bare: turns(async () => {
      const rows = await sql`
        select p.* from people p where id in (select person_id from segment_checks)`;
      return rows.length;
    }),
  });
  const took = changes / ours.rate;
  const verdict = took < goalSeconds ? 'met' : 'missed';
  return {
    what: `Compare ${changes} changed people of ${people} with ${segments} segments`,
    unit: 'people',
    ...ours,
    limit: { what: 'reading these people', ...bare },
    goal: null,
    notes: [`${took.toFixed(2)} s for the changes of a second, goal < ${goalSeconds} s ${verdict}`],
  };
}

export const row: Row = {
  name: 'segment-triggers',
  about: 'people who enter and leave 100 segments that start flows, in accounts of two sizes',
  async run(context: BenchContext) {
    const lines: Line[] = [];
    for (const people of sizes) {
      const bench = await context.createDatabase();
      try {
        await seed(bench, people);
        const deps = await openEngineDeps(bench.url, nullProvider(1), 4);
        try {
          lines.push(await line(bench, deps, context.roundMs, people));
        } finally {
          await deps.renderer.close();
          await deps.database.close();
        }
      } finally {
        await bench.drop();
      }
    }
    return lines;
  },
};
