import { expect, it } from 'vitest';
import { databaseKind } from '../../../support/database.ts';
import {
  type Asking,
  kill,
  killedService,
  type Working,
  youngZone,
} from '../../../support/killed-service.ts';

/** More than two transactions start runs for. */
const people = 1_200;

const { within, ask, work } = killedService('a-token-for-the-kill-test-of-triggers');

async function live(client: Asking, key: string, trigger: Record<string, unknown>) {
  await client.invoke('create_flow', {
    ...{ key, run_policy: 'repeat' },
    definition: { trigger, nodes: [{ type: 'delay', duration: { amount: 30, unit: 'days' } }] },
  });
  await client.invoke('activate_flow', { flow_key: key });
}

const inside = async ({ client }: Working, flow: string) =>
  (await client.invoke('list_flows', {})).output.flows.find(({ key }) => key === flow)
    ?.people_inside ?? 0;

it('TRIG2-07 processes that are killed with -9, and two at once, start flows of a date, a schedule and a segment once for each person', async () => {
  await ask(async (client) => {
    await client.invoke('create_field', { key: 'birthday', type: 'date' });
    await live(client, 'birthday', {
      ...{
        type: 'date',
        field: 'birthday',
        days_before: 0,
        local_time: '00:00',
        timezone: youngZone,
      },
      repeat: 'yearly',
    });
    const definition = { not: { type: 'has_tag', tag: 'nobody-has-it' } };
    await client.invoke('create_segment', { key: 'all', name: 'All', definition });
    await live(client, 'planned', {
      ...{ type: 'schedule', rrule: 'FREQ=HOURLY', segment: 'all', timezone: 'UTC' },
    });
    await live(client, 'moved', { type: 'segment', segment: 'all', on: 'enters' });
  });
  await within(async (sql) => {
    await sql`
      insert into people (email, fields, subscribed_on, created_at, updated_at)
      select 'p' || n || '@example.com',
        jsonb_build_object('birthday', to_char(now() at time zone ${youngZone}, '1990-MM-DD')),
        '2026-01-01', now(), now()
      from generate_series(1, ${people}::int) as n`;
    // As if it had been stopped for two hours.
    await sql`update flow_schedules set counted_until_at = counted_until_at - interval '2 hours'`;
  });
  const second = await work();
  await expect
    .poll(() => inside(second, 'birthday'), { timeout: 120_000, interval: 2 })
    .toBeGreaterThan(0);
  await kill(second);
  const isShared = databaseKind() === 'postgres';
  const last = await Promise.all(isShared ? [work(), work()] : [work()]);
  const [third] = last;
  if (third === undefined) throw new Error('No process works.');
  for (const key of ['birthday', 'moved', 'planned']) {
    await expect.poll(() => inside(third, key), { timeout: 120_000, interval: 100 }).toBe(people);
  }
  await Promise.all(last.map(kill));
  const found = await within(
    (sql) => sql<{ key: string; people: number; runs: number }[]>`
      select f.key, count(distinct r.person_id)::int as people, count(*)::int as runs
      from runs r join flows f on f.id = r.flow_id group by f.key order by f.key`,
  );
  expect(found).toEqual(
    ['birthday', 'moved', 'planned'].map((key) => ({ key, people, runs: people })),
  );
}, 600_000);
