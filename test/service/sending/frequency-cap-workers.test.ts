import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let provider: FakeProvider;
const people = 40;
const mailsEach = 6;
const most = 2;

beforeAll(async () => {
  // It takes few mails at a time, so that the workers claim mail of the same people in turns.
  provider = fakeProvider(3);
  provider.answer = async () => {
    await pause(5);
    return accepted;
  };
  opened = await openTestService({
    env: { TEST_CLOCK: '' },
    poolSize: 12,
    provider: () => provider,
  });
  calls = calling(opened);
});

afterAll(() => opened.close());

it('CAP-04 workers of one database never exceed a cap', async () => {
  const rule = { max: most, per: { amount: 1, unit: 'days' }, then: 'hold' };
  await calls.call('update_settings', { settings: { 'sending.frequency_caps': [rule] } });
  const flows: string[] = [];
  for (let flow = 0; flow < mailsEach; flow += 1) {
    const written = { subject: `Mail ${flow}`, body_markdown: 'Hello' };
    const { email } = await calls.call('create_email', written);
    const key = `flow-${flow}`;
    const nodes = [{ type: 'send_email', email_id: email.id }];
    const definition = { trigger: { event: 'go' }, nodes };
    await calls.call('create_flow', { key, definition });
    await calls.call('activate_flow', { flow_key: key });
    flows.push(key);
  }
  // The embedded database has one worker.
  const others = databaseKind() === 'postgres' ? 2 : 0;
  const workers = [opened.service];
  while (workers.length <= others) workers.push(await opened.another(provider));
  for (let at = 0; at < people; at += 1) {
    await calls.call('record_event', { email: `reader${at}@example.com`, name: 'go' });
  }
  let over = false;
  const working = workers.map(async (worker) => {
    while (!over) if (!(await worker.tick())) await pause(5);
  });
  const all = people * mailsEach;
  const counts = async () => (await calls.call('list_queue', { status: 'holding' })).counts;
  const decided = async () => provider.messages.length + Number((await counts()).holding ?? 0);
  await expect.poll(decided, { timeout: 60_000, interval: 100 }).toBe(all);
  over = true;
  await Promise.all(working);
  for (const worker of workers.slice(1)) await worker.close();
  const got = new Map<string, number>();
  for (const message of provider.messages) {
    const to = 'to' in message ? message.to : '';
    got.set(to, (got.get(to) ?? 0) + 1);
  }
  expect([...got.values()].filter((count) => count > most)).toEqual([]);
  expect(provider.messages).toHaveLength(people * most);
}, 90_000);
