import { afterAll, beforeAll, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let provider: FakeProvider;
let over = false;
let working: Promise<void>;
const handed = new Set<number>();

beforeAll(async () => {
  provider = fakeProvider(2);
  provider.answer = ({ sendId }) => {
    handed.add(sendId);
    return accepted;
  };
  opened = await openTestService({
    env: { TEST_CLOCK: '' },
    poolSize: 8,
    provider: () => provider,
  });
  calls = calling(opened);
  const work = async () => {
    while (!over) {
      if (!(await opened.service.tick())) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  working = work();
});

afterAll(async () => {
  over = true;
  await working;
  await opened.close();
});

it('MSG-16 is canceled or handed over, never both', async () => {
  const words = { subject: 'Race', body_markdown: 'Race' };
  let canceled = 0;
  for (let race = 0; race < 30; race += 1) {
    const { message } = await calls.call('send_message', { to: 'racer@example.com', ...words });
    for (let turn = 0; turn < race % 10; turn += 1) await opened.database.pool`select 1`;
    const stopped = await calls
      .call('cancel_message', { message_id: message.id })
      .then(() => true)
      .catch(() => false);
    if (stopped) canceled += 1;
    const status = async () =>
      (await calls.call('get_message', { message_id: message.id })).message.status;
    await expect.poll(status, { interval: 2 }).toMatch(/^(?:sent|canceled)$/);
    expect([stopped, handed.has(message.id)]).toEqual(
      (await status()) === 'canceled' ? [true, false] : [false, true],
    );
  }
  expect(canceled).toBeGreaterThan(0);
});
