import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type OperationName, operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { isWrite } from '@postroad/core/platform/operations/operation';
import type { Provider } from '@postroad/mail/providers/provider';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import type { BenchDatabase } from './bench-database.ts';
import { openBenchServer } from './bench-database.ts';
import { blocksOf } from './blocks.ts';
import { nullProvider } from './engine-deps.ts';
import { actor, callOf, factsOf, tidy } from './scale-facts.ts';
import { asksOf } from './scale-operations.ts';
import { worksOf } from './scale-work.ts';
import { catalog, seedScale } from './seed-scale.ts';

/** People of an account; all else is in proportion. */
const sizes = { thousandth: 2_000, hundredth: 20_000, tenth: 200_000, big: 2_000_000 } as const;
type Size = keyof typeof sizes;

/** What a list may cost at the larger size (COUNT-08). */
const goals = { growth: 1.5, blocks: 5_000 };
/** Blocks below which growth is the way down an index, or a page that was full before. */
const few = 50;

/** A row of the table. */
interface Cost {
  blocks: number;
  isList: boolean;
}

function rowOf(name: OperationName, of: string | undefined): string {
  if (of === undefined) return `\`${name}\``;
  return /^(?:by|for|of|that|to|which|without) /.test(of)
    ? `\`${name}\` ${of}`
    : `\`${name}\`, ${of}`;
}

async function costsOfOperations(
  service: Service,
  database: BenchDatabase,
): Promise<Map<string, Cost>> {
  const facts = await factsOf(service, database);
  const asks = asksOf(facts);
  await database.sql`vacuum analyze`;
  const found = new Map<string, Cost>();
  for (const name of operationNames) {
    const asked = asks[name];
    if ('not' in asked) continue;
    const dryRun = isWrite(operationNamed(name));
    for (const { of, input } of asked) {
      const call = () => service.invoke(name, input, { actor, dryRun });
      const blocks = await blocksOf(database, call).catch((error: unknown) => {
        throw new Error(`${rowOf(name, of)} failed.`, { cause: error });
      });
      found.set(rowOf(name, of), { blocks, isList: name.startsWith('list_') });
    }
  }
  await tidy(service, facts);
  return found;
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

async function measure(database: BenchDatabase, people: number): Promise<Map<string, Cost>> {
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
  // With a list of opt-outs of its own, so that they are reported.
  const provider: Provider = { ...nullProvider(4), setOptOut: async () => ({ kind: 'done' }) };
  const service = await openService({ ...readConfig(env), pushOptOuts: true }, { provider });
  try {
    // What the account has to send some day is not part of what is measured.
    await database.sql`update sends set due_at = due_at + interval '60 days'`;
    await settle(database, service);
    await database.sql`vacuum analyze`;
    note('figures and segments are counted');
    // Before the writes, which leave room behind that lists then look into.
    const operations = await costsOfOperations(service, database);
    note('operations are measured');
    const found = new Map<string, Cost>();
    for (const { what, prepare, run } of await worksOf(service, database)) {
      let items = 1;
      const work = async () => {
        items = await run();
      };
      const blocks = Math.round((await blocksOf(database, work, prepare)) / items);
      found.set(what, { blocks, isList: false });
    }
    for (const [what, cost] of operations) found.set(what, cost);
    for (const [what, { blocks }] of found) note(`${blocks} ${what}`);
    const { broadcasts } = await callOf(service)('list_broadcasts', { status: 'sent' });
    const shown = broadcasts.filter(({ stats }) => stats !== null && stats.sent > 0).length;
    note(`list_broadcasts answers figures of ${shown} of ${broadcasts.length}`);
    return found;
  } finally {
    await service.close();
  }
}

function tableOf(found: readonly [Size, ReadonlyMap<string, Cost>][]): string {
  const [smaller, larger] = found.map(([, costs]) => costs);
  const rows = [...(smaller ?? [])].map(([what, { blocks: fewer, isList }]) => {
    const many = larger?.get(what)?.blocks ?? 0;
    const growth = many / Math.max(fewer, 1);
    const grows = many > few && growth > goals.growth;
    const missed = isList && (grows || many > goals.blocks);
    return [what, `${fewer}`, `${many}`, growth.toFixed(1), missed ? 'missed' : ''];
  });
  const head = ['blocks of', ...found.map(([size]) => nameOf(size)), 'ratio', 'COUNT-08'];
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, at) =>
    at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

const nameOf = (size: Size) => `${sizes[size] / 1_000_000} M`;

/** Puts the table where docs/scaling.md has the one of the last run. */
function writeTable(table: string): void {
  const path = fileURLToPath(new URL('../../docs/scaling.md', import.meta.url));
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(/\| blocks of [\s\S]*?\n(?!\|)/, () => `${table}\n`),
  );
}

/**
 * The blocks of each operation at two sizes of an account (COUNT-11): `--sizes=tenth,big` by default,
 * which takes a quarter of an hour and 10 GB. `--write` puts the table into docs/scaling.md.
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
    const found: [Size, Map<string, Cost>][] = [];
    for (const size of names) {
      const database = await server.createDatabase();
      try {
        found.push([size, await measure(database, sizes[size])]);
      } finally {
        await database.drop();
      }
    }
    const table = tableOf(found);
    process.stdout.write(`${table}\n`);
    if (args.includes('--write')) writeTable(table);
    return 0;
  } finally {
    await server.stop();
  }
}
