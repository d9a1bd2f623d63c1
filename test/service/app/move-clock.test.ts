import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from './calling.ts';

let opened: TestService;
let calls: Calling;

beforeEach(async () => {
  opened = await openTestService({ env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
});

afterEach(() => opened.close());

const minutes = (amount: number) =>
  calls.call('move_clock', { advance: { amount, unit: 'minutes' } });

/** Sends a broadcast to twenty people at a pace; returns when its mail was due and sent, in milliseconds. */
async function sendAt(
  emails_per_hour: number,
  send_at: string | null = null,
): Promise<{ due: number; sent: number }[]> {
  for (let at = 0; at < 20; at += 1) {
    await calls.call('upsert_person', { email: `p${at}@example.com`, tags: ['reader'] });
  }
  const definition = { type: 'has_tag', tag: 'reader' };
  const { segment } = await calls.call('create_segment', { key: 'readers', definition });
  const { email } = await calls.call('create_email', { subject: 'News', body_markdown: 'Hello' });
  const { broadcast } = await calls.call('create_broadcast', {
    ...{ name: 'News', segment_id: segment.id, emails_per_hour },
    ...{ email_source: 'copy', email_id: email.id },
  });
  const broadcast_id = broadcast.id;
  if (send_at === null) await calls.call('send_broadcast_now', { broadcast_id });
  else await calls.call('schedule_broadcast', { broadcast_id, send_at });
  await minutes(2);
  const { queue } = await calls.call('list_queue', { status: 'sent', limit: 200 });
  return queue.map(({ due_at, ended_at }) => ({
    due: Date.parse(due_at),
    sent: Date.parse(ended_at ?? ''),
  }));
}

it('takes the mail of a second together, and none before it is due', async () => {
  const mails = await sendAt(36_000);
  expect(new Set(mails.map(({ due }) => due)).size).toBe(20);
  // Two seconds of mail.
  expect(new Set(mails.map(({ sent }) => sent)).size).toBeLessThanOrEqual(3);
  for (const { due, sent } of mails) {
    expect(sent).toBeGreaterThanOrEqual(due);
    expect(sent - due).toBeLessThanOrEqual(1_000);
  }
});

it('sends mail that is further apart at its very time', async () => {
  const mails = await sendAt(1_800);
  expect(mails).toHaveLength(20);
  expect(mails.filter(({ due, sent }) => due !== sent)).toEqual([]);
});

it('stops for other work between the mail of a second, in order of time', async () => {
  const delay = { type: 'delay', duration: { amount: 1, unit: 'minutes' } };
  const nodes = [delay, { type: 'add_tag', tag: 'woken' }];
  await calls.call('create_flow', {
    key: 'wakes',
    definition: { trigger: { event: 'go' }, nodes },
  });
  await calls.call('activate_flow', { flow_key: 'wakes' });
  await calls.call('record_event', { email: 'p0@example.com', name: 'go' });
  const { now } = await calls.call('get_clock', {});
  // The run wakes in the middle of the two seconds in which the mail is due.
  const mails = await sendAt(36_000, new Date(Date.parse(now) + 59_050).toISOString());
  const [row] = await opened.database.pool<{ woken: Date }[]>`
    select occurred_at as woken from events e join event_types t on t.id = e.type_id
    where t.name = 'tag_added' order by e.id desc limit 1`;
  const woken = row?.woken.getTime() ?? 0;
  expect(mails.some(({ sent }) => sent < woken)).toBe(true);
  for (const { due, sent } of mails) expect(sent < woken).toBe(due < woken);
});
