import { compileFlow } from '@postroad/core/flows/definition/compile';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { advance } from '@postroad/core/flows/interpreter/advance';
import { newRun, type RunState } from '@postroad/core/flows/interpreter/run';
import type { BenchDatabase } from '../bench-database.ts';
import { compileMail } from '../mail.ts';
import { alternateMeasured, callMeasured, type Measured } from '../measure.ts';
import { type Done, metered } from '../metered.ts';
import type { Advanced, AdvanceTask } from '../processes/advancer.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { seedEmail, seedPeople } from '../seed.ts';
import { startWorker, type Worker } from '../workers.ts';

const workers = 2;
const flows = 20;
const runs = 60_000;

/** Branch and send, wait, tag, wait: every advance ends at a wait or at the end of the flow. */
function definition(emailId: number): Definition {
  const condition = {
    any: [
      { type: 'has_tag', tag: 'vip' },
      { type: 'field', field: 'plan', op: 'equals', value: 'pro' },
    ],
  };
  const nodes = [
    // biome-ignore lint/suspicious/noThenProperty: the grammar of flows has this key
    { type: 'if_else', condition, then: [{ type: 'send_email', email_id: emailId }], else: [] },
    { type: 'delay', duration: { amount: 3, unit: 'days' } },
    { type: 'add_tag', tag: 'reached' },
    { type: 'delay', duration: { amount: 7, unit: 'days' } },
  ];
  return normalise({ trigger: { event: 'signed_up' }, nodes }, null).definition;
}

function delaysOf({ nodes }: Definition): number[] {
  return nodes.filter(({ type }) => type === 'delay').map(({ id }) => id);
}

async function seedFlows({ sql }: BenchDatabase, emailId: number): Promise<number[]> {
  const made = definition(emailId);
  await sql`
    insert into flows (key, name, run_policy, status, definition, created_at, updated_at)
    select 'flow-' || i, 'Flow ' || i, 'repeat', 'live', ${JSON.stringify(made)}::text::json, now(),
      now() - interval '1 hour'
    from generate_series(1, ${flows}::int) i`;
  return delaysOf(made);
}

/** A third each before the first step, at the first wait and at the second one, all due. */
async function refillRuns({ sql }: BenchDatabase, delays: number[]): Promise<void> {
  await sql`truncate runs, run_steps, run_goals, sends`;
  await sql`update people set tag_ids = tag_ids[1:1] where cardinality(tag_ids) > 1`;
  await sql`update people set tag_ids = '{}' where id % 2 = 1 and tag_ids <> '{}'`;
  await sql`
    insert into runs (flow_id, person_id, step_id, waiting, due_at, once, started_at)
    select 1 + i % ${flows}::int, i,
      case i % 3 when 0 then null when 1 then ${delays[0] ?? 0}::int else ${delays[1] ?? 0}::int end,
      i % 3 > 0, now() - interval '1 hour' + i * interval '1 millisecond', false, now()
    from generate_series(1, ${runs}::int) i`;
  await sql`vacuum analyze runs`;
  await sql`vacuum analyze people`;
  await sql`checkpoint`;
}

async function updated({ sql }: BenchDatabase): Promise<Done> {
  const start = performance.now();
  const { count } = await sql`
    update runs set step_id = coalesce(step_id, 0) + 1, waiting = true,
      due_at = now() + interval '1 day'`;
  return { items: count, seconds: (performance.now() - start) / 1000 };
}

/** Steps taken per second on one core, from the start of the flow to its first wait. */
async function alone(ms: number): Promise<Measured> {
  const flow = compileFlow(definition(1));
  const answers = {
    person: {
      email: 'ada@example.com',
      first_name: null,
      last_name: null,
      timezone: null,
      subscribed_on: '2026-01-15',
      suppressed: null,
      tags: new Set(['vip']),
      fields: { plan: 'team' },
    },
    known: new Map(),
    segments: new Map(),
    emails: new Map([[1, { archived: false }]]),
    tunables: new Map(),
    fieldTypes: new Map(),
    sequences: new Map(),
    merge: null,
    lastEvent: 0,
  };
  const now = new Date('2026-03-01T12:00:00Z');
  const [delay = 0] = delaysOf(flow.definition);
  const waiting: RunState = { ...newRun, step_id: delay, waiting: true };
  let steps = 0;
  let calls = 0;
  const measured = await callMeasured((turn) => {
    const { trace } = advance(flow, turn % 2 === 0 ? newRun : waiting, answers, now);
    steps += trace.length;
    calls += 1;
  }, ms);
  return perStep(measured, steps / calls);
}

type Crew = Worker<AdvanceTask, Advanced>[];

async function advanced(crew: Crew, task: AdvanceTask): Promise<Done> {
  const done = await Promise.all(crew.map((worker) => worker.run(task)));
  const moved = done.reduce((sum, { runs: count }) => sum + count, 0);
  return { items: moved, seconds: Math.max(...done.map(({ seconds }) => seconds)) };
}

/** The same for each of its steps. */
function perStep({ rate, cost }: Measured, stepsEach: number): Measured {
  const each = (figure: number | null) => (figure === null ? null : figure / stepsEach);
  return {
    rate: rate * stepsEach,
    cost: cost && {
      node_us: each(cost.node_us),
      database_us: each(cost.database_us),
      wal_bytes: each(cost.wal_bytes),
    },
  };
}

async function measure(bench: BenchDatabase, crew: Crew, delays: number[], roundMs: number) {
  const whole: AdvanceTask = { batch: 500, ms: 60_000 };
  const single: AdvanceTask = { batch: 1, ms: 1_500 };
  // A wait counts once, when it ends.
  let steps = 0;
  const turns = (turn: () => Promise<Done>) => () =>
    metered(bench, {
      ...{ ms: roundMs, pids: crew.map(({ pid }) => pid) },
      prepare: () => refillRuns(bench, delays),
      run: turn,
    });
  const measured = await alternateMeasured({
    whole: turns(async () => {
      const done = await advanced(crew, whole);
      const [left] = await bench.sql<{ due: number; steps: number }[]>`
        select (select count(*) from runs where status = 'active' and due_at <= now())::bigint as due,
          (select count(*) from run_steps where outcome <> 'waiting')::bigint as steps`;
      if (left?.due !== 0) throw new Error(`${left?.due} due runs were not advanced.`);
      steps = left.steps;
      return done;
    }),
    update: turns(() => updated(bench)),
    single: turns(() => advanced(crew, single)),
  });
  return { ...measured, stepsEach: steps / runs };
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  const crew: Crew = [];
  try {
    await seedPeople(bench.sql, runs);
    const delays = await seedFlows(bench, await seedEmail(bench.sql, compileMail()));
    for (let index = 0; index < workers; index += 1) {
      crew.push(await startWorker('advancer', { url: bench.url }));
    }
    const { stepsEach, ...rates } = await measure(bench, crew, delays, context.roundMs);
    const what = 'Steps that runs get past, two worker processes, batches of 500';
    const whole = perStep(rates.whole, stepsEach);
    const runRatio = (rates.whole.rate / rates.update.rate).toFixed(2);
    return [
      {
        what,
        unit: 'steps',
        ...whole,
        limit: { what: 'one UPDATE of the same rows', ...rates.update },
        goal: 0.3,
        notes: [
          `${stepsEach.toFixed(2)} steps and one wait or end a run`,
          `runs alone: ${Math.round(rates.whole.rate / 1000)}k/s, ${runRatio}`,
        ],
      },
      {
        what,
        unit: 'steps',
        ...whole,
        limit: {
          what: 'the same engine with batches of one',
          ...perStep(rates.single, stepsEach),
        },
        goal: 20,
        notes: [],
      },
      {
        what: 'advance alone, one core',
        unit: 'steps',
        ...(await alternateMeasured({ alone: () => alone(context.roundMs) })).alone,
        limit: null,
        goal: 200_000,
        notes: [],
      },
    ];
  } finally {
    await Promise.all(crew.map((worker) => worker.stop()));
    await bench.drop();
  }
}

export const row: Row = {
  name: 'transitions',
  about: 'Flow runs through the whole engine, and the interpreter alone',
  run,
};
