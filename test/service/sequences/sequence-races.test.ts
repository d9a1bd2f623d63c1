import type { Service } from '@postroad/service/app/service';
import { setTestClock } from '@postroad/store/account/engine-state';
import { isPassing } from '@postroad/store/platform/retry';
import { transaction } from '@postroad/store/platform/transaction';
import { sweepLeases } from '@postroad/store/queue/lease';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Sequencing, sequencing } from './sequencing.ts';

let opened: TestService;
let seq: Sequencing;
let provider: FakeProvider;
let others: Service[];

beforeEach(async () => {
  provider = fakeProvider(8);
  opened = await openTestService({
    env: { LOG_LEVEL: 'silent' },
    provider: () => provider,
    poolSize: 12,
  });
  seq = sequencing(opened);
  others = [];
});

afterEach(async () => {
  for (const service of others) await service.close();
  await opened.close();
});

/** Lets a worker take people on and send until it is over, whatever gets in its way. */
async function work(service: Service, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      await service.tick();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
}

const minutesOn = async (minutes: number) => {
  await transaction(opened.database, { testClock: true }, (tx) =>
    setTestClock(tx, new Date(tx.now.getTime() + minutes * 60_000)),
  );
};

const isServer = () => opened.database.kind === 'server';

async function sendingNow(): Promise<Set<number>> {
  const rows = await opened.database.pool<{ id: number }[]>`
    select send_id as id from in_hand where attempted`;
  return new Set(rows.map(({ id }) => id));
}

async function unfinished(id: number): Promise<number> {
  return (await seq.call('get_sequence', { sequence_id: id })).sequence.people_inside;
}

describe('two workers on one sequence', () => {
  it('take everybody to the end once, while steps change and it is turned off and on', {
    timeout: 240_000,
  }, async () => {
    const count = isServer() ? runs(120, 40) : 30;
    const { id, steps } = await seq.sequence([{}, { hours: 1 }, { hours: 1 }, { hours: 1 }]);
    const people = Array.from({ length: count }, (_, at) => `p${at}@example.com`);
    for (const email of people) await seq.record(email, `start-${id}`);
    if (isServer()) others = [await opened.another(provider), await opened.another(provider)];
    let over = false;
    const working = Promise.all(
      [opened.service, ...others].map((service) => work(service, () => over)),
    );
    let strays = 0;
    try {
      // Whom the flow would start while the sequence is off is not started at all.
      while ((await unfinished(id)) < count);
      for (let round = 0; round < 12; round += 1) {
        await minutesOn(20);
        const step_id = steps[round % 4] ?? 0;
        const direction = round % 3 === 0 ? 'up' : 'down';
        await seq.call('move_sequence_step', { step_id, direction });
        await seq.call('toggle_sequence', { sequence_id: id, enabled: false });
        const inHand = await sendingNow();
        const before = provider.messages.length;
        await seq.call('update_sequence_step', { step_id, delay_amount: round % 2 });
        strays += provider.messages.slice(before).filter((mail) => !inHand.has(mail.sendId)).length;
        await seq.call('toggle_sequence', { sequence_id: id, enabled: true });
      }
      while ((await unfinished(id)) > 0) await minutesOn(30);
    } finally {
      over = true;
      await working;
    }
    expect(strays).toBe(0);
    const rows = await opened.database.pool<{ person_id: number; step_id: number }[]>`
      select person_id, step_id from send_log where status = 'sent'`;
    expect(rows).toHaveLength(count * steps.length);
    expect(new Set(rows.map((row) => `${row.person_id} ${row.step_id}`)).size).toBe(rows.length);
    expect(provider.messages).toHaveLength(rows.length);
    const [told] = await opened.database.pool<{ count: number }[]>`
      select count(*)::int as count from events e join event_types t on t.id = e.type_id
      where t.name = 'sequence_completed'`;
    expect(told?.count).toBe(count);
  });

  it('SEQ-05 hand one email that two sequences send once to a person only once', {
    timeout: 240_000,
  }, async () => {
    const { email } = await seq.call('create_email', {
      subject: 'Shared',
      body_markdown: 'Hello.',
    });
    const once = { repeat_mode: 'once_per_email' } as const;
    const shared = Array.from({ length: 4 }, () => ({ email_id: email.id, hours: 1 }));
    const one = await seq.sequence(shared.slice(0, 1), once);
    const other = await seq.sequence(shared.slice(0, 1), once);
    const people = Array.from(
      { length: isServer() ? runs(100, 40) : 20 },
      (_, at) => `q${at}@example.com`,
    );
    for (const person of people) {
      await seq.record(person, `start-${one.id}`);
      await seq.record(person, `start-${other.id}`);
    }
    await seq.pass();
    if (isServer()) others = [await opened.another(provider), await opened.another(provider)];
    let over = false;
    await minutesOn(60);
    const working = Promise.all(
      [opened.service, ...others].map((service) => work(service, () => over)),
    );
    try {
      while ((await unfinished(one.id)) + (await unfinished(other.id)) > 0) await minutesOn(1);
    } finally {
      over = true;
      await working;
    }
    const receivers = provider.messages.map(({ to }) => to);
    expect(receivers).toHaveLength(people.length);
    expect(new Set(receivers.map(String)).size).toBe(people.length);
  });
});

describe('mail that may or may not have arrived', () => {
  it('stops nobody: the person continues, and a retry later is no step again', async () => {
    const { id, emails } = await seq.sequence([{ hours: 1 }, { hours: 1 }]);
    await seq.start(id, 'ada@example.com');
    provider.answer = { kind: 'uncertain', reason: 'The connection broke after the body.' };
    await seq.pass(60);
    provider.answer = accepted;
    const queued = async () => (await seq.call('list_queue', { person: 'ada@example.com' })).queue;
    const [doubted, next] = await queued();
    expect([doubted?.status, next?.status]).toEqual(['uncertain', 'scheduled']);
    await seq.call('retry_send', { send_id: doubted?.id ?? 0 });
    await seq.pass();
    expect(await seq.received('ada@example.com')).toEqual(emails.slice(0, 1));
    expect(await seq.queued('ada@example.com')).toEqual([`${emails[1]} scheduled`]);
    await seq.pass(60);
    expect(await seq.received('ada@example.com')).toEqual(emails);
    expect(await unfinished(id)).toBe(0);
  });

  it('of a process that was ended in the middle stops nobody either', async () => {
    const { id } = await seq.sequence([{ hours: 1 }, { hours: 1 }]);
    await seq.start(id, 'ada@example.com');
    const { pool } = opened.database;
    const lost = '00000000-0000-4000-8000-000000000001';
    await pool`
      insert into leases (token, process, expires_at) values (${lost}::uuid, 'gone', now())`;
    await pool`insert into in_hand select id, ${lost}::uuid, true from sends`;
    await transaction(opened.database, { testClock: true }, (tx) => sweepLeases(tx, 'uncertain'));
    await seq.pass();
    const { queue } = await seq.call('list_queue', { person: 'ada@example.com' });
    expect(queue.map(({ status }) => status)).toEqual(['uncertain', 'scheduled']);
  });
});
