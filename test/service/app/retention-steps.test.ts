import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@postroad/core/platform/limits';
import { Retention } from '@postroad/service/app/upkeep/retention';
import { forgetEvents } from '@postroad/store/events/forget-events';
import { forgetRuns } from '@postroad/store/flows/forget-runs';
import type { Passed } from '@postroad/store/platform/retention';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { listOldSends } from '@postroad/store/queue/forget-sends';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from './calling.ts';

// @database both: retention holds rows of one, and the only connection of the other.

/** `npm run soak -- retention` sets it: rows of each kind that are removed, and as many that stay. */
const soak = Number(process.env.POSTROAD_SOAK ?? 0);
const old = soak > 0 ? soak : 600;
/** Few, so that steps and writers meet. */
const people = 400;

let opened: TestService;
let call: Calling['call'];

beforeEach(async () => {
  opened = await openTestService({ env: { LOG_LEVEL: 'silent' } });
  ({ call } = calling(opened));
  await fill(old);
});

afterEach(() => opened.close());

/** As many old rows as are to go, in 2020, and as many that are kept. */
async function fill(count: number): Promise<void> {
  const { pool } = opened.database;
  const { email } = await call('create_email', { subject: 'Old', body_markdown: 'Hello' });
  const definition = { trigger: { event: 'went' }, nodes: [{ id: 1, type: 'exit_flow' }] };
  const { flow } = await call('create_flow', { key: 'old', definition });
  await call('record_event', { email: 'person-0@example.com', name: 'went' });
  await pool`
    insert into people (email, subscribed_on, created_at, updated_at)
    select 'person-' || i || '@example.com', current_date, now(), now()
    from generate_series(1, ${people - 1}::int) i`;
  const [first] = await pool<[{ person: number; type: number }]>`
    select (select min(id) from people) as person, (select min(type_id) from events) as type`;
  const person = pool`${first.person}::bigint + i % ${people}::int`;
  const at = pool`case when i <= ${count}::int then timestamptz '2020-01-01' else now() end
    + i * interval '0.123456 seconds'`;
  const each = pool`from generate_series(1, ${2 * count}::int) i`;
  await pool`
    insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, status, attempts,
      due_at, ended_at)
    select 1000000 + i, ${person}, ${email.id}, 'flow', ${flow.id}, 1, 'sent', 1, ${at}, ${at} ${each}`;
  await pool`
    insert into tracking_hits (send_id, number, kind, occurred_at, head, prefetch, verdict)
    select 1000000 + i, n, 'open', ${at}, false, false, 'human' ${each}, generate_series(1, 2) n`;
  await pool`
    insert into send_feedback (send_id, kind, provider, occurred_at)
    select 1000000 + i, 'delivered', 'smtp', ${at} ${each}`;
  await pool`
    insert into runs (flow_id, person_id, status, once, started_at, ended_at)
    select ${flow.id}, ${person}, 'completed', false, ${at}, ${at} ${each}`;
  await pool`
    insert into run_steps (run_id, step_id, outcome, recorded_at)
    select id, n, 'ran', ended_at from runs, generate_series(1, 4) n`;
  await pool`
    insert into events (person_id, type_id, occurred_at, recorded_at, source)
    select ${person}, ${first.type}, ${at}, ${at}, 'api' ${each}`;
  await pool`analyze`;
}

const keepDays = async (days: number) => {
  const kinds = ['events', 'runs', 'sends', 'hits'];
  const settings = Object.fromEntries(kinds.map((kind) => [`retention.${kind}_days`, days]));
  await call('update_settings', { settings });
};

/** Rows of the tables that a transaction has read so far. */
async function readBy({ sql }: Tx): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count
    from pg_stat_xact_user_tables where relname in ('send_log_p0', 'runs', 'events')`;
  return row.count;
}

it('RET-03 a step reads as much at the end of all that is kept as at its beginning', async () => {
  const limit = 50;
  const before = new Date('2100-01-01');
  const kinds: ((tx: Tx, after: Passed | null) => Promise<Passed[]>)[] = [
    (tx, after) => listOldSends(tx, 'sent', { before, after, limit }),
    (tx, after) => forgetRuns(tx, { before, after, limit }),
    (tx, after) => forgetEvents(tx, { before, after, limit }),
  ];
  const tables = ['send_log', 'runs', 'events'] as const;
  for (const [kind, step] of kinds.entries()) {
    const rows = opened.database.pool(tables[kind] ?? '');
    const time = opened.database.pool(kind === 2 ? 'occurred_at' : 'ended_at');
    const [late] = await opened.database.pool<Passed[]>`
      select ${time}::text as at, id from ${rows} order by ${time}, id offset ${old} limit 1`;
    const read: number[] = [];
    for (const after of [null, late ?? null]) {
      await transaction(opened.database, { testClock: true }, async (tx) => {
        // As the planner chooses for large tables.
        await tx.sql`set local enable_seqscan = off`;
        await tx.sql`set local enable_bitmapscan = off`;
        await tx.sql`set local enable_sort = off`;
        const start = await readBy(tx);
        expect(await step(tx, after)).toHaveLength(limit);
        read.push((await readBy(tx)) - start);
      });
    }
    const [atFirst = 0, atLast = 0] = read;
    expect(atLast, `${tables[kind]}: ${read}`).toBeLessThanOrEqual(atFirst * 1.5 + limit);
  }
});

/** Writes one after the other, until `during` has ended; answers how long each took. */
async function writesDuring(during: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let isDone = false;
  const ended = during.finally(() => {
    isDone = true;
  });
  for (let turn = 0; !isDone; turn += 1) {
    const at = performance.now();
    const person = `person-${(turn * 37) % people}@example.com`;
    if (turn % 2) await call('update_person', { person, fields: { turn: String(turn) } });
    else await call('record_event', { email: person, name: 'went' });
    waits.push(performance.now() - at);
  }
  await ended;
  return waits;
}

it('RET-03 writers continue while everything old is removed', async () => {
  // What the machine does to writers by itself.
  const alone = soak > 0 ? await writesDuring(pause(20_000)) : [];
  await keepDays(365);
  const retention = new Retention();
  const rounds: number[] = [];
  const remove = async () => {
    for (let looked = 1; looked > 0; ) {
      const at = performance.now();
      looked = await retention.round(opened);
      rounds.push(performance.now() - at);
      expect(looked).toBeLessThanOrEqual(4 * limits.forgottenAtOnce);
    }
  };
  const waits = await writesDuring(remove());
  const { pool } = opened.database;
  for (const [table, stays] of [
    ...([
      ['send_log', old],
      ['tracking_hits', 2 * old],
      ['send_feedback', old],
    ] as const),
    ...([
      ['past_sends', old],
      ['runs', old],
    ] as const),
  ]) {
    const [row] = await pool`select count(*)::int as count from ${pool(table)}`;
    expect([table, row?.count]).toEqual([table, stays]);
  }
  expect(waits.length).toBeGreaterThan(0);
  if (soak > 0) report(rounds, waits, alone);
});

/** Only `npm run soak` looks at a clock. */
function report(rounds: number[], waits: number[], alone: number[]): void {
  const at = (all: number[], part: number) =>
    all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * part)] ?? 0;
  const line = (all: number[]) =>
    `${all.length}; median ${at(all, 0.5).toFixed(1)} ms, p99 ${at(all, 0.99).toFixed(1)} ms, longest ${at(all, 1).toFixed(1)} ms`;
  const tenth = Math.ceil(rounds.length / 10);
  const [begin, end] = [rounds.slice(0, tenth), rounds.slice(-tenth - 1, -1)];
  process.stderr.write(
    `${old} old rows of each kind, and as many that stay
rounds of four steps: ${line(rounds)}; the first tenth ${at(begin, 0.5).toFixed(1)} ms, the last ${at(end, 0.5).toFixed(1)} ms
writes without retention: ${line(alone)}
writes beside it: ${line(waits)}\n`,
  );
  expect(at(end, 0.5)).toBeLessThan(2 * at(begin, 0.5));
  expect(at(waits, 1)).toBeLessThan(Math.max(100, at(alone, 1)));
}
