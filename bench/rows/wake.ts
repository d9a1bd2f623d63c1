import { setTimeout as pause } from 'node:timers/promises';
import { normalise } from '@postroad/core/flows/definition/normalise';
import type { Deps } from '@postroad/service/app/deps';
import { askAhead, ingest } from '@postroad/service/events/ingest';
import { changePeople } from '@postroad/service/people/change-people';
import { transaction } from '@postroad/store/platform/transaction';
import type { BenchDatabase } from '../bench-database.ts';
import { nullProvider, openEngineDeps } from '../engine-deps.ts';
import { compileMail } from '../mail.ts';
import type { Measured } from '../measure.ts';
import { metered, timed } from '../metered.ts';
import type { FlowTask } from '../processes/flow-worker.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { seedEmail, seedPeople } from '../seed.ts';
import { startWorker, type Worker } from '../workers.ts';

const people = 100_000;
const workers = 2;
/** Number of people changed in one transaction, as by an import. */
const chunk = 1_000;
/** Milliseconds between new events of another flow. */
const freshEveryMs = 25;
const goalSeconds = 30;
const goalP99Ms = 5_000;

async function seedFlow(
  { sql }: BenchDatabase,
  event: string,
  nodes: object[],
): Promise<{ id: number; stepId: number }> {
  const { definition } = normalise({ trigger: { event }, nodes }, null);
  const [row] = await sql<{ id: number }[]>`
    insert into flows (key, name, run_policy, status, definition, created_at, updated_at)
    values (${event}, ${event}, 'repeat', 'live', ${JSON.stringify(definition)}::text::json, now(),
      now()) returning id`;
  return { id: row?.id ?? 0, stepId: definition.nodes[0]?.id ?? 0 };
}

/** Everybody waits at the gate; none or all are due. */
async function seedWaiting(
  { sql }: BenchDatabase,
  flow: { id: number; stepId: number },
  due: Date | null,
) {
  await sql`truncate runs, run_steps, run_goals, sends, send_log`;
  await sql`
    insert into runs (flow_id, person_id, step_id, waiting, once, started_at, arrived_at,
      after_event, wait_condition, due_at)
    select ${flow.id}::bigint, i, ${flow.stepId}::int, true, false, now(), now(), 0, true,
      ${due}::timestamptz
    from generate_series(1, ${people}::int) i`;
  await sql`vacuum analyze runs`;
  await sql`checkpoint`;
}

/** Tags everybody; answers how many that is. */
async function tagAll(deps: Deps, tag: string): Promise<number> {
  for (let first = 1; first <= people; first += chunk) {
    const changes = Array.from({ length: chunk }, (_, index) => ({
      person_id: first + index,
      how: 'import' as const,
      quiet: true,
      add_tags: [tag],
    }));
    await transaction(deps.database, {}, (tx) => changePeople(tx, deps, changes));
  }
  return people;
}

/** Posts events of another flow, one at a time, until stopped; returns their number. */
async function postFresh(deps: Deps, isOver: () => boolean): Promise<number> {
  let posted = 0;
  while (!isOver()) {
    posted += 1;
    const entry = { email: `fresh${posted}@example.com`, name: 'fresh' };
    await transaction(deps.database, {}, (tx) =>
      ingest(tx, deps, [entry], 'bench', askAhead(tx, deps, [entry], 1)),
    );
    await pause(freshEveryMs);
  }
  return posted;
}

/** Milliseconds from event to mail, sorted. */
async function latencies({ sql }: BenchDatabase): Promise<number[]> {
  const rows = await sql<{ ms: number }[]>`
    select extract(epoch from l.ended_at - e.recorded_at)::float8 * 1000 as ms
    from runs r join flows f on f.id = r.flow_id and f.key = 'fresh'
    join events e on e.id = r.event_id join send_log l on l.run_id = r.id order by 1`;
  return rows.map(({ ms }) => ms);
}

function verdict(met: boolean): string {
  return met ? 'met' : 'missed';
}

type Crew = Worker<FlowTask, { seconds: number }>[];

interface Woken extends Measured {
  /** Duration of the changes that woke everybody. */
  changeSeconds: number;
  note: string;
}

/** Runs the workers until nobody is at the gate, while events of another flow arrive. */
async function wake(
  bench: BenchDatabase,
  { crew, deps, task }: { crew: Crew; deps: Deps; task: FlowTask },
  make: () => Promise<number>,
): Promise<Woken> {
  let changeSeconds = 0;
  let posted = 0;
  const measured = await metered(bench, {
    ...{ ms: 0, pids: [process.pid, ...crew.map(({ pid }) => pid)] },
    async run() {
      let over = false;
      const working = Promise.all(crew.map((worker) => worker.run(task))).finally(() => {
        over = true;
      });
      const posting = postFresh(deps, () => over);
      changeSeconds = (await timed(make)).seconds;
      const seconds = Math.max(...(await working).map((done) => done.seconds));
      posted = await posting;
      return { items: people, seconds };
    },
  });
  await Promise.all(crew.map((worker) => worker.run(task)));
  const fresh = await latencies(bench);
  if (fresh.length !== posted) throw new Error(`${posted - fresh.length} mails were not sent.`);
  const p99 = fresh[Math.floor(fresh.length * 0.99)] ?? Number.NaN;
  const most = (fresh.at(-1) ?? Number.NaN).toFixed(0);
  const note = `${posted} fresh events of another flow meanwhile: p99 to the mail ${p99.toFixed(0)} ms, goal < ${goalP99Ms} ms ${verdict(p99 < goalP99Ms)}, most ${most} ms`;
  return { ...measured, changeSeconds, note };
}

function lineOf(what: string, woken: Woken, limit: Line['limit'], more: string): Line {
  const { rate, cost, note } = woken;
  const seconds = people / rate;
  const met = verdict(seconds < goalSeconds);
  const took = `${seconds.toFixed(1)} s for ${people}, goal < ${goalSeconds} s ${met}${more}`;
  return { what, unit: 'people', rate, cost, limit, goal: null, notes: [took, note] };
}

/** Everybody once, by this process alone. */
function once(bench: BenchDatabase, work: () => Promise<number>): Promise<Measured> {
  return metered(bench, { ms: 0, pids: [process.pid], run: () => timed(work) });
}

/** One UPDATE of all waiting runs. */
async function updateAll({ sql }: BenchDatabase): Promise<number> {
  const { count } = await sql`
    update runs set due_at = now() + interval '1 day', wait_condition = false`;
  return count;
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  const crew: Crew = [];
  const deps = await openEngineDeps(bench.url, nullProvider(1), 3);
  try {
    await seedPeople(bench.sql, people);
    const emailId = await seedEmail(bench.sql, compileMail());
    const alone = await once(bench, () => tagAll(deps, 'before'));
    const gated = await seedFlow(bench, 'gated', [
      { type: 'gate', wait_for: { condition: { type: 'has_tag', tag: 'go' } } },
      { type: 'delay', duration: { amount: 3, unit: 'days' } },
    ]);
    await seedFlow(bench, 'fresh', [{ type: 'send_email', email_id: emailId }]);
    await bench.sql`update engine_state set flows_version = flows_version + 1`;
    for (let index = 0; index < workers; index += 1) {
      crew.push(await startWorker('flow-worker', { url: bench.url }));
    }
    const party = { crew, deps, task: { flowId: gated.id, stepId: gated.stepId } };
    await seedWaiting(bench, gated, null);
    const tagged = await wake(bench, party, () => tagAll(deps, 'go'));
    await seedWaiting(bench, gated, new Date());
    const updates = await once(bench, () => updateAll(bench));
    await seedWaiting(bench, gated, new Date());
    const atOnce = await wake(bench, party, async () => 0);
    const before = { what: 'the same tags while nobody waits or works', ...alone };
    const making = `; the tags ${tagged.changeSeconds.toFixed(1)} s of it`;
    const update = { what: 'one UPDATE of the same rows', ...updates };
    return [
      lineOf('People woken at one gate by a tag each, two workers', tagged, before, making),
      lineOf('People due at one gate all at once, two workers', atOnce, update, ''),
    ];
  } finally {
    await Promise.all(crew.map((worker) => worker.stop()));
    await deps.database.close();
    await bench.drop();
  }
}

export const row: Row = {
  name: 'wake',
  about: 'Waking everybody who waits at one gate, and what another flow notices of it',
  run,
};
