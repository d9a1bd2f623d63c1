import { OperatorToken } from '@postroad/service/app/config/operator-token';
import type { Deps } from '@postroad/service/app/deps';
import { Invoker } from '@postroad/service/app/invoke';
import { workBroadcasts } from '@postroad/service/broadcasts/fill-broadcasts';
import { countWithin } from '@postroad/service/people/audience';
import { loadAudience } from '@postroad/store/conditions/audience';
import { transaction } from '@postroad/store/platform/transaction';
import type { BenchDatabase } from '../bench-database.ts';
import { nullProvider, openEngineDeps } from '../engine-deps.ts';
import { compileMail } from '../mail.ts';
import { alternateMeasured, type Measured } from '../measure.ts';
import { metered, timed } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { seedEmail } from '../seed.ts';
import { seedAudience } from '../seed-audience.ts';

const people = Number(process.env.BENCH_PEOPLE ?? 200_000);
const patienceMs = 600_000;
const definition = { type: 'has_tag', tag: 'most' };
const actor = { id: 'environment', name: 'bench', scopes: ['admin'] as const };

interface Seeded {
  /** For how long a round measures at least. */
  ms: number;
  bench: BenchDatabase;
  deps: Deps;
  emailId: number;
  segmentId: number;
}

/** Empties the queue and creates a draft; returns its id. */
async function draft({ bench: { sql }, emailId, segmentId }: Seeded): Promise<number> {
  await sql`truncate sends, in_hand, send_log, broadcasts`;
  const [row] = await sql<{ id: number }[]>`
    insert into broadcasts (name, segment_id, email_source, email_id, emails_per_hour, created_at,
      updated_at)
    values ('Bench', ${segmentId}, 'copy', ${emailId}, 10000000, now(), now()) returning id`;
  await sql`checkpoint`;
  return row?.id ?? 0;
}

/** The operator's call that sends it. */
async function sendNow({ deps }: Seeded, broadcast_id: number): Promise<void> {
  const config = { apiToken: 'bench', apiTokenFile: null, dataDir: '' };
  const token = await OperatorToken.open(config, deps.log);
  const sameVersion = { refuseWrites: () => undefined };
  await new Invoker(deps, token, sameVersion).invoke(
    'send_broadcast_now',
    { broadcast_id },
    { actor },
  );
}

async function queuedIn({ sql }: BenchDatabase): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from sends`;
  return row?.count ?? 0;
}

const pids = [process.pid];

/** Queues everybody; the longest part shows how soon sending can start. */
async function fill(seeded: Seeded, parts: number[]): Promise<Measured> {
  const { bench, deps, ms } = seeded;
  return await metered(bench, {
    ...{ ms, pids },
    prepare: async () => sendNow(seeded, await draft(seeded)),
    async run() {
      let seconds = 0;
      for (let more = true; more; ) {
        const part = await timed(async () => Number(await workBroadcasts(deps)));
        more = part.items > 0;
        parts.push(part.seconds);
        seconds += part.seconds;
      }
      return { items: await queuedIn(bench), seconds };
    },
  });
}

/** The same rows by one statement, without pace or rules except the segment and suppression. */
async function bareInsert(seeded: Seeded): Promise<Measured> {
  const { bench, emailId, ms } = seeded;
  let id = 0;
  return await metered(bench, {
    ...{ ms, pids },
    async prepare() {
      id = await draft(seeded);
    },
    run: () =>
      timed(async () => {
        const { count } = await bench.sql`
          insert into sends (person_id, email_id, source_kind, source_id, due_at, created_at)
          select id, ${emailId}::bigint, 'broadcast', ${id}::bigint, now(), now() from people
          where tag_ids @> array[1] and unsubscribed_at is null and hard_bounced_at is null
            and complained_at is null`;
        return count;
      }),
  });
}

/** A draft costs more than the call, so few calls are a round. */
async function answer(seeded: Seeded): Promise<Measured> {
  const { bench, ms } = seeded;
  let id = 0;
  return await metered(bench, {
    ...{ ms: ms / 10, pids },
    async prepare() {
      id = await draft(seeded);
    },
    run: () => timed(() => sendNow(seeded, id).then(() => 1)),
  });
}

async function countOnly({ bench, deps, ms }: Seeded): Promise<Measured> {
  const count = () =>
    transaction(deps.database, {}, async (tx) =>
      countWithin(tx, deps, await loadAudience(tx, definition), patienceMs),
    );
  return await metered(bench, { ms: ms / 10, pids, run: () => timed(() => count().then(() => 1)) });
}

async function measure(seeded: Seeded): Promise<Line[]> {
  const parts: number[] = [];
  const queueing = await alternateMeasured({
    ours: () => fill(seeded, parts),
    bare: () => bareInsert(seeded),
  });
  const found = await queuedIn(seeded.bench);
  const answering = await alternateMeasured({
    ours: () => answer(seeded),
    count: () => countOnly(seeded),
  });
  return [
    {
      what: 'Queue a broadcast for everybody in its segment, with its pace',
      unit: 'emails',
      ...queueing.ours,
      limit: { what: 'one insert … select into the same table', ...queueing.bare },
      goal: 0.75,
      notes: [
        `${found} of ${people} people; the longest part took ${Math.max(...parts).toFixed(2)} s`,
      ],
    },
    {
      what: 'Answer send_now with the number of recipients',
      unit: 'answers',
      ...answering.ours,
      limit: { what: 'the count of the audience alone', ...answering.count },
      goal: 0.4,
      notes: [`${Math.round(1000 / answering.ours.rate)} ms; at most 2.5 times the count`],
    },
  ];
}

export const row: Row = {
  name: 'broadcast',
  about: 'A broadcast into the queue, against one insert … select; BENCH_PEOPLE people',
  async run(context: BenchContext) {
    const bench = await context.createDatabase();
    await seedAudience(bench.sql, people);
    const emailId = await seedEmail(bench.sql, compileMail());
    const [segment] = await bench.sql<{ id: number }[]>`
      insert into segments (key, name, definition, created_at, updated_at)
      values ('most', 'Most', ${JSON.stringify(definition)}::text::json, now(), now())
      returning id`;
    const deps = await openEngineDeps(bench.url, nullProvider(1), 4);
    try {
      const seeded = { ms: context.roundMs, bench, deps, emailId };
      return await measure({ ...seeded, segmentId: segment?.id ?? 0 });
    } finally {
      await deps.renderer.close();
      await deps.database.close();
      await bench.drop();
    }
  },
};
