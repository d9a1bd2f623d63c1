import { limits } from '@postroad/core/platform/limits';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Calling, calling } from '../service/app/calling.ts';
import { type FakeProvider, fakeProvider } from '../support/fake-provider.ts';
import { openTestService, type TestService } from '../support/service.ts';

let provider: FakeProvider;
let opened: TestService;
let calls: Calling;

beforeEach(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
});

/** A live flow that mails the body to everybody who has the event `go`. */
async function mailFlow(body_markdown: string): Promise<void> {
  const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown });
  const nodes = [{ type: 'send_email', email_id: email.id }];
  await calls.call('create_flow', { key: 'mail', definition: { trigger: { event: 'go' }, nodes } });
  await calls.call('activate_flow', { flow_key: 'mail' });
}

async function mailAbout(details: Record<string, unknown>): Promise<void> {
  const event = { email: 'ada@example.com', name: 'go', details };
  await calls.call('record_events', { events: [event] });
  await calls.call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
}

const spaces = ' '.repeat(60_000);

it.each([
  // No address of the web, so it stays as the event has it.
  ['between', `!${spaces}!`, /^! {60000}!$/],
  [
    'around',
    `${spaces}https://example.com/a${spaces.slice(0, 5_000)}`,
    /\?to=https%3A%2F%2Fexample\.com%2Fa$/,
  ],
])('SEC-03 sends a mail with a tracked link of 60,000 spaces %s', async (_, url, wanted) => {
  await mailFlow('[go]({{ event.details.url }})');
  await mailAbout({ url });
  const { queue } = await calls.call('list_queue', { status: 'sent' });
  expect(queue).toHaveLength(1);
  const { html = '' } = await new PostalMime().parse(provider.messages[0]?.data ?? '');
  const [, href = ''] = /<a href="([^"]*)"/.exec(html) ?? [];
  expect(wanted.test(href), href.trim().slice(0, 200)).toBe(true);
});

it.each(['constructor', '__proto__', 'toString', 'html'])(
  'SEC-24 mails somebody called %s an email that looks up their name',
  async (first_name) => {
    await mailFlow(
      '{% capture a %}x{% endcapture %}Hi{{ a[person.first_name] }}{{ a.constructor }}!',
    );
    await calls.call('upsert_person', { email: 'ada@example.com', first_name });
    await mailAbout({});
    const { text = '' } = await new PostalMime().parse(provider.messages[0]?.data ?? '');
    expect(text.trim()).toMatch(/^Hi!/);
  },
);

it('SEC-16 leaves turns to other work while it validates a long definition, step by step', async () => {
  await calls.call('create_flow', { key: 'long' });
  const steps = 1_000;
  const nodes = Array.from({ length: steps }, () => ({
    type: 'if_else',
    condition: { type: 'has_tag', tag: 'vip' },
    then: [],
    else: [],
  }));
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  // On a machine so slow that every step takes a slice.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += limits.treeSliceMs;
    return now;
  });
  const definition = { trigger: { event: 'go' }, nodes };
  const { valid } = await calls.call('validate_flow', { flow_key: 'long', definition });
  isOver = true;
  expect(valid).toBe(true);
  // One for each step in both parts of bringing it into form, and in each of the five checks.
  expect(turns).toBeGreaterThanOrEqual(7 * steps);
});
