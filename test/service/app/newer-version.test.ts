import { Readable } from 'node:stream';
import { startWorker, type Worker, watchVersion } from '@postroad/service/app/worker-loop';
import { createLog } from '@postroad/service/platform/log';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from './calling.ts';

// @database postgres: nobody else migrates an embedded database.

const patience = { timeout: 60_000, interval: 20 };
const names = ['ada', 'bob', 'cyd', 'dee'];

let opened: TestService;
let calls: Calling;
let provider: FakeProvider;
let worker: Worker;
let release: () => void;
let lines: string[];

beforeEach(async () => {
  lines = [];
  provider = fakeProvider(1);
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  provider.answer = () => released.then(() => accepted);
  opened = await openTestService({
    env: { STARTER: '1', TEST_CLOCK: '0', MAIL_FROM: 'hello@example.com' },
    provider: () => provider,
    log: createLog('warn', (line) => lines.push(JSON.parse(line).message) > 0),
  });
  calls = calling(opened);
  worker = startWorker(opened.service);
});

afterEach(async () => {
  release();
  await worker.stop();
  await opened.close();
});

const signUp = (name: string) =>
  calls.call('record_event', { email: `${name}@example.com`, name: 'signed_up' });

const said = (words: string) => lines.filter((line) => line.includes(words)).length;

it('SCHEMA-09 a process claims no more work once a newer version has migrated its database', async () => {
  const { pool } = opened.database;
  for (const name of names) await signUp(name);
  await vi.waitUntil(() => provider.messages.length === 1, patience);
  await pool`insert into migrations (number, name) values (9999, '9999-newer.sql')`;
  await vi.waitUntil(() => said('does no more due work') === 1, patience);
  release();
  const inHand = async () => (await pool`select from in_hand`).length;
  await expect.poll(inHand, patience).toBe(0);
  for (const lane of opened.service.lanes) expect(await opened.service.round(lane)).toBe(false);
  expect(provider.messages).toHaveLength(1);
  // What was in hand is settled, and what requests are counted by is written.
  expect((await pool`select from send_log where status = 'sent'`).length).toBe(1);
  const counted = async () => (await pool`select count from event_types`).map(({ count }) => count);
  await expect.poll(counted, patience).toEqual([names.length]);
  await pool`delete from migrations where number = 9999`;
  await vi.waitUntil(() => provider.messages.length === names.length, patience);
  expect(said('does no more due work')).toBe(1);
  expect(said('due work and writes continue')).toBe(1);
});

it.each([
  ['that does due work', startWorker],
  ['that leaves it to others', watchVersion],
])(
  'SCHEMA-09 a process %s takes no more writes once a newer version has migrated its database',
  async (_which, work) => {
    await worker.stop();
    worker = work(opened.service);
    const { service, database } = opened;
    const { secret } = await calls.call('create_token', { name: 'mailer', scope: 'send' });
    const mailer = await service.authenticate(secret);
    if (mailer === null) throw new Error('The token is not known.');
    const content = Readable.from([Buffer.from('Subject: Hello\r\n\r\nHello\r\n')]);
    const submit = () =>
      service.submission.accept({ actor: mailer, recipients: ['ada@example.com'], content });
    await database.pool`insert into migrations (number, name) values (9999, '9999-newer.sql')`;
    await vi.waitUntil(() => said('takes no more writes') === 1, patience);
    const refused = { code: 'unavailable', detail: expect.stringContaining('nothing was stored') };
    await expect(signUp('eve')).rejects.toMatchObject(refused);
    await expect(submit()).rejects.toMatchObject(refused);
    const { people } = await calls.call('list_people', {});
    expect(people.map(({ email }) => email)).not.toContain('eve@example.com');
    await database.pool`delete from migrations where number = 9999`;
    await vi.waitUntil(() => said('due work and writes continue') === 1, patience);
    await signUp('eve');
  },
);
