import { expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { type Asking, kill, killedService, type Working } from '../../support/killed-service.ts';

const token = 'a-token-for-the-broadcast-kill-test';
/** More than one transaction looks at. */
const people = databaseKind() === 'postgres' ? 25_000 : 12_000;

const { within, ask, work } = killedService(token);

/** Sends a broadcast to everybody; answers its id. */
async function sendNews(client: Asking): Promise<number> {
  const definition = { type: 'has_tag', tag: 'reader' };
  const { segment } = (await client.invoke('create_segment', { key: 'all', definition })).output;
  const { broadcast } = (
    await client.invoke('create_broadcast', {
      ...{ name: 'News', segment_id: segment.id, email_source: 'scratch', emails_per_hour: 1 },
    })
  ).output;
  const content = { subject: 'News', body_markdown: 'Hello.' };
  await client.invoke('update_email', { email_id: broadcast.email_id, ...content });
  const broadcast_id = broadcast.id;
  const { output } = await client.invoke('send_broadcast_now', { broadcast_id });
  expect(output.recipients).toBe(people);
  return broadcast_id;
}

it('a broadcast whose process is killed with -9 while it goes into the queue continues, nobody twice', async () => {
  await ask((client) =>
    client.invoke('upsert_person', { email: 'first@example.com', tags: ['reader'] }),
  );
  await within(
    (sql) => sql`
      insert into people (email, tag_ids, subscribed_on, created_at, updated_at)
      select 'p' || n || '@example.com', (select tag_ids from people where email = 'first@example.com'),
        '2026-01-01', now(), now()
      from generate_series(2, ${people}::int) as n`,
  );
  const broadcast_id = await ask(sendNews);
  const queued = async ({ client }: Working) =>
    (await client.invoke('get_broadcast', { broadcast_id })).output.broadcast.recipients ?? 0;
  const second = await work();
  await expect.poll(() => queued(second), { timeout: 120_000, interval: 2 }).toBeGreaterThan(0);
  await kill(second);
  const third = await work();
  await expect.poll(() => queued(third), { timeout: 120_000, interval: 100 }).toBe(people);
  await kill(third);
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
