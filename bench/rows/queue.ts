import { randomUUID } from 'node:crypto';
import { connect } from '@postroad/store/platform/connection/connect';
import type { Database } from '@postroad/store/platform/connection/database';
import { transaction } from '@postroad/store/platform/transaction';
import { openLease } from '@postroad/store/queue/lease';
import { beginAttempts, claimDueSends, endSends } from '@postroad/store/queue/send';
import type { BenchDatabase } from '../bench-database.ts';
import { compileMail } from '../mail.ts';
import { alternateMeasured } from '../measure.ts';
import { type Done, metered } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { refillSends, seedEmail, seedPeople } from '../seed.ts';

const batch = 200;
const lanes = 2;
const people = 20_000;
const sends = 40_000;

/** The three commits of a mail's row: claimed, attempted, logged. */
async function takeBatch(database: Database, lease: string): Promise<number> {
  const claimed = await transaction(database, {}, (tx) => claimDueSends(tx, lease, batch));
  if (claimed.length === 0) return 0;
  // It is known once the commit is done, so the transaction must not wait for it.
  const { attempts } = await transaction(database, {}, async (tx) => ({
    attempts: beginAttempts(
      tx,
      lease,
      claimed.map(({ id }) => id),
    ),
  }));
  const begun = await attempts;
  const ended = [...begun].map((id) => ({
    id,
    status: 'sent' as const,
    provider: 'bench',
    provider_id: null,
    reason: null,
  }));
  return (await transaction(database, {}, (tx) => endSends(tx, lease, ended))).size;
}

async function drained(database: Database, lease: string): Promise<Done> {
  const start = performance.now();
  let settled = 0;
  const lane = async () => {
    for (let taken = 1; taken > 0; settled += taken) taken = await takeBatch(database, lease);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (settled !== sends) throw new Error(`${settled} of ${sends} sends were settled.`);
  return { items: settled, seconds: (performance.now() - start) / 1000 };
}

async function updated({ sql }: BenchDatabase): Promise<Done> {
  const start = performance.now();
  const { count } = await sql`update sends set status = 'holding', attempts = attempts + 1`;
  return { items: count, seconds: (performance.now() - start) / 1000 };
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  const database = await connect({ databaseUrl: bench.url, dataDir: '', poolSize: lanes });
  try {
    const lease = randomUUID();
    await seedPeople(bench.sql, people);
    const emailId = await seedEmail(bench.sql, compileMail());
    await transaction(database, {}, (tx) => openLease(tx, lease, 'bench'));
    const turns = (turn: () => Promise<Done>) => () =>
      metered(bench, {
        ...{ ms: context.roundMs, pids: [process.pid] },
        prepare: () => refillSends(bench.sql, { count: sends, people, emailId, eventId: null }),
        run: turn,
      });
    const { ours, update } = await alternateMeasured({
      ours: turns(() => drained(database, lease)),
      update: turns(() => updated(bench)),
    });
    return [
      {
        what: `Claim, attempt and settle into the log, batches of ${batch}, ${lanes} lanes`,
        unit: 'sends',
        ...ours,
        limit: { what: 'one UPDATE of the same rows', ...update },
        goal: null,
        notes: ['three commits a batch'],
      },
    ];
  } finally {
    await database.close();
    await bench.drop();
  }
}

export const row: Row = {
  name: 'queue',
  about: 'The send queue without making mails',
  run,
};
