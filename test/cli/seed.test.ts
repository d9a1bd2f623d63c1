import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { seed } from '@postroad/cli/commands/seed';
import type { Terminal } from '@postroad/cli/output/terminal';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import { connect } from '@postroad/store/platform/connection/connect';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calling } from '../service/app/calling.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const end = '2026-05-01T12:00:00Z';
const actor = { id: 'local', name: 'test', scopes: ['read'] } as const;

/** A terminal that only receives output. */
async function runSeed(env: Record<string, string>, argv = ['--until', end]) {
  let out = '';
  let err = '';
  const terminal: Pick<Terminal, 'env' | 'out' | 'err'> = {
    env: { LOG_LEVEL: 'error', ...env },
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  };
  const exitCode = await seed(argv, terminal);
  return { exitCode, out, err };
}

/** The answers of the API of a seeded database, served by the real clock. */
async function lookAt(seeded: TestDatabase) {
  const service = await openService(readConfig({ LOG_LEVEL: 'error', ...seeded.env }));
  try {
    const { call } = calling({ service, actor });
    const { flows } = await call('list_flows', {});
    const sends: OperationOutput<'list_queue'>['queue'] = [];
    for (const status of ['sent', 'failed', 'skipped', 'uncertain', 'scheduled'] as const) {
      sends.push(...(await call('list_queue', { status, limit: 200 })).queue);
    }
    const runs: Record<string, string[]> = {};
    for (const { key } of flows) {
      const listed = await call('list_flow_runs', { flow_key: key, limit: 200 });
      runs[key] = listed.runs.map(({ status }) => status);
    }
    return {
      ...(await call('list_people', { limit: 200 })),
      ...{ flows, runs, sends },
      ...{ sequences: (await call('list_sequences', {})).sequences },
      ...{ events: (await call('list_events', { limit: 200 })).events },
      ...{ broadcasts: (await call('list_broadcasts', {})).broadcasts },
      ...{ imports: (await call('list_imports', {})).imports },
      ...{ subscriptions: (await call('list_subscriptions', { limit: 200 })).subscriptions },
      ...{ tags: (await call('list_tags', {})).tags },
      ...{ guards: (await call('list_guards', {})).guards },
      // When upkeep counts a segment depends on how long it took to count the one before.
      segments: (await call('list_segments', {})).segments.map(
        ({ counted_at: _, ...segment }) => segment,
      ),
      ...{ themes: (await call('list_themes', {})).themes },
      // The real clock creates the default layout when the database is opened.
      ...{ layouts: (await call('list_layouts', {})).templates.filter((one) => !one.is_default) },
      ...{ components: (await call('list_components', {})).components },
    };
  } finally {
    await service.close();
  }
}

/**
 * The bytes on disk of what each mail said, indexes and frames included, where each of the seed's mails
 * went to 20 people: pages that are nearly empty would count most in an account of 50.
 */
async function contentBytes({ env, dataDir }: TestDatabase) {
  const opened = await connect({ databaseUrl: env.DATABASE_URL, dataDir });
  try {
    await opened.pool`
      insert into send_contents (send_range, frame_id, made_at, send_ids, merge_values)
      select send_range + 1000 * copy, frame_id, made_at + copy * interval '1 millisecond', send_ids,
        merge_values
      from send_contents, generate_series(1, 19) copy`;
    const [row] = await opened.pool<{ mails: number; frames: number; row: number; all: number }[]>`
      select sum(cardinality(send_ids))::int as mails, (select count(*)::int from send_frames) as frames,
        (sum(pg_column_size(c.*)) / sum(cardinality(send_ids)))::int as row,
        (pg_total_relation_size('send_contents') + pg_total_relation_size('send_frames'))::float8
          / sum(cardinality(send_ids)) as all
      from send_contents c`;
    return row;
  } finally {
    await opened.close();
  }
}

let database: TestDatabase;
let first: Awaited<ReturnType<typeof runSeed>>;
let second: Awaited<ReturnType<typeof runSeed>>;
let seen: Awaited<ReturnType<typeof lookAt>>;
let seenAfter: typeof seen;

const sendsOf = (status: string) => seen.sends.filter((send) => send.status === status).length;

beforeAll(async () => {
  database = await createTestDatabase();
  first = await runSeed(database.env);
  seen = await lookAt(database);
  second = await runSeed(database.env);
  seenAfter = await lookAt(database);
});

afterAll(() => database.drop());

it('SHOP-06 fills an empty database, and says what to look at', () => {
  expect(first).toMatchObject({ exitCode: 0, err: '' });
  expect(first.out).toMatch(/npm start/);
  expect(first.out.match(/npx postroad \w+ \w+/g)?.length).toBeGreaterThan(5);
});

it('SHOP-06 has people with fields, tags and time zones, at addresses that reach nobody', () => {
  expect(seen.people.length).toBeGreaterThan(40);
  for (const { email, timezone, fields } of seen.people) {
    expect(email).toMatch(/^[a-z]+\.[a-z]+@example\.(com|org)$/);
    expect(timezone).toMatch(/^\w+\/\w+$/);
    expect(Object.keys(fields).sort()).toEqual(['climate', 'greenhouse', 'plot_m2']);
  }
  expect(new Set(seen.people.map(({ timezone }) => timezone)).size).toBeGreaterThan(20);
  expect(seen.tags.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['newsletter', 'grower', 'planner', 'loyal', 'on-holiday']),
  );
  expect(seen.imports).toMatchObject([
    { status: 'done', updated: 4, invalid: 1 },
    { status: 'done', created: 24, invalid: 0 },
  ]);
  const of = (wanted: string) =>
    seen.subscriptions.filter(({ status }) => status === wanted).length;
  expect(of('active')).toBeGreaterThan(10);
  expect(of('ended')).toBe(2);
});

it('SHOP-06 has what a company writes and rules', () => {
  const { themes, layouts, components, segments, guards } = seen;
  const sizes = { themes, layouts, components, segments, guards };
  for (const [name, rows] of Object.entries(sizes)) expect(rows.length, name).toBeGreaterThan(0);
  for (const { count } of segments) expect(count).toBeGreaterThan(0);
});

it('SHOP-06 has flows with people inside and completed, and sequences', () => {
  expect(seen.flows.map(({ key, status }) => `${key} ${status}`).sort()).toEqual([
    ...['come-back draft', 'growers live', 'new-gardeners live', 'renewal live', 'welcome live'],
  ]);
  for (const key of ['growers', 'renewal', 'new-gardeners']) {
    expect(new Set(seen.runs[key]), key).toEqual(new Set(['active', 'completed']));
  }
  expect(seen.sequences.map(({ people_inside }) => people_inside > 0)).toEqual([true, true]);
});

it('SHOP-06 has sent mail, with everything that becomes of mail', () => {
  expect(sendsOf('sent')).toBeGreaterThan(100);
  for (const status of ['failed', 'skipped', 'uncertain', 'scheduled']) {
    expect(sendsOf(status), status).toBeGreaterThan(0);
  }
  expect(seen.broadcasts.map(({ status }) => status).sort()).toEqual([
    ...['canceled', 'draft', 'scheduled', 'sent', 'sent'],
  ]);
  const stats = seen.broadcasts.find(({ name }) => name === 'Spring letter')?.stats;
  for (const figure of ['delivered', 'opened', 'clicked', 'bounced', 'unsubscribed'] as const) {
    expect(stats?.[figure], figure).toBeGreaterThan(0);
  }
  const outbox = join(database.dataDir, 'outbox');
  const mails = readdirSync(outbox);
  expect((statSync(outbox).mode & 0o777).toString(8)).toBe('700');
  expect(mails.filter((name) => name.endsWith('.eml'))).toHaveLength(sendsOf('sent'));
});

it('SHOP-06 ends at the time that it is given', () => {
  const times = seen.events.map(({ occurred_at }) => Date.parse(occurred_at));
  expect(Math.max(...times)).toBeLessThanOrEqual(Date.parse(end) + 1_000);
  expect(Math.max(...times)).toBeGreaterThan(Date.parse(end) - 86_400_000);
});

/** Without the moment of the call, which its numbers are of. */
const comparable = ({ tags, ...others }: typeof seen) => ({
  ...others,
  tags: tags.map(({ counted_at: _, ...tag }) => tag),
});

it('SHOP-06 refuses a database that holds something, and writes nothing', () => {
  expect(second.exitCode).toBeGreaterThan(0);
  expect(second.err).toMatch(/The example is loaded already\./);
  expect(second.err).toMatch(/an account of its own, name an empty (folder|database)/);
  expect(comparable(seenAfter)).toEqual(comparable(seen));
});

it.each([
  [{ DATABSE_URL: 'postgres://localhost/x' }, [], /^DATABSE_URL .* Did you mean DATABASE_URL/],
  [{}, ['--until'], /^--until takes a timestamp/],
  [{}, ['now'], /^--until takes a timestamp/],
])('SHOP-06 refuses %j %j before it opens anything', async (env, argv, message) => {
  const refused = await runSeed({ DATA_DIR: join(database.dataDir, 'never-made'), ...env }, argv);
  expect(refused.exitCode).toBeGreaterThan(0);
  expect(refused.err).toMatch(message);
  expect(readdirSync(database.dataDir)).not.toContain('never-made');
});

it('SENT-04 keeps what each of its mails said in less than 1.5 kB', async () => {
  const size = await contentBytes(database);
  process.stdout.write(`content of a mail: ${JSON.stringify(size)}\n`);
  expect(size?.row).toBeGreaterThan(50);
  expect(size?.all).toBeLessThan(1_536);
});
