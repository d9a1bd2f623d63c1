import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { spreadIds } from '../../support/postgres-server.ts';
import { renderer } from '../../support/service.ts';
import { type Calling, calling } from './calling.ts';

// @database postgres: cells are on servers.

const actor: Actor = { id: 'environment', name: 'test', scopes: ['admin'] };
let database: TestDatabase;
let service: Service;
let provider: FakeProvider;
let calls: Calling;

beforeAll(async () => {
  database = await createTestDatabase();
  await spreadIds(database.url ?? '');
  provider = fakeProvider();
  const env = { ...database.env, TEST_CLOCK: '1', MAIL_FROM: 'hello@example.com' };
  service = await openService(readConfig(env), { provider, renderer });
  calls = calling({ service, actor });
});

afterAll(async () => {
  await service.close();
  await database.drop();
});

/** How many ids of each table are 3 modulo 16, and how many are not. */
async function idsByTable(): Promise<Map<string, { own: number; other: number }>> {
  const sql = postgres(database.url ?? '', { max: 1, onnotice: () => undefined });
  try {
    const tables = await sql<{ name: string }[]>`
      select table_name::text as name from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'`;
    const found = new Map<string, { own: number; other: number }>();
    for (const { name } of tables) {
      const [row] = await sql<{ own: number; other: number }[]>`
        select count(*) filter (where id % 16 = 3)::int as own,
          count(*) filter (where id % 16 <> 3)::int as other from ${sql(name)}`;
      if (row) found.set(name, row);
    }
    return found;
  } finally {
    await sql.end();
  }
}

it('CELL-01 an account works on a database whose ids step by 16', async () => {
  const { call } = calls;
  const content = { subject: 'News', body_markdown: 'Hello [there](https://example.com/a)' };
  const { email } = await call('create_email', content);
  const { sequence } = await call('create_sequence', { name: 'Course', key: 'course' });
  const step = { sequence_id: sequence.id, email_source: 'copy', email_id: email.id } as const;
  const added = await call('add_sequence_step', { ...step, delay_amount: 0 });
  const address = { step_id: added.step.id };
  await call('update_sequence_step', { ...address, status: 'active' });
  await call('toggle_sequence', { sequence_id: sequence.id, enabled: true });
  const nodes = [
    { type: 'send_email', email_id: email.id },
    { type: 'start_sequence', sequence_id: sequence.id },
  ];
  const definition = { trigger: { event: 'joined' }, nodes };
  await call('create_flow', { key: 'joining', definition });
  await call('activate_flow', { flow_key: 'joining' });
  const people = Array.from({ length: 40 }, (_, at) => `p${at}@example.com`);
  await call('import_people', { content: `email,tags\n${people.join(',reader\n')},reader\n` });
  await call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
  const events = people.slice(0, 20).map((address) => ({ email: address, name: 'joined' }));
  await call('record_events', { events });
  await call('move_clock', { advance: { amount: 2, unit: 'days' } });
  const { segment } = await call('create_segment', {
    key: 'readers',
    definition: { type: 'has_tag', tag: 'reader' },
  });
  const { broadcast } = await call('create_broadcast', {
    ...{ name: 'News', segment_id: segment.id, email_source: 'copy', email_id: email.id },
    emails_per_hour: 10_000,
  });
  await call('send_broadcast_now', { broadcast_id: broadcast.id });
  await call('move_clock', { advance: { amount: 1, unit: 'hours' } });
  // A mail of the flow and one of the sequence to each of twenty, and one of the broadcast to all.
  expect(provider.messages).toHaveLength(20 + 20 + 40);
  const pages: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await call('list_people', { limit: 7, cursor });
    pages.push(...page.people.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(pages).toHaveLength(40);
  expect(pages).toEqual(pages.toSorted((one, other) => other - one));
  const { files } = await call('export_definitions', {});
  const { changed } = await call('apply_definitions', { files });
  expect(changed).toBe(0);
  const found = await idsByTable();
  const strange = [...found].filter(([, { other }]) => other > 0).map(([name]) => name);
  expect(strange).toEqual([]);
  for (const table of ['events', 'runs', 'emails', 'flows']) {
    expect(found.get(table)?.own, table).toBeGreaterThan(0);
  }
  expect(found.get('people')?.own).toBe(40);
});
