import { connect } from '@postroad/store/platform/connection/connect';
import { expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { killedService } from '../../support/killed-service.ts';
import { onNotice } from '../../support/notices.ts';
import type { ServiceProcess } from '../../support/service-process.ts';

const token = 'a-token-for-the-broadcast-kill-test';
const people = databaseKind() === 'postgres' ? 40_000 : 12_000;

const { database, serve } = killedService(token);

async function kill(process: ServiceProcess): Promise<void> {
  process.child.kill('SIGKILL');
  await process.ended;
}

/** Between two processes, since the embedded database has one owner. */
async function within<T>(body: (sql: Awaited<ReturnType<typeof connect>>['pool']) => Promise<T>) {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = database().env;
  const connected = await connect({ databaseUrl, dataDir, onNotice });
  try {
    return await body(connected.pool);
  } finally {
    await connected.close();
  }
}

it('a broadcast whose process is killed with -9 while it goes into the queue continues, nobody twice', async () => {
  const first = await serve();
  await first.client.invoke('upsert_person', { email: 'first@example.com', tags: ['reader'] });
  await kill(first.process);
  await within(
    (sql) => sql`
      insert into people (email, tag_ids, subscribed_on, created_at, updated_at)
      select 'p' || n || '@example.com', (select tag_ids from people where email = 'first@example.com'),
        '2026-01-01', now(), now()
      from generate_series(2, ${people}::int) as n`,
  );
  const second = await serve();
  const definition = { type: 'has_tag', tag: 'reader' };
  const { segment } = (await second.client.invoke('create_segment', { key: 'all', definition }))
    .output;
  const { broadcast } = (
    await second.client.invoke('create_broadcast', {
      ...{ name: 'News', segment_id: segment.id, email_source: 'scratch', emails_per_hour: 1 },
    })
  ).output;
  const broadcast_id = broadcast.id;
  const content = { subject: 'News', body_markdown: 'Hello.' };
  await second.client.invoke('update_email', { email_id: broadcast.email_id, ...content });
  const answer = await second.client.invoke('send_broadcast_now', { broadcast_id });
  expect(answer.output.recipients).toBe(people);
  const queued = async ({ client }: typeof second) =>
    (await client.invoke('get_broadcast', { broadcast_id })).output.broadcast.recipients ?? 0;
  await expect.poll(() => queued(second), { timeout: 120_000, interval: 2 }).toBeGreaterThan(0);
  await kill(second.process);
  const third = await serve();
  await expect.poll(() => queued(third), { timeout: 120_000, interval: 100 }).toBe(people);
  await kill(third.process);
  const [found] = await within(
    (sql) => sql<{ rows: number; people: number; steps: number }[]>`
      select count(*)::int as rows, count(distinct person_id)::int as people,
        count(distinct due_at)::int as steps
      from (
        select person_id, due_at from sends where source_kind = 'broadcast'
        union all select person_id, due_at from send_log where source_kind = 'broadcast') s`,
  );
  expect(found).toEqual({ rows: people, people, steps: people });
}, 600_000);
