import { countWithin } from '@postroad/service/people/audience';
import { loadAudience } from '@postroad/store/conditions/audience';
import { idsOfAudience } from '@postroad/store/people/audience';
import { connect } from '@postroad/store/platform/connection/connect';
import type { Database } from '@postroad/store/platform/connection/database';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { BenchDatabase } from '../bench-database.ts';
import { alternateMeasured } from '../measure.ts';
import { type Done, metered, timed } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { seedAudience } from '../seed-audience.ts';

const people = Number(process.env.BENCH_PEOPLE ?? 200_000);
const times = 5;
const patienceMs = 600_000;

const tagged = (tag: string) => ({ type: 'has_tag', tag });
const field = (name: string, op: string, value: unknown) => ({
  ...{ type: 'field', field: name },
  ...{ op, value },
});
const common = { type: 'event_occurred', event: 'common', within_days: 30 };
const tree = {
  all: [
    tagged('some'),
    field('plan', 'equals', 'team'),
    { any: [common, { not: tagged('half') }] },
  ],
};

/** The counted segments, and the allowed multiple of the duration of a bare count. */
const counts: readonly [what: string, condition: object, most: number][] = [
  ['a tag that 90 % have', tagged('most'), 1.5],
  ['a tag that 10 % have', tagged('some'), 1.5],
  ['a field equals', field('plan', 'equals', 'pro'), 1.5],
  ['a field contains', field('company', 'contains', 'any 77'), 2.2],
  ['a field is greater', field('score', 'greater', 900), 2.2],
  ['a common event within 30 days', common, 3.5],
  ['two tags, a field and an event', tree, 2.2],
];

interface Asked {
  tx: Tx;
  database: Database;
  /** Measures turns of this process, so many that the rounds together last as long as one. */
  turns: (run: () => Promise<Done>) => () => ReturnType<typeof metered>;
}

function turnsOf(bench: BenchDatabase, ms: number): Asked['turns'] {
  return (run) => () => metered(bench, { ms: ms / times, pids: [process.pid], run });
}

/** As `get_segment` and `preview_segment` count. */
async function counted(tx: Tx, database: Database, condition: object): Promise<number> {
  const audience = await loadAudience(tx, condition);
  const { counted: found } = await countWithin(tx, { database }, audience, patienceMs);
  if (!found?.people) throw new Error('The segment is empty, or was not counted.');
  return found.people;
}

async function countLine(
  { tx, database, turns }: Asked,
  [what, condition, most]: (typeof counts)[number],
): Promise<Line> {
  let found = 0;
  const { ours, bare } = await alternateMeasured(
    {
      ours: turns(() =>
        timed(async () => {
          found = await counted(tx, database, condition);
          return 1;
        }),
      ),
      bare: turns(() =>
        timed(async () => {
          await tx.sql`
            select count(*) from people
            where unsubscribed_at is null and hard_bounced_at is null and complained_at is null`;
          return 1;
        }),
      ),
    },
    times,
  );
  return {
    what: `Count a segment: ${what}`,
    unit: 'counts',
    ...ours,
    limit: { what: 'bare counts of the unsuppressed', ...bare },
    goal: Number((1 / most).toFixed(2)),
    notes: [`${found} of ${people} people, ${Math.round(1000 / ours.rate)} ms`],
  };
}

const askedInATurn = 500;

/**
 * Whether a segment contains one person: the statement that sending and exports run for everybody.
 */
async function personLine({ tx, turns }: Asked): Promise<Line> {
  const audience = await loadAudience(tx, tree);
  let last = 0;
  const anyone = () => {
    last = (last + 7919) % people;
    return 1 + last;
  };
  const each = (ask: (id: number) => Promise<unknown>) =>
    turns(() =>
      timed(async () => {
        for (let asked = 0; asked < askedInATurn; asked += 1) await ask(anyone());
        return askedInATurn;
      }),
    );
  const { ours, bare } = await alternateMeasured(
    {
      ours: each((id) => idsOfAudience(tx, audience, { after: id - 1, through: id })),
      bare: each(async (id) => tx.sql`select id from people where id = ${id}`),
    },
    times,
  );
  return {
    what: 'Ask of one person: two tags, a field and an event',
    unit: 'people',
    ...ours,
    limit: { what: 'point selects', ...bare },
    goal: 0.5,
    notes: [],
  };
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  const database = await connect({ databaseUrl: bench.url, dataDir: '', poolSize: 1 });
  try {
    const seeding = await timed(() => seedAudience(bench.sql, people).then(() => people));
    process.stderr.write(`seeded in ${seeding.seconds.toFixed(0)} s … `);
    return await transaction(database, { readOnly: true }, async (tx) => {
      const lines: Line[] = [];
      const asked = { tx, database, turns: turnsOf(bench, context.roundMs) };
      for (const count of counts) lines.push(await countLine(asked, count));
      return [...lines, await personLine(asked)];
    });
  } finally {
    await database.close();
    await bench.drop();
  }
}

export const row: Row = {
  name: 'segments',
  about: 'Counting segments; BENCH_PEOPLE says of how many people, 200,000 where left out',
  run,
};
