import { expect, it } from 'vitest';
import {
  type Asking,
  kill,
  killedService,
  type Working,
  youngZone,
} from '../../support/killed-service.ts';

const token = 'a-token-for-the-renewal-kill-test';
/** More than one transaction starts runs for. */
const renewals = 1_500;

const { within, ask, work } = killedService(token);

/** A live flow that reminds today of what renews in three days, and keeps everybody in a delay. */
async function remind(client: Asking): Promise<void> {
  await client.invoke('create_product', { key: 'pro', name: 'Pro' });
  const { email } = (
    await client.invoke('create_email', { subject: 'It renews', body_markdown: 'Hello.' })
  ).output;
  await client.invoke('create_flow', {
    ...{ key: 'reminder', run_policy: 'repeat' },
    definition: {
      trigger: {
        ...{ type: 'subscription_renewal_approaching', product: 'pro', interval: 'monthly' },
        ...{ days_before: 3, local_time: '00:00', timezone: youngZone },
      },
      nodes: [
        { type: 'delay', duration: { amount: 30, unit: 'days' } },
        { type: 'send_email', email_id: email.id },
      ],
    },
  });
  await client.invoke('activate_flow', { flow_key: 'reminder' });
}

const inside = async ({ client }: Working) =>
  (await client.invoke('list_flows', {})).output.flows.find(({ key }) => key === 'reminder')
    ?.people_inside ?? 0;

it('RENEW-12 a process killed with -9 while it looks for renewals leaves the rest to the next, each once', async () => {
  await ask(remind);
  await within(async (sql) => {
    await sql`
      insert into people (email, subscribed_on, created_at, updated_at)
      select 'p' || n || '@example.com', '2026-01-01', now(), now()
      from generate_series(1, ${renewals}::int) as n`;
    await sql`
      insert into subscriptions (person_id, external_id, product_id, interval, status,
        renewal_amount_cents, next_renewal_at, created_at, updated_at)
      select p.id, 's' || p.id, (select id from products where key = 'pro'), 'monthly', 'active',
        1900,
        date_trunc('day', now() at time zone ${youngZone}) at time zone ${youngZone}
          + interval '84 hours',
        now(), now()
      from people p where p.email like 'p%@example.com'`;
  });
  const second = await work();
  await expect.poll(() => inside(second), { timeout: 120_000, interval: 2 }).toBeGreaterThan(0);
  await kill(second);
  const third = await work();
  await expect.poll(() => inside(third), { timeout: 120_000, interval: 100 }).toBe(renewals);
  await kill(third);
  const [found] = await within(
    (sql) => sql<{ occurrences: number; subscriptions: number; runs: number }[]>`
      select count(*)::int as occurrences, count(distinct o.subscription_id)::int as subscriptions,
        (select count(*)::int from runs) as runs
      from renewal_occurrences o join runs r on r.id = o.run_id`,
  );
  expect(found).toEqual({ occurrences: renewals, subscriptions: renewals, runs: renewals });
}, 600_000);
