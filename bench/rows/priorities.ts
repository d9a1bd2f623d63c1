import { setTimeout as pause } from 'node:timers/promises';
import { normalise } from '@postroad/core/flows/definition/normalise';
import type { BenchDatabase } from '../bench-database.ts';
import { compileMail, eventDetails } from '../mail.ts';
import type { Cost } from '../measure.ts';
import { metered } from '../metered.ts';
import type { Sent } from '../processes/sender.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { refillSends, seedEmail, seedEvent, seedPeople } from '../seed.ts';
import { startWorker, type Worker } from '../workers.ts';

const people = 10_000;
const backlog = 100_000;
const processes = 2;
const goalP99Ms = 1_000;
const goalMessageMs = 2_000;
/** As a new account at Amazon SES has. */
const slowPerSecond = 14;
const goalMails = 3;

/** Whose mail waits behind a broadcast. */
type Ahead = 'flow' | 'message';

interface Seeded {
  bench: BenchDatabase;
  smtpUrl: string;
  emailId: number;
  eventId: number;
  flowId: number;
  ahead: Ahead;
}

async function seedFlow({ sql }: BenchDatabase, emailId: number): Promise<number> {
  const nodes = [{ type: 'send_email', email_id: emailId }];
  const { definition } = normalise({ trigger: { event: 'signed_up' }, nodes }, null);
  const [row] = await sql<{ id: number }[]>`
    insert into flows (key, name, run_policy, status, definition, created_at, updated_at)
    values ('welcome', 'Welcome', 'repeat', 'live', ${JSON.stringify(definition)}::text::json, now(), now())
    returning id`;
  return row?.id ?? 0;
}

/** Queues a mail every so often until no broadcast mail is due, or the time is over. */
async function queueWelcomes(
  { bench, emailId, flowId, ahead }: Seeded,
  { everyMs, until }: { everyMs: number; until: () => Promise<boolean> },
): Promise<number> {
  let queued = 0;
  while (!(await until())) {
    queued += 1;
    const sourceId = ahead === 'flow' ? flowId : null;
    await bench.sql`
      with queued as (
        insert into sends (person_id, email_id, source_kind, source_id, due_at, created_at)
        values (${1 + (queued % people)}, ${emailId}, ${ahead}, ${sourceId}, clock_timestamp(), clock_timestamp())
        returning id, person_id
      )
      insert into messages (send_id, person_id, to_address, subject, data, created_at)
      select q.id, p.id, p.email, 'Receipt', '{"number": 12}', now()
      from queued q join people p on p.id = q.person_id where ${ahead} = 'message'`;
    await pause(everyMs);
  }
  return queued;
}

interface Welcome {
  /** From the queue to the log, which is after the hand-over. */
  ms: number;
  /** Broadcast mails that were handed over in between. */
  before: number;
}

async function welcomes({ sql }: BenchDatabase, ahead: Ahead): Promise<Welcome[]> {
  return await sql<Welcome[]>`
    select extract(epoch from w.ended_at - w.due_at)::float8 * 1000 as ms,
      (select count(*) from send_log b where b.source_kind = 'broadcast'
        and b.ended_at > w.due_at and b.ended_at <= w.ended_at)::int as before
    from send_log w where w.source_kind = ${ahead} order by 1`;
}

/** Sends with workers while mails that go first are queued; answers what became of these, and what a mail cost. */
async function behind(
  seeded: Seeded,
  start: { perSecond?: number; ms?: number },
  crew: { processes: number; count: number; everyMs: number },
): Promise<{ found: Welcome[]; cost: Cost | null }> {
  const { bench, emailId, eventId, smtpUrl } = seeded;
  await refillSends(bench.sql, { people, emailId, eventId, count: crew.count });
  const workers: Worker<object, Sent>[] = [];
  for (let index = 0; index < crew.processes; index += 1)
    workers.push(await startWorker<object, Sent>('sender', { url: bench.url, smtpUrl, ...start }));
  let queued = 0;
  const run = async () => {
    let over = false;
    const working = Promise.all(workers.map((worker) => worker.run({}))).finally(() => {
      over = true;
    });
    const isOver = async () => {
      const [left] = await bench.sql<{ found: boolean }[]>`
        select exists (select from sends
          where status = 'scheduled' and source_kind = 'broadcast') as found`;
      return over || !left?.found;
    };
    queued = await queueWelcomes(seeded, { everyMs: crew.everyMs, until: isOver });
    const done = await working;
    return {
      items: done.reduce((sum, { sends }) => sum + sends, 0),
      seconds: Math.max(...done.map(({ seconds }) => seconds)),
    };
  };
  try {
    const { cost } = await metered(bench, { ms: 0, pids: workers.map(({ pid }) => pid), run });
    const found = await welcomes(bench, seeded.ahead);
    if (start.ms === undefined && found.length !== queued)
      throw new Error(`${queued - found.length} mails that go first were not sent.`);
    return { found, cost };
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const verdict = (met: boolean) => (met ? 'met' : 'missed');

/** Runs `measure` with a seeded account and a server of mail. */
async function seeded<Found>(
  context: BenchContext,
  ahead: Ahead,
  measure: (seeded: Seeded) => Promise<Found>,
): Promise<Found> {
  const bench = await context.createDatabase();
  const sink = await startWorker('smtp-sink', {});
  try {
    await bench.sql`update profile set default_from_address = 'News <news@example.com>'`;
    await seedPeople(bench.sql, people);
    const emailId = await seedEmail(bench.sql, compileMail());
    const eventId = await seedEvent(bench.sql, eventDetails);
    const flowId = await seedFlow(bench, emailId);
    const smtpUrl = `smtp://127.0.0.1:${sink.ready.port}`;
    return await measure({ bench, smtpUrl, emailId, eventId, flowId, ahead });
  } finally {
    await sink.stop();
    await bench.drop();
  }
}

async function run(context: BenchContext): Promise<Line[]> {
  return await seeded(context, 'flow', async (account) => {
    const { found: fast, cost } = await behind(
      account,
      {},
      { processes, count: backlog, everyMs: 100 },
    );
    const slowMs = Math.max(context.roundMs, 5_000);
    const { found: slow, cost: slowCost } = await behind(
      account,
      { perSecond: slowPerSecond, ms: slowMs },
      { processes: 1, count: backlog, everyMs: 1_000 },
    );
    const latencies = fast.map(({ ms }) => ms);
    const [p50, p99] = [at(latencies, 0.5), at(latencies, 0.99)];
    const most = Math.max(...slow.map(({ before }) => before));
    return [
      {
        what: `Mail of a flow while ${backlog} mails of a broadcast are due, from the queue to the log`,
        unit: 'mails',
        rate: 1000 / p50,
        cost,
        limit: null,
        goal: null,
        notes: [
          `${latencies.length} mails: p50 ${p50.toFixed(0)} ms`,
          `p99 ${p99.toFixed(0)} ms, goal < ${goalP99Ms} ms ${verdict(p99 < goalP99Ms)}`,
        ],
      },
      {
        what: `The same at a provider of ${slowPerSecond} mails a second`,
        unit: 'mails',
        rate:
          1000 /
          at(
            slow.map(({ ms }) => ms),
            0.5,
          ),
        cost: slowCost,
        limit: null,
        goal: null,
        notes: [
          `${slow.length} mails: at most ${most} of the broadcast went before one, goal ≤ ${goalMails} ${verdict(most <= goalMails)}`,
        ],
      },
    ];
  });
}

/** Messages behind a broadcast (MSG-18). */
export async function messagesBehind(context: BenchContext): Promise<Line[]> {
  return await seeded(context, 'message', async (account) => {
    const crew = { processes, count: backlog, everyMs: 100 };
    const { found, cost } = await behind(account, {}, crew);
    const latencies = found.map(({ ms }) => ms);
    const [p50, p99] = [at(latencies, 0.5), at(latencies, 0.99)];
    return [
      {
        what: `Messages while ${backlog} mails of a broadcast are due, from the queue to the log`,
        unit: 'mails',
        rate: 1000 / p50,
        cost,
        limit: null,
        goal: null,
        notes: [
          `${latencies.length} messages: p50 ${p50.toFixed(0)} ms`,
          `p99 ${p99.toFixed(0)} ms, goal < ${goalMessageMs} ms ${verdict(p99 < goalMessageMs)}`,
        ],
      },
    ];
  });
}

export const row: Row = {
  name: 'priorities',
  about: 'Mail of a flow behind a broadcast of 100,000, fast and at 14 a second',
  run,
};
