import { readdirSync, readFileSync } from 'node:fs';
import { type Asker, openAsker } from '../asker.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { type Measured, median, medianMeasured } from '../measure.ts';
import { walPosition } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { startWorker } from '../workers.ts';

/** Of a block, which is measured as a whole, since a single write is shorter than other work lasts. */
const writes = 10;
const warmUp = 150;
const fewestPairs = 15;
const token = 'postroad-bench-token-0123';

const condition = { type: 'has_tag', tag: 'vip' };

const paragraph = 'Hi {{ person.first_name | default: "there" }}, this is *new* at our place. ';
const body = Array.from(
  { length: 12 },
  (_, part) => `## Part ${part}\n\n${paragraph.repeat(2)}`,
).join('\n\n');

const flow = (turn: number) => ({
  trigger: { event: 'signed_up' },
  nodes: Array.from({ length: 12 }, (_, index) => ({
    ...{ id: index + 1, type: 'add_tag', tag: `turn-${turn % 7}-${index}` },
  })),
});

/** A record of each size, and a write with another value each time. */
interface Kind {
  what: string;
  made: { path: string; body: object };
  write: { path: string; bodyOf: (turn: number) => object };
}

const kinds: Kind[] = [
  {
    what: 'a guard',
    made: { path: '/guards', body: { key: 'vips', condition } },
    write: { path: '/guards/vips', bodyOf: (turn) => ({ name: `VIPs ${turn}` }) },
  },
  {
    what: 'a flow of 12 steps',
    made: { path: '/flows', body: { key: 'measured', definition: flow(0) } },
    write: { path: '/flows/measured', bodyOf: (turn) => ({ definition: flow(turn) }) },
  },
  {
    what: 'an email of 2 kB',
    made: { path: '/emails', body: { title: 'News', subject: 'News', body_markdown: body } },
    write: {
      path: '/emails/1',
      bodyOf: (turn) => ({ body_markdown: `${body}\n\nRound ${turn}` }),
    },
  },
];

/** A service on a database with the history or without it. */
interface Side {
  bench: BenchDatabase;
  asker: Asker;
}

/**
 * Takes the triggers off that write the history. Those that count revisions stay; where one does both,
 * it is replaced by one that counts.
 */
async function withoutHistory({ sql }: BenchDatabase): Promise<void> {
  const triggers = await sql<{ of: string; name: string; both: boolean; others: string[] }[]>`
    select tgrelid::regclass::text as of, tgname as name, tgfoid = 'note_update'::regproc as both,
      (string_to_array(encode(tgargs, 'escape'), '\\000'))[2:tgnargs] as others
    from pg_trigger
    where tgfoid in ('note_change'::regproc, 'note_update'::regproc,
      'note_sequence_change'::regproc, 'note_setting_change'::regproc)`;
  for (const { of, name, both, others } of triggers) {
    if (!both) await sql`drop trigger ${sql(name)} on ${sql(of)}`;
    else {
      const [first, ...more] = others.map((column) => sql(column));
      const named = more.reduce((list, column) => sql`${list}, ${column}`, sql`${first ?? sql``}`);
      await sql`
        create or replace trigger ${sql(name)} before update on ${sql(of)}
        for each row execute function grow_revision(${named})`;
    }
  }
}

/** µs of processor time of a thread, more exact than the ticks of 10 ms that `metered` counts. */
function microsecondsOf(path: string): number {
  const [nanoseconds = '0'] = readFileSync(`${path}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e3;
}

/** What a block costs a write: in the server with all its threads, and in the connections of its database. */
async function blockOf(pid: number, side: Side, kind: Kind, first: number): Promise<Measured> {
  const { bench, asker } = side;
  const backends = await bench.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const spent = async () => ({
    wal_bytes: await walPosition(bench),
    node_us: readdirSync(`/proc/${pid}/task`)
      .map((thread) => microsecondsOf(`/proc/${pid}/task/${thread}`))
      .reduce((sum, one) => sum + one, 0),
    database_us: backends
      .map((backend) => microsecondsOf(`/proc/${backend.pid}`))
      .reduce((sum, one) => sum + one, 0),
  });
  const before = await spent();
  for (let turn = first; turn < first + writes; turn += 1) {
    await asker.ask('PATCH', kind.write.path, kind.write.bodyOf(turn));
  }
  const after = await spent();
  const each = (of: keyof typeof after) => (after[of] - before[of]) / writes;
  const cost = {
    node_us: each('node_us'),
    database_us: each('database_us'),
    wal_bytes: each('wal_bytes'),
  };
  return { rate: 1e6 / (cost.node_us + cost.database_us), cost };
}

/**
 * What is left of a write without what its history takes in the database. The server does the same on
 * both sides, so a difference of its time is chance, and larger than what is looked for.
 */
function ratioByDatabase(kept: readonly Measured[], bare: readonly Measured[]): number {
  const of = ({ cost }: Measured) => cost?.database_us ?? Number.NaN;
  const whole = medianMeasured(kept).cost;
  const history = median(
    kept.map((one, pair) => of(one) - (bare[pair]?.cost?.database_us ?? Number.NaN)),
  );
  return 1 - history / ((whole?.node_us ?? Number.NaN) + (whole?.database_us ?? Number.NaN));
}

interface Sides {
  pid: number;
  kept: Side;
  bare: Side;
}

async function lineOf({ pid, kept, bare }: Sides, kind: Kind, ms: number): Promise<Line> {
  for (const { asker } of [kept, bare]) await asker.ask('POST', kind.made.path, kind.made.body);
  // In turn: a connection that asks nothing for long is ended.
  for (let turn = 0; turn < warmUp; turn += 1) {
    for (const { asker } of [kept, bare]) {
      await asker.ask('PATCH', kind.write.path, kind.write.bodyOf(turn));
    }
  }
  const found = { kept: [] as Measured[], bare: [] as Measured[] };
  const start = performance.now();
  for (let pair = 0; pair < fewestPairs || performance.now() - start < ms; pair += 1) {
    const first = warmUp + pair * writes;
    const sides = [
      { into: found.kept, side: kept },
      { into: found.bare, side: bare },
    ];
    for (const { into, side } of pair % 2 === 0 ? sides : sides.toReversed()) {
      into.push(await blockOf(pid, side, kind, first));
    }
  }
  return {
    ...{ what: `Writes of ${kind.what} over HTTP, for a second of processor time`, unit: 'writes' },
    ...medianMeasured(found.kept),
    limit: { what: 'without the history', ...medianMeasured(found.bare) },
    ratio: ratioByDatabase(found.kept, found.bare),
    goal: 0.95,
    notes: [`${found.kept.length} pairs of ${writes} writes`],
  };
}

async function run(context: BenchContext): Promise<Line[]> {
  const databases = { kept: await context.createDatabase(), bare: await context.createDatabase() };
  await withoutHistory(databases.bare);
  const urls = [databases.kept.url, databases.bare.url];
  const server = await startWorker<object, object>('twin-server', { urls, token });
  const [keptPort = 0, barePort = 0] = server.ready.ports as number[];
  const kept = { bench: databases.kept, asker: await openAsker({ port: keptPort, token }) };
  const bare = { bench: databases.bare, asker: await openAsker({ port: barePort, token }) };
  try {
    const sides = { pid: server.pid, kept, bare };
    const lines: Line[] = [];
    for (const kind of kinds) lines.push(await lineOf(sides, kind, 3 * context.roundMs));
    return lines;
  } finally {
    for (const { asker } of [kept, bare]) asker.close();
    await server.stop();
    for (const { bench } of [kept, bare]) await bench.drop();
  }
}

export const row: Row = {
  name: 'history',
  about: 'What the history costs a write; Linux only, for it reads processor times',
  run,
};
