import type { OperationName } from '@postroad/core/catalog/catalog';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import type { BenchDatabase } from './bench-database.ts';
import { openBenchServer } from './bench-database.ts';
import { blocksOf } from './blocks.ts';
import { nullProvider } from './engine-deps.ts';
import { worksOf } from './scale-work.ts';
import { catalog, seedScale } from './seed-scale.ts';

/** People of an account; all else is in proportion. */
const sizes = { thousandth: 2_000, hundredth: 20_000, tenth: 200_000, big: 2_000_000 } as const;
type Size = keyof typeof sizes;

/** What a list may cost at the larger size (COUNT-08). */
const goals = { growth: 1.5, blocks: 5_000 };
/** Blocks below which growth is the way down an index, or a page that was full before. */
const few = 50;

const actor = { id: 'bench', name: 'bench', scopes: ['admin'] as const };

interface Asked {
  what: string;
  name: OperationName;
  input: object;
}

const lists: Asked[] = (
  [
    ['list_broadcasts', {}],
    ['list_changes', {}],
    ['list_emails', {}],
    ['list_event_types', {}],
    ['list_events', {}],
    ['list_events', { name: 'event-3' }],
    ['list_fields', {}],
    ['list_flow_runs', { flow_key: 'flow-3' }],
    ['list_flow_runs', { flow_key: 'flow-3', status: 'parked' }],
    ['list_flows', {}],
    ['list_guards', {}],
    ['list_layouts', {}],
    ['list_overdue', {}],
    ['list_people', {}],
    ['list_people', { q: 'p1500@' }],
    ['list_people', { tag: 'tag-3' }],
    ['list_people', { segment: 'segment-3' }],
    ['list_products', {}],
    ['list_queue', {}],
    ['list_queue', { status: 'failed', source: 'broadcast', source_id: 3 }],
    ['list_queue', { status: 'failed' }],
    ['list_segment_people', { segment_key: 'segment-4' }],
    ['list_segments', {}],
    ['list_sends', {}],
    ['list_sends', { status: 'failed', flow_key: 'flow-3' }],
    ['list_sequences', {}],
    ['list_subscriptions', {}],
    ['list_tags', {}],
    ['list_themes', {}],
  ] as const
).map(([name, input]) => ({ name, input, what: textOf(name, input) }));

const others: Asked[] = (
  [
    ['get_sending', {}],
    ['get_profile', {}],
    ['get_settings', {}],
    ['get_email', { email_id: 3 }],
    ['get_send', { send_id: 1500 }],
    ['get_run', { run_id: 300 }],
    ['explain_delivery', { person: 'p1500@example.com', email_id: 3 }],
    ['preview_segment', { definition: { type: 'has_tag', tag: 'tag-3' } }],
    ['export_people', { format: 'csv' }],
    ['export_definitions', {}],
    ['check_service', {}],
    ['get_broadcast', { broadcast_id: 3 }],
    ['get_flow', { flow_key: 'flow-3' }],
    ['get_sequence', { sequence_id: 3 }],
    ['get_email_stats', { email_id: 3 }],
    ['get_report', { by: 'broadcast' }],
    ['get_person', { person: 'p1500@example.com' }],
    ['get_timeline', { person: 'p1500@example.com' }],
    ['get_segment', { segment_key: 'segment-3' }],
    ['get_segment', { segment_key: 'segment-4' }],
    ['get_segment', { segment_key: 'segment-5' }],
  ] as const
).map(([name, input]) => ({ name, input, what: textOf(name, input) }));

function textOf(name: string, input: object): string {
  const asked = Object.entries(input).map(
    ([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  return asked.length === 0 ? name : `${name} ${asked.join(' ')}`;
}

/** Lets upkeep add figures up, and count the segments. */
async function settle({ sql }: BenchDatabase, service: Service): Promise<void> {
  for (;;) {
    await service.round('upkeep');
    const [row] = await sql<[{ segments: number; changes: number }]>`
      select (select count(*) from segment_counts)::int as segments,
        (select count(*) from figure_changes)::int + (select count(*) from live_count_changes)::int as changes`;
    if (row.segments === catalog.segments && row.changes === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function measure(database: BenchDatabase, people: number): Promise<Map<string, number>> {
  const note = (what: string) => process.stderr.write(`${people} people: ${what}\n`);
  const start = performance.now();
  await seedScale(database.sql, people);
  note(`seeded in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  await database.sql`create extension if not exists pg_stat_statements`;
  const env = {
    DATABASE_URL: database.url,
    STARTER: '0',
    LOG_LEVEL: 'error',
    MAIL_FROM: 'hello@example.com',
  };
  const service = await openService(readConfig(env), { provider: nullProvider(4) });
  try {
    await settle(database, service);
    await database.sql`vacuum analyze`;
    note('figures and segments are counted');
    const found = new Map<string, number>();
    for (const { what, name, input } of [...lists, ...others]) {
      const call = () => service.invoke(name, input, { actor });
      found.set(what, await blocksOf(database, call));
    }
    for (const { what, prepare, run } of await worksOf(service, database)) {
      let items = 1;
      const work = async () => {
        items = await run();
      };
      found.set(what, Math.round((await blocksOf(database, work, prepare)) / items));
    }
    const { broadcasts } = (await service.invoke('list_broadcasts', {}, { actor })).output;
    const shown = broadcasts.filter(({ stats }) => stats !== null && stats.sent > 0).length;
    for (const [what, blocks] of found) note(`${blocks} ${what}`);
    note(`list_broadcasts answers figures of ${shown} of ${broadcasts.length}`);
    return found;
  } finally {
    await service.close();
  }
}

function tableOf(found: readonly [Size, ReadonlyMap<string, number>][]): string {
  const [smaller, larger] = found.map(([, blocks]) => blocks);
  const isList = new Set(lists.map(({ what }) => what));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(60) : cell.padStart(10))).join(' | ')} |`;
  const rows = [...(smaller ?? [])].map(([what, fewer]) => {
    const many = larger?.get(what) ?? 0;
    const growth = many / Math.max(fewer, 1);
    const grows = many > few && growth > goals.growth;
    const missed = isList.has(what) && (grows || many > goals.blocks);
    return line([what, `${fewer}`, `${many}`, growth.toFixed(2), missed ? 'missed' : '']);
  });
  const head = ['blocks of 8 KB', ...found.map(([size]) => size), 'x', ''];
  const rule = ['-'.repeat(60), ...head.slice(1).map(() => '-'.repeat(10))];
  return [line(head), line(rule), ...rows].join('\n');
}

/**
 * The blocks of each operation at two sizes of an account (COUNT-11): `--sizes=tenth,big` by default,
 * which takes a quarter of an hour and 10 GB.
 */
export async function scale(args: readonly string[]): Promise<number> {
  const asked = args.find((arg) => arg.startsWith('--sizes='))?.slice('--sizes='.length);
  const names = (asked ?? 'tenth,big').split(',');
  const isSize = (name: string): name is Size => name in sizes;
  if (names.length !== 2 || !names.every(isSize)) {
    process.stderr.write(`--sizes takes two of ${Object.keys(sizes).join(', ')}.\n`);
    return 1;
  }
  const server = await openBenchServer({ shared_preload_libraries: 'pg_stat_statements' });
  try {
    const found: [Size, Map<string, number>][] = [];
    for (const size of names) {
      const database = await server.createDatabase();
      try {
        found.push([size, await measure(database, sizes[size])]);
      } finally {
        await database.drop();
      }
    }
    process.stdout.write(`${tableOf(found)}\n`);
    return 0;
  } finally {
    await server.stop();
  }
}
