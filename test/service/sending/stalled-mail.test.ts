import { createSmtp } from '@postroad/mail/smtp/smtp';
import { expect, it } from 'vitest';
import { type Peer, startScriptedServer } from '../../mail/scripted-server.ts';
import { accepted, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

const people = Array.from({ length: 40 }, (_, index) => `p${index}@example.com`);
const phases = ['MAIL', 'RCPT', 'DATA', 'the final dot'] as const;

async function mailFlow({ call }: Calling): Promise<void> {
  const { email } = await call('create_email', { subject: 'Hi', body_markdown: 'Hello' });
  const nodes = [{ type: 'send_email', email_id: email.id }];
  await call('create_flow', { key: 'mail', definition: { trigger: { event: 'go' }, nodes } });
  await call('activate_flow', { flow_key: 'mail' });
}

/** Answers as a mail server does; `stall` says at which words it falls silent. */
async function converse(peer: Peer, stall: (words: string) => Promise<void>): Promise<void> {
  peer.send('220 ready\r\n');
  for (;;) {
    const line = await peer.line();
    await stall(line);
    if (line === 'DATA') {
      peer.send('354 send the message\r\n');
      await peer.until('\r\n.\r\n');
      await stall('the final dot');
    }
    peer.send('250 fine\r\n');
  }
}

it.each(phases)(
  'HANDOFF-01, HANDOFF-02 a mail that the server leaves without an answer at %s holds up no other',
  async (phase) => {
    let stalled = 0;
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await startScriptedServer((peer) =>
      converse(peer, async (words) => {
        if (stalled > 0 || !words.startsWith(phase)) return;
        stalled += 1;
        await released;
        peer.destroy();
      }).catch(() => undefined),
    );
    const url = `smtp://127.0.0.1:${server.port}?tls=never`;
    const provider = createSmtp({ url, connections: 4, hostname: 'mail.example.com' });
    const opened = await openTestService({
      provider: () => provider,
      env: { LOG_LEVEL: 'silent' },
    });
    try {
      const calls = calling(opened);
      await mailFlow(calls);
      await calls.call('record_events', {
        events: people.map((email) => ({ email, name: 'go' })),
      });
      const moving = calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
      const sent = async () =>
        (await calls.call('list_queue', { status: 'sent', limit: 100 })).queue.length;
      await expect.poll(sent).toBe(people.length - 1);
      expect((await calls.call('list_queue', {})).counts.sending).toBe(1);
      release();
      await moving;
    } finally {
      release();
      await opened.close();
      await server.close();
    }
  },
);

it('SENDCTL-07, SENDCTL-10 mail of a flow goes before broadcast mail, after what is in hand', async () => {
  const provider = fakeProvider(2);
  const opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  try {
    const calls = calling(opened);
    await mailFlow(calls);
    for (const email of people) await calls.call('upsert_person', { email, tags: ['reader'] });
    const { email } = await calls.call('create_email', { subject: 'News', body_markdown: 'News' });
    const readers = { type: 'has_tag', tag: 'reader' };
    const { segment } = await calls.call('create_segment', {
      name: 'Readers',
      definition: readers,
    });
    const { broadcast } = await calls.call('create_broadcast', {
      name: 'News',
      segment_id: segment.id,
      email_source: 'copy',
      email_id: email.id,
      emails_per_hour: 3_600_000,
    });
    let recorded: Promise<unknown> | null = null;
    provider.answer = async () => {
      // Once the broadcast goes out, somebody signs up.
      recorded ??= calls.call('record_events', {
        events: [{ email: 'new@example.com', name: 'go' }],
      });
      await recorded;
      await opened.service.round('runs');
      return accepted;
    };
    await calls.call('send_broadcast_now', { broadcast_id: broadcast.id });
    await calls.call('move_clock', { advance: { amount: 10, unit: 'minutes' } });
    const order = provider.messages.map(({ to }) => to);
    expect(order).toHaveLength(people.length + 1);
    expect(order.indexOf('new@example.com')).toBeLessThanOrEqual(2 + 2 * 4);
  } finally {
    await opened.close();
  }
});
