import { backupBytes } from '@postroad/service/app/backup/make-backup';
import { restoreBackup } from '@postroad/service/app/backup/restore-backup';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import { createPublicToken } from '@postroad/service/content/public-token';
import { connect } from '@postroad/store/platform/connection/connect';
import type { Database } from '@postroad/store/platform/connection/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase } from '../../support/database.ts';
import { fakeProvider } from '../../support/fake-provider.ts';
import { onNotice } from '../../support/notices.ts';
import { openTestService, renderer, type TestService } from '../../support/service.ts';
import { type Calling, calling } from './calling.ts';

/**
 * A service is backed up in the middle of its work, continues for some hours and is lost. What the
 * restored one sends is compared with what the lost one had sent.
 */
const hour = 3_600_000;
const people = Array.from({ length: 6 }, (_, index) => `p${index}@example.com`);
const env = { SECRET_KEY: 'a-key-for-the-tests-of-backups', LOG_LEVEL: 'silent', TEST_CLOCK: '1' };

let lost: TestService;
let restored: { service: Service; database: Database; calls: Calling; close(): Promise<void> };
/** By the lost service until its end, and by the restored one. */
let sentBefore: string[];
let sentAfter: string[];
let uncertain: string[];
let heldBack: number;
let strangerToken: string;
let newestId: number;
const opening: (() => Promise<unknown>)[] = [];

const advance = ({ call }: Calling, amount: number) =>
  call('move_clock', { advance: { amount, unit: 'minutes' } });

const mailsIn = async ({ pool }: Database, table: 'send_log' | 'sends', status: string) => {
  const rows = await pool<{ mail: string }[]>`
    select e.subject || ' ' || p.email as mail from ${pool(table)} s
    join emails e on e.id = s.email_id join people p on p.id = s.person_id
    where s.status = ${status} order by 1`;
  return rows.map(({ mail }) => mail);
};

async function writeAccount({ call }: Calling, startsAt: number): Promise<void> {
  const emailOf = async (subject: string) =>
    (await call('create_email', { subject, body_markdown: 'Hello' })).email.id;
  const wait = (amount: number) => ({ type: 'delay', duration: { amount, unit: 'hours' } });
  const send = async (subject: string) => ({
    type: 'send_email',
    email_id: await emailOf(subject),
  });
  const nodes = [
    ...[await send('E1'), wait(2), await send('E2'), wait(4), await send('E3'), wait(30)],
    await send('E4'),
  ];
  await call('create_flow', {
    key: 'welcome',
    definition: { trigger: { event: 'joined' }, nodes },
  });
  const { sequence } = await call('create_sequence', { name: 'Lessons' });
  for (const [subject, amount] of [
    ['S1', 1],
    ['S2', 3],
    ['S3', 40],
  ] as const) {
    const { step } = await call('add_sequence_step', {
      ...{ sequence_id: sequence.id, email_source: 'shared', email_id: await emailOf(subject) },
      ...{ delay_amount: amount, delay_unit: 'hours' },
    });
    await call('update_sequence_step', { step_id: step.id, status: 'active' });
  }
  const start = { type: 'start_sequence', sequence_id: sequence.id };
  const definition = { trigger: { event: 'joined' }, nodes: [start] };
  await call('create_flow', { key: 'lessons', definition });
  await call('activate_flow', { flow_key: 'welcome' });
  await call('activate_flow', { flow_key: 'lessons' });
  await call('toggle_sequence', { sequence_id: sequence.id, enabled: true });
  const { segment } = await call('create_segment', {
    key: 'all',
    name: 'All',
    definition: { type: 'email', op: 'contains', value: '@' },
  });
  for (const email of people) await call('record_event', { email, name: 'joined' });
  const broadcasts = [
    ['B1', 2, 1],
    ['B2', 60, 5 * 60],
  ] as const;
  for (const [subject, pace, minutes] of broadcasts) {
    const { broadcast } = await call('create_broadcast', {
      ...{ name: subject, segment_id: segment.id, email_source: 'scratch', emails_per_hour: pace },
    });
    const content = { subject, body_markdown: 'Hello' };
    await call('update_email', { email_id: broadcast.email_id, ...content });
    const sendAt = new Date(startsAt + minutes * 60_000).toISOString();
    await call('schedule_broadcast', { broadcast_id: broadcast.id, send_at: sendAt });
  }
}

async function copyOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function restoredFrom(backup: Buffer, stoppedAt: Date) {
  const target = await createEmptyDatabase();
  opening.push(() => target.drop());
  const config = readConfig({ ...env, STARTER: '0', ...target.env });
  const bytes = (async function* () {
    yield backup;
  })();
  const report = await restoreBackup(config, bytes, { path: null, erasures: [], stoppedAt });
  const database = await connect({
    databaseUrl: config.databaseUrl ?? undefined,
    ...{ dataDir: config.dataDir, poolSize: 4, onNotice },
  });
  // The outage lasts some minutes, in which no clock is stopped.
  await database.pool`
    update engine_state set test_clock_at = ${new Date(stoppedAt.getTime() + 5 * 60_000)}`;
  const service = await openService(config, { database, renderer, provider: fakeProvider() });
  const calls = calling({ service, actor: lost.actor });
  const close = async () => {
    await service.close();
    await database.close();
  };
  opening.push(close);
  return { report, service, database, calls, close };
}

beforeAll(async () => {
  lost = await openTestService({ env, provider: () => fakeProvider() });
  const calls = calling(lost);
  const { now } = await calls.call('get_clock', {});
  const startsAt = Date.parse(now);
  await writeAccount(calls, startsAt);
  await advance(calls, 90);
  const backup = await copyOf(backupBytes({ database: lost.database, config: lost.config }));
  await advance(calls, 10 * 60);
  await calls.call('record_event', { email: 'stranger@example.com', name: 'joined' });
  await advance(calls, 20 * 60 - 90 - 600);
  sentBefore = await mailsIn(lost.database, 'send_log', 'sent');
  const { person } = await calls.call('get_person', { person: 'stranger@example.com' });
  strangerToken = createPublicToken(Buffer.from(env.SECRET_KEY), {
    ...{ personId: person.id, emailId: 1, sendId: 1 },
  });
  const stoppedAt = new Date(startsAt + 20 * hour);
  const begun = await restoredFrom(backup, stoppedAt);
  restored = begun;
  const { call } = restored.calls;
  await advance(restored.calls, 1);
  heldBack = (await mailsIn(restored.database, 'send_log', 'sent')).length;
  await call('release_sending', {});
  await advance(restored.calls, 60 * 60);
  sentAfter = (await mailsIn(restored.database, 'send_log', 'sent')).slice(0);
  uncertain = await mailsIn(restored.database, 'sends', 'uncertain');
  newestId = (await call('upsert_person', { email: 'new@example.com' })).person.id;
});

afterAll(async () => {
  for (const close of opening.reverse()) await close();
  await lost.close();
});

const mails = (...subjects: string[]) =>
  subjects.flatMap((subject) => people.map((email) => `${subject} ${email}`)).sort();

it('BACK-03 the lost service sent what it is about here', () => {
  const ofStranger = sentBefore.filter((mail) => mail.includes('stranger'));
  expect(ofStranger).toEqual([
    'E1 stranger@example.com',
    'E2 stranger@example.com',
    'E3 stranger@example.com',
    'S1 stranger@example.com',
    'S2 stranger@example.com',
  ]);
  expect(sentBefore.filter((mail) => !ofStranger.includes(mail))).toEqual(
    mails('B1', 'B2', 'E1', 'E2', 'E3', 'S1', 'S2'),
  );
});

it('BACK-04 sends nothing before it is released', () => {
  expect(heldBack).toBe(sentAfter.filter((mail) => sentBefore.includes(mail)).length);
});

it('BACK-03 sends nothing again, and all that the lost service had not reached', () => {
  const since = sentAfter.filter((mail) => !sentBefore.includes(mail));
  expect(since).toEqual(mails('E4', 'S3'));
  const twice = uncertain.filter((mail) => sentAfter.includes(mail));
  expect(twice).toEqual([]);
});

it('BACK-03 shows as uncertain what was sent after the backup, and nothing else', () => {
  const inBackup = sentAfter.filter((mail) => sentBefore.includes(mail));
  const between = sentBefore.filter(
    (mail) => !inBackup.includes(mail) && !mail.includes('stranger'),
  );
  expect(uncertain).toEqual(between);
});

it('BACK-03 sends uncertain mail once an operator retries it', async () => {
  const { call } = restored.calls;
  const { retried } = await call('retry_failed_sends', { include_uncertain: true });
  expect(retried).toBe(uncertain.length);
  await advance(restored.calls, 60);
  expect(await mailsIn(restored.database, 'sends', 'uncertain')).toEqual([]);
});

it('BACK-03 gives no id again that mail of the lost service carries', async () => {
  expect(newestId).toBeGreaterThan(1_000_000_000);
  expect(await restored.service.readSubscription(strangerToken)).toBeNull();
  expect(await lost.service.readSubscription(strangerToken)).not.toBeNull();
});
