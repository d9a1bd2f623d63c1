import { limits } from '@postroad/core/platform/limits';
import type { Provider } from '@postroad/mail/providers/provider';
import { withRateLimit } from '@postroad/mail/providers/rate-limited-provider';
import { expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService } from '../../support/service.ts';
import { calling } from '../app/calling.ts';

/** How many broadcast mails go out before the mail of somebody who signs up during the broadcast. */
async function mailsBefore(
  fake: FakeProvider,
  { provider, backlog }: { provider: Provider; backlog: number },
): Promise<number> {
  const opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  try {
    const { call } = calling(opened);
    const { email } = await call('create_email', { subject: 'Hi', body_markdown: 'Hello' });
    const nodes = [{ type: 'send_email', email_id: email.id }];
    await call('create_flow', { key: 'mail', definition: { trigger: { event: 'go' }, nodes } });
    await call('activate_flow', { flow_key: 'mail' });
    const { pool } = opened.database;
    await pool`
      with made as (
        insert into people (email, subscribed_on, created_at, updated_at)
        select 'p' || n || '@example.com', '2026-01-01', now(), now()
        from generate_series(1, ${backlog}::int) n returning id
      ), news as (
        insert into broadcasts (name, status, email_source, email_id, created_at, updated_at)
        values ('News', 'sending', 'copy', ${email.id}, now(), now()) returning id
      )
      insert into sends (person_id, email_id, source_kind, source_id, due_at, created_at)
      select made.id, ${email.id}::bigint, 'broadcast', news.id, '2020-01-01', now() from made, news`;
    let queuedAfter = 0;
    let recorded: Promise<unknown> | null = null;
    const signUp = async () => {
      await call('record_events', { events: [{ email: 'new@example.com', name: 'go' }] });
      await opened.service.round('runs');
      queuedAfter = fake.messages.length;
    };
    fake.answer = async () => {
      if (fake.messages.length >= 3) recorded ??= signUp();
      await recorded;
      return accepted;
    };
    await call('move_clock', { advance: { amount: 0, unit: 'minutes' } });
    const order = fake.messages.map(({ to }) => to);
    expect(order).toHaveLength(backlog + 1);
    return order.indexOf('new@example.com') - queuedAfter;
  } finally {
    await opened.close();
  }
}

it('SENDCTL-08 behind a large broadcast the mail of a flow waits for no more than what is in hand', async () => {
  const provider = fakeProvider(10);
  const width = limits.sendsCommittedEach * provider.concurrency;
  expect(await mailsBefore(provider, { provider, backlog: 120 })).toBeLessThanOrEqual(width);
});

it('SENDCTL-09 at 14 mails a second the mail of a flow goes within three', async () => {
  const fake = fakeProvider(10);
  const provider = withRateLimit(fake, 14);
  expect(await mailsBefore(fake, { provider, backlog: 10 })).toBeLessThanOrEqual(3);
});
