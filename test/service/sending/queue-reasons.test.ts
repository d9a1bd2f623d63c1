import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let emailId = 0;
let now: Date;

beforeAll(async () => {
  opened = await openTestService({ env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
  emailId = (await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hello' })).email.id;
  await calls.call('upsert_people', {
    people: ['ada@gmail.example', 'bob@GMAIL.example', 'eve@mail.example'].map((email) => ({
      email,
    })),
  });
  now = new Date((await calls.call('get_clock', {})).now);
});

afterAll(() => opened.close());

const hoursAway = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

async function queue(
  count: number,
  status: string,
  dueIn: number,
  hold: string | null,
  error: string | null = null,
) {
  await opened.database.pool`
    insert into sends (person_id, email_id, source_kind, status, due_at, hold_reason, last_error, created_at)
    select 1, ${emailId}, 'test', ${status}, ${hoursAway(dueIn)}, ${hold}, ${error}, ${now}
    from generate_series(1, ${count})`;
}

async function ended(email: string, reason: string | null, hoursAgo: number): Promise<number> {
  const [row] = await opened.database.pool<[{ id: number }]>`
    insert into send_log (id, person_id, email_id, source_kind, status, attempts, provider, reason, due_at, ended_at)
    select nextval(pg_get_serial_sequence('sends', 'id')), p.id, ${emailId}, 'broadcast',
      ${reason === null ? 'sent' : 'failed'}, 1, 'smtp', ${reason}, ${hoursAway(-hoursAgo)}, ${hoursAway(-hoursAgo)}
    from people p where p.email = ${email} returning id`;
  return Number(row.id);
}

it('adds mail on hold up by reason, with when its window opens', async () => {
  await queue(3, 'holding', -1, 'Flow is paused');
  await queue(1, 'scheduled', 5, 'Outside its send window');
  await queue(1, 'scheduled', 2, 'Outside its send window');
  await queue(2, 'scheduled', 2, null);
  expect(await calls.call('get_queue_reasons', { status: 'holding' })).toEqual({
    by_reason: [
      { reason: 'Flow is paused', example: null, count: 3, opens_at: null },
      {
        reason: 'Outside its send window',
        example: null,
        count: 2,
        opens_at: hoursAway(2).toISOString(),
      },
    ],
  });
});

it('adds failures up by what the answers share, of the last hours, and those can be retried', async () => {
  await ended('ada@gmail.example', '550 5.1.1 <ada@gmail.example>: unknown', 1);
  await ended('eve@mail.example', '550 5.1.1 <eve@mail.example>: unknown', 2);
  await ended('eve@mail.example', 'Mailbox full', 30);
  const all = await calls.call('get_queue_reasons', { status: 'failed' });
  expect(all.by_reason.map(({ reason, count }) => [reason, count])).toEqual([
    ['550 5.1.1', 2],
    ['Mailbox full', 1],
  ]);
  expect(all.by_reason[0]?.example).toMatch(/^550 5\.1\.1 <\w+@/);
  const { by_reason: reasons } = await calls.call('get_queue_reasons', {
    status: 'failed',
    hours: 24,
  });
  expect(reasons).toMatchObject([{ reason: '550 5.1.1', count: 2 }]);
  const retried = await calls.dryRun('retry_failed_sends', { reason: '550 5.1.1' });
  expect(retried.retried + retried.left_out.gone).toBe(2);
});

it('looks at a bounded number of mails, and says so', async () => {
  await queue(limits.queueReasonsCounted + 1, 'uncertain', -1, null, 'the connection broke');
  expect(await calls.call('get_queue_reasons', { status: 'uncertain' })).toMatchObject({
    by_reason: [{ reason: 'the connection broke', count: limits.queueReasonsCounted + 1 }],
    more: true,
  });
});

it('adds bounces and complaints up by the domain of the address, with the last answer', async () => {
  const [one, two, three, old] = [
    await ended('ada@gmail.example', null, 3),
    await ended('bob@gmail.example', null, 3),
    await ended('eve@mail.example', null, 3),
    await ended('eve@mail.example', null, 24 * 40),
  ];
  const feedback = async (send: number, kind: string, hoursAgo: number, answer: string | null) =>
    opened.database.pool`
      insert into send_feedback (send_id, kind, provider, occurred_at, details)
      values (${send}, ${kind}, 'smtp', ${hoursAway(-hoursAgo)}, jsonb_strip_nulls(jsonb_build_object('answer', ${answer}::text)))`;
  await feedback(one, 'hard_bounced', 2, '550 no such user');
  await feedback(two, 'soft_bounced', 1, '452 mailbox full');
  await feedback(two, 'delivered', 1, null);
  await feedback(three, 'complained', 2, null);
  await feedback(old, 'hard_bounced', 24 * 40, '550 gone');
  const recent = await calls.call('list_bounces', {});
  expect(recent).toEqual({
    domains: [
      {
        ...{ domain: 'gmail.example', hard_bounced: 1, soft_bounced: 1, complained: 0 },
        ...{ last_at: hoursAway(-1).toISOString(), last_answer: '452 mailbox full' },
      },
      {
        ...{ domain: 'mail.example', hard_bounced: 0, soft_bounced: 0, complained: 1 },
        ...{ last_at: hoursAway(-2).toISOString(), last_answer: null },
      },
    ],
  });
  const longer = await calls.call('list_bounces', { days: 60 });
  expect(longer.domains.find(({ domain }) => domain === 'mail.example')).toMatchObject({
    hard_bounced: 1,
  });
});
