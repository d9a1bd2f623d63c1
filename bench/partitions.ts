import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import { type BenchDatabase, openBenchServer } from './bench-database.ts';
import { blocksOf } from './blocks.ts';
import { seedScale } from './seed-scale.ts';

/** What partitions may cost a segment, over one table (PART-10). */
const goal = 1.1;
const parts = 20;

const actor = { id: 'bench', name: 'bench', scopes: ['admin'] as const };

/** Everything about mail that a segment reads from the log. */
const definitions = {
  'received one email': { type: 'received_email', email_id: 3 },
  'did not receive it': { not: { type: 'received_email', email_id: 3 } },
  'received it within 30 days': { type: 'received_email', email_id: 3, within_days: 30 },
  'received anything within 30 days': { type: 'received_email', within_days: 30 },
  'received anything': { type: 'received_email' },
  'opened one email': { type: 'opened_email', email_id: 3 },
  'received 2 within 90 days': {
    ...{ type: 'predicate', name: 'received_at_least', args: { emails: 2, within_days: 90 } },
  },
  'an event, and received one email': {
    all: [
      { type: 'event_occurred', event: 'event-2', within_days: 90 },
      { type: 'received_email', email_id: 3 },
    ],
  },
} as const;

/** Puts the ids of the seed into so many partitions, or into one. */
async function divide({ sql }: BenchDatabase, people: number, count: number): Promise<void> {
  const session = await sql.reserve();
  const width = Math.ceil((people * 2.5) / count);
  await session`select set_config('bench.parts', ${`${count}`}, false), set_config('bench.width', ${`${width}`}, false)`;
  await session`
    do $$
    declare
      parts int := current_setting('bench.parts');
      width int := current_setting('bench.width');
      divided text;
      part text;
    begin
      foreach divided in array array['send_log', 'send_feedback', 'tracking_hits', 'run_steps'] loop
        for part in select inhrelid::regclass from pg_inherits where inhparent = divided::regclass loop
          execute format('drop table %s', part);
        end loop;
        for n in 1 .. parts loop
          execute format('create table %I partition of %I for values from (%s) to (%s)', divided || '_' || n,
            divided, case n when 1 then 'minvalue' else ((n - 1) * width)::text end,
            case n when parts then 'maxvalue' else (n * width)::text end);
        end loop;
      end loop;
    end $$`;
  session.release();
}

async function measure(
  database: BenchDatabase,
  people: number,
  count: number,
): Promise<Map<string, number>> {
  await divide(database, people, count);
  await seedScale(database.sql, people);
  await database.sql`create extension if not exists pg_stat_statements`;
  await database.sql`vacuum analyze`;
  const env = { DATABASE_URL: database.url, STARTER: '0', LOG_LEVEL: 'error' };
  const service = await openService(readConfig(env));
  try {
    const found = new Map<string, number>();
    for (const [what, definition] of Object.entries(definitions)) {
      const call = () => service.invoke('preview_segment', { definition }, { actor });
      found.set(what, await blocksOf(database, call));
    }
    return found;
  } finally {
    await service.close();
  }
}

/**
 * The blocks that segments touch where the log is one table and where it has twenty partitions, with
 * `--people=200000` and two and a half mails for each of them.
 */
export async function partitions(args: readonly string[]): Promise<number> {
  const asked = args.find((arg) => arg.startsWith('--people='))?.slice('--people='.length);
  const people = Number(asked ?? 200_000);
  const server = await openBenchServer({ shared_preload_libraries: 'pg_stat_statements' });
  try {
    const found: Map<string, number>[] = [];
    for (const count of [1, parts]) {
      const database = await server.createDatabase();
      try {
        found.push(await measure(database, people, count));
      } finally {
        await database.drop();
      }
    }
    const [one, many] = found;
    const lines = [...(one ?? [])].map(([what, blocks]) => {
      const divided = many?.get(what) ?? 0;
      const times = divided / Math.max(blocks, 1);
      const missed = times > goal ? 'missed' : '';
      return `| ${what.padEnd(34)} | ${`${blocks}`.padStart(9)} | ${`${divided}`.padStart(13)} | ${times.toFixed(2).padStart(5)} | ${missed.padEnd(6)} |`;
    });
    const head = `| blocks of 8 KB of a segment        | one table | ${parts} partitions |     x |        |`;
    const rule = head.replace(/[^|]/g, '-').replace(/\|-/g, '| ').replace(/-\|/g, ' |');
    process.stdout.write(`${[head, rule, ...lines].join('\n')}\n`);
    return 0;
  } finally {
    await server.stop();
  }
}
