import { readFileSync } from 'node:fs';
import type { OperationName } from '@postroad/core/catalog/catalog';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import type { BenchDatabase } from '../bench-database.ts';
import { alternateMeasured, type Measured } from '../measure.ts';
import { walPosition } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';

const writes = 60;
const warmUp = 15;
const times = 15;

const actor = { id: 'bench', name: 'bench', scopes: ['admin'] as const };
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

/** A write of each size, with another value each time. */
const kinds: Record<string, { made: [OperationName, object]; write: WriteOf }> = {
  'a guard': {
    made: ['create_guard', { key: 'vips', condition }],
    write: (turn) => ['update_guard', { guard_key: 'vips', name: `VIPs ${turn}` }],
  },
  'a flow of 12 steps': {
    made: ['create_flow', { key: 'measured', definition: flow(0) }],
    write: (turn) => ['update_flow', { flow_key: 'measured', definition: flow(turn) }],
  },
  'an email of 2 kB': {
    made: ['create_email', { title: 'News', subject: 'News', body_markdown: body }],
    write: (turn) => ['update_email', { email_id: 1, body_markdown: `${body}\n\nRound ${turn}` }],
  },
};

type WriteOf = (turn: number) => [OperationName, object];

interface Trigger {
  of: string;
  name: string;
}

/** The triggers that write the history; those that count revisions stay. */
async function switchHistory({ sql }: BenchDatabase, on: boolean): Promise<void> {
  const triggers = await sql<Trigger[]>`
    select tgrelid::regclass::text as of, tgname as name from pg_trigger
    where tgfoid in ('note_change'::regproc, 'note_sequence_change'::regproc, 'note_setting_change'::regproc)`;
  for (const { of, name } of triggers) {
    if (on) await sql`alter table ${sql(of)} enable trigger ${sql(name)}`;
    else await sql`alter table ${sql(of)} disable trigger ${sql(name)}`;
  }
}

/** What was spent so far: µs of this process and of the backends of the service, and bytes. */
interface Spent {
  node: number;
  database: number;
  wal: number;
}

/** More exact than `metered`, which counts ticks of 10 ms. */
async function spentBy({ sql }: BenchDatabase): Promise<Spent> {
  const backends = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database()`;
  const spent = backends.map(({ pid }) => {
    const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e3;
  });
  const { user, system } = process.cpuUsage();
  return {
    node: user + system,
    database: spent.reduce((sum, one) => sum + one, 0),
    wal: await walPosition({ sql }),
  };
}

async function measured(
  service: Service,
  bench: BenchDatabase,
  [what, { made, write }]: [string, { made: [OperationName, object]; write: WriteOf }],
): Promise<Line> {
  const [name, input] = made;
  await service.invoke(name, input, { actor });
  let turn = 0;
  const writeTimes = async (count: number) => {
    for (let done = 0; done < count; done += 1) {
      turn += 1;
      await service.invoke(...write(turn), { actor });
    }
  };
  const batch = async (history: 'on' | 'off'): Promise<Measured> => {
    await switchHistory(bench, history === 'on');
    // Backends plan their statements again after the change of a table.
    await writeTimes(warmUp);
    const before = await spentBy(bench);
    await writeTimes(writes);
    const after = await spentBy(bench);
    const each = (of: keyof Spent) => (after[of] - before[of]) / writes;
    const cost = { node_us: each('node'), database_us: each('database'), wal_bytes: each('wal') };
    return { rate: 1e6 / (cost.node_us + cost.database_us), cost };
  };
  const { on, off } = await alternateMeasured(
    { on: () => batch('on'), off: () => batch('off') },
    times,
  );
  return {
    ...{ what: `Writes of ${what}, for a second of processor time`, unit: 'writes', ...on },
    limit: { what: 'without the history', ...off },
    goal: 0.95,
    notes: [],
  };
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  const env = { DATABASE_URL: bench.url, STARTER: '1', LOG_LEVEL: 'error' };
  const service = await openService(readConfig(env));
  try {
    const lines: Line[] = [];
    for (const kind of Object.entries(kinds)) lines.push(await measured(service, bench, kind));
    return lines;
  } finally {
    await service.close();
    await bench.drop();
  }
}

export const row: Row = {
  name: 'history',
  about: 'What the history costs a write; Linux only, for it reads processor times',
  run,
};
