import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';
import { type Delivering, delivering } from '../sending/delivering.ts';

let opened: TestService;
let calls: Calling;
let mail: Delivering;
let segmentId: number;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  mail = delivering(opened);
  for (const name of ['ada', 'bob', 'cyd', 'dan', 'eve']) {
    const tags = name === 'eve' ? [] : ['reader'];
    await calls.call('upsert_person', { email: `${name}@example.com`, tags });
  }
  await calls.call('update_person', { person: 'dan@example.com', unsubscribed: true });
  const definition = { type: 'has_tag', tag: 'reader' };
  segmentId = (await calls.call('create_segment', { key: 'readers', definition })).segment.id;
});

afterAll(() => opened.close());

/** Long enough for a pace of a thousand a second. */
const instant = { advance: { amount: 1, unit: 'seconds' as const } };
const settle = () => calls.call('move_clock', instant);

async function draft(more: { emails_per_hour?: number; labels?: string[] } = {}) {
  const { labels = [], ...content } = more;
  const source = { subject: 'News', body_markdown: 'Hello', labels };
  const { email } = await calls.call('create_email', source);
  const choice = { email_source: 'copy' as const, email_id: email.id };
  const made = await calls.call('create_broadcast', {
    ...{ name: 'March news', segment_id: segmentId, emails_per_hour: 3_600_000 },
    ...choice,
    ...content,
  });
  return { ...made.broadcast, library: email.id };
}

const read = async (broadcast_id: number) =>
  (await calls.call('get_broadcast', { broadcast_id })).broadcast;

async function why(name: string, email_id: number): Promise<[boolean, string[]]> {
  const person = `${name}@example.com`;
  const { would_send, reasons } = await calls.call('explain_delivery', { person, email_id });
  return [would_send, reasons.map(({ code }) => code)];
}

async function inAnHour(): Promise<string> {
  const { now } = await calls.call('get_clock', {});
  return new Date(Date.parse(now) + 3_600_000).toISOString();
}

describe('BCAST-06 a new broadcast', () => {
  it('BCAST-01, BCAST-02 is a draft with an email of its own, and carries what it was given', async () => {
    const made = await draft({ emails_per_hour: 100 });
    expect(made).toMatchObject({
      ...{ name: 'March news', status: 'draft', segment_id: segmentId, email_source: 'copy' },
      ...{ emails_per_hour: 100, send_at: null, recipients: null, started_at: null },
      segment: { key: 'readers' },
      email: { subject: 'News' },
      stats: { sent: 0, opened: 0 },
    });
    expect(made.email_id).not.toBe(made.library);
  });

  it('SOURCE-02, SOURCE-03, SOURCE-09 names its choices where no source or a wrong one is given', async () => {
    const body = { name: 'x', segment_id: segmentId };
    for (const email_source of [undefined, 'borrowed', 7]) {
      const refusal = await calls.refused('create_broadcast', { ...body, email_source });
      expect(pathsOf(refusal)).toEqual(['email_source']);
      for (const choice of ['scratch', 'shared', 'copy']) expect(refusal.detail).toContain(choice);
    }
    const { broadcast } = await calls.call('create_broadcast', {
      ...body,
      email_source: 'scratch',
    });
    for (const [name, input] of [
      ['create_broadcast', body],
      ['replace_broadcast_email', { broadcast_id: broadcast.id }],
    ] as const) {
      const refusal = await calls.refused(name, { ...input, email_source: 'shared', email_id: 1 });
      expect(refusal.code).toBe('validation_failed');
      expect(refusal.detail).toContain('scratch or copy');
    }
  });

  it('SOURCE-04, SOURCE-07, SOURCE-08 takes a blank email, or a copy under the same subject that nobody has received', async () => {
    const made = await draft();
    const { email } = await calls.call('get_email', { email_id: made.email_id });
    expect(email).toMatchObject({ subject: 'News', body_markdown: 'Hello' });
    await calls.call('update_email', { email_id: made.library, subject: 'Changed' });
    expect((await read(made.id)).email.subject).toBe('News');
    const scratch = { name: 'Blank', email_source: 'scratch' as const };
    const { broadcast } = await calls.call('create_broadcast', scratch);
    const blank = await calls.call('get_email', { email_id: broadcast.email_id });
    expect(blank.email).toMatchObject({ title_raw: null, subject: '', body_markdown: '' });
    expect(broadcast).toMatchObject({ segment_id: null, segment: null });
    const nothing = { ...scratch, email_source: 'copy' };
    expect(pathsOf(await calls.refused('create_broadcast', nothing))).toEqual(['email_id']);
    const unknown = { ...nothing, email_id: 999_999 };
    expect(pathsOf(await calls.refused('create_broadcast', unknown))).toEqual(['email_id']);
    const nowhere = { ...scratch, segment_id: 999_999 };
    expect(pathsOf(await calls.refused('create_broadcast', nowhere))).toEqual(['segment_id']);
  });

  it('SOURCE-07 names its copy of an email by itself, so that lists tell the two apart', async () => {
    const made = await draft();
    const title = async (email_id: number) =>
      (await calls.call('get_email', { email_id })).email.title;
    expect(await title(made.email_id)).toBe('March news');
    expect(await title(made.library)).not.toBe('March news');
    const { broadcast } = await calls.call('replace_broadcast_email', {
      ...{ broadcast_id: made.id, email_source: 'copy', email_id: made.library },
    });
    expect(broadcast.email_id).not.toBe(made.email_id);
    expect(await title(broadcast.email_id)).toBe('March news');
  });

  it('SOURCE-10, SOURCE-11 can be given a copy of its email once more', async () => {
    const made = await draft();
    const fork = { holder_type: 'broadcast' as const, holder_id: made.id };
    const { email } = await calls.call('fork_email', fork);
    expect(email).toMatchObject({ subject: 'News', where_used: { broadcasts: [{ id: made.id }] } });
    expect(email.id).not.toBe(made.email_id);
    expect((await read(made.id)).email_id).toBe(email.id);
    const nobody = { holder_type: 'broadcast', holder_id: 999_999 };
    expect((await calls.refused('fork_email', nobody)).code).toBe('not_found');
  });

  it('BCAST-04, BCAST-08 changes name, segment and pace; null is the pace of the account', async () => {
    const { id: broadcast_id } = await draft({ emails_per_hour: 100 });
    const changed = await calls.call('update_broadcast', {
      ...{ broadcast_id, name: 'April news', emails_per_hour: null },
    });
    expect(changed.broadcast).toMatchObject({ name: 'April news', emails_per_hour: null });
    expect(
      pathsOf(await calls.refused('update_broadcast', { broadcast_id, emails_per_hour: 1.5 })),
    ).toEqual(['emails_per_hour']);
    expect(
      pathsOf(await calls.refused('update_broadcast', { broadcast_id, segment_id: 999_999 })),
    ).toEqual(['segment_id']);
  });
});

describe('a schedule', () => {
  it('BCAST-11, BCAST-12, BCAST-14, SPEC-11 reads a time in the zone of the account, and shows its offset', async () => {
    const { id: broadcast_id } = await draft();
    const scheduled = await calls.call('schedule_broadcast', {
      ...{ broadcast_id, send_at: '2035-07-01 09:00' },
    });
    expect(scheduled.broadcast).toMatchObject({
      ...{ status: 'scheduled', send_at: '2035-07-01T09:00:00.000-04:00' },
    });
    const again = await calls.call('schedule_broadcast', { broadcast_id, send_at: '2036-01-01' });
    expect(again.broadcast).toMatchObject({ status: 'scheduled' });
    expect(again.broadcast.send_at).toMatch(/^2036-01-01T00:00/);
    await calls.call('cancel_broadcast', { broadcast_id });
  });

  it.each(['2020-01-01T00:00Z', 'sometime', ''])('BCAST-13 refuses "%s"', async (send_at) => {
    const { id: broadcast_id } = await draft();
    const refusal = await calls.refused('schedule_broadcast', { broadcast_id, send_at });
    expect(refusal.code).toBe('validation_failed');
    expect(pathsOf(refusal)).toEqual(['send_at']);
    expect(pathsOf(await calls.refused('schedule_broadcast', { broadcast_id }))).toEqual([
      'send_at',
    ]);
  });

  it('BCAST-15 is taken back to a draft with email and audience, and only while scheduled', async () => {
    const made = await draft();
    const { id: broadcast_id } = made;
    expect((await calls.refused('unschedule_broadcast', { broadcast_id })).code).toBe('conflict');
    await calls.call('schedule_broadcast', { broadcast_id, send_at: await inAnHour() });
    const { broadcast } = await calls.call('unschedule_broadcast', { broadcast_id });
    const { email_id } = made;
    expect(broadcast).toMatchObject({ status: 'draft', segment_id: segmentId, email_id });
    await calls.call('move_clock', { advance: { amount: 2, unit: 'hours' } });
    expect(await mail.arrived()).toEqual([]);
  });

  it('BCAST-18 sends, at its time, to the people who are then in the segment', async () => {
    const { id: broadcast_id, email_id } = await draft();
    const send_at = await inAnHour();
    await calls.call('schedule_broadcast', { broadcast_id, send_at });
    expect(await why('eve', email_id)).toEqual([false, ['broadcast_scheduled']]);
    await calls.call('tag_person', { person: 'eve@example.com', tag: 'reader' });
    expect(await why('eve', email_id)).toEqual([true, ['broadcast_scheduled']]);
    await calls.call('untag_person', { person: 'ada@example.com', tag: 'reader' });
    await calls.call('move_clock', { advance: { amount: 59, unit: 'minutes' } });
    expect(await mail.arrived()).toEqual([]);
    await calls.call('move_clock', { advance: { amount: 2, unit: 'minutes' } });
    const to = (await mail.arrived()).map((email) => email.to?.[0]?.address);
    expect(to).toEqual(['bob@example.com', 'cyd@example.com', 'eve@example.com']);
    expect(await read(broadcast_id)).toMatchObject({
      status: 'sent',
      started_at: send_at,
      recipients: 3,
    });
    await calls.call('untag_person', { person: 'eve@example.com', tag: 'reader' });
    await calls.call('tag_person', { person: 'ada@example.com', tag: 'reader' });
  });

  it('is refused without a segment, and with an email that is archived', async () => {
    const scratch = { name: 'Nobody', email_source: 'scratch' as const };
    const { broadcast } = await calls.call('create_broadcast', scratch);
    const broadcast_id = broadcast.id;
    expect((await calls.refused('send_broadcast_now', { broadcast_id })).detail).toContain(
      'segment',
    );
    await calls.call('update_broadcast', { broadcast_id, segment_id: segmentId });
    await calls.call('delete_email', { email_id: broadcast.email_id });
    const send_at = await inAnHour();
    const refusal = await calls.refused('schedule_broadcast', { broadcast_id, send_at });
    expect([refusal.code, refusal.detail]).toEqual([
      'email_archived',
      expect.stringContaining('archived'),
    ]);
  });
});

describe('sending', () => {
  it('BCAST-16, BCAST-19, QUEUE-02 answers how many it goes to, and queues each once', async () => {
    const { id: broadcast_id, email_id } = await draft();
    const rehearsed = await calls.dryRun('send_broadcast_now', { broadcast_id });
    expect(rehearsed.recipients).toBe(3);
    expect((await read(broadcast_id)).status).toBe('draft');
    expect(await why('cyd', email_id)).toEqual([false, ['broadcast_draft']]);
    const answer = await calls.call('send_broadcast_now', { broadcast_id });
    expect(answer).toMatchObject({ recipients: 3, broadcast: { status: 'sending' } });
    await settle();
    expect(await mail.arrived()).toHaveLength(3);
    expect(await read(broadcast_id)).toMatchObject({
      ...{ status: 'sent', recipients: 3, audience: null, finished_at: expect.any(String) },
      stats: { sent: 3, failed: 0, skipped: 0 },
    });
    expect(await why('cyd', email_id)).toEqual([false, ['already_sent']]);
    expect(await why('eve', email_id)).toEqual([false, ['broadcast_left_out']]);
    expect((await calls.refused('send_broadcast_now', { broadcast_id })).code).toBe('conflict');
    const { queue } = await calls.call('list_queue', { status: 'sent' });
    expect(queue[0]?.source).toMatchObject({
      kind: 'broadcast',
      id: broadcast_id,
      name: 'March news',
    });
    const { timeline } = await calls.call('get_timeline', { person: 'cyd@example.com' });
    expect(timeline).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'send', source: { kind: 'broadcast', id: broadcast_id, name: 'March news' } },
      }),
    );
  });

  it('QUEUE-04, LIM-08 writes its pace, or that of the account, into due times', async () => {
    await calls.call('update_settings', { settings: { 'sending.broadcast_emails_per_hour': 60 } });
    for (const [more, step] of [
      [{ emails_per_hour: 2 }, 1_800_000],
      [{ emails_per_hour: null }, 60_000],
    ] as const) {
      const { id: broadcast_id } = await draft();
      await calls.call('update_broadcast', { broadcast_id, ...more });
      await calls.call('send_broadcast_now', { broadcast_id });
      await settle();
      const { started_at } = await read(broadcast_id);
      const { queue } = await calls.call('list_queue', { status: 'scheduled' });
      const due = queue.map(({ due_at }) => Date.parse(due_at) - Date.parse(started_at ?? ''));
      expect(due).toEqual([step, 2 * step]);
      expect((await read(broadcast_id)).status).toBe('sending');
      await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
      expect(await mail.arrived()).toHaveLength(3);
      expect((await read(broadcast_id)).status).toBe('sent');
    }
  });

  it('LIM-08 goes out on the test clock at a pace of fractions of a millisecond', async () => {
    const { id: broadcast_id } = await draft({ emails_per_hour: 7_000_000 });
    await calls.call('send_broadcast_now', { broadcast_id });
    await settle();
    expect(await mail.arrived()).toHaveLength(3);
    expect((await read(broadcast_id)).status).toBe('sent');
  });

  it('QUEUE-03 goes by guards, windows and suppression when each email comes due', async () => {
    const { id: broadcast_id, email_id } = await draft({ emails_per_hour: 60, labels: ['promo'] });
    const condition = { type: 'has_tag', tag: 'quiet' };
    await calls.call('create_guard', { key: 'quiet', condition, labels: ['promo'] });
    await calls.call('tag_person', { person: 'cyd@example.com', tag: 'quiet' });
    expect((await read(broadcast_id)).audience).toMatchObject({
      ...{ people: 4, recipients: 3, eligible: 2 },
      excluded: { unsubscribed: 1, hard_bounced: 0, complained: 0, guarded: 1 },
      guards: [{ key: 'quiet', people: 1 }],
    });
    await calls.call('send_broadcast_now', { broadcast_id });
    await settle();
    await calls.call('update_person', { person: 'bob@example.com', unsubscribed: true });
    await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
    expect(await mail.arrived()).toHaveLength(1);
    expect(await read(broadcast_id)).toMatchObject({
      ...{ status: 'sent', recipients: 3, stats: { sent: 1, skipped: 2 } },
    });
    const { reasons } = await calls.call('explain_delivery', {
      person: 'cyd@example.com',
      email_id,
    });
    expect(reasons.map(({ message }) => message).join()).toContain('Guard "quiet"');
    await calls.call('update_person', { person: 'bob@example.com', unsubscribed: false });
    await calls.call('delete_guard', { guard_key: 'quiet' });
  });

  it('is done only once nothing of it is pending', async () => {
    const { id: broadcast_id } = await draft({ emails_per_hour: 1 });
    await calls.call('send_broadcast_now', { broadcast_id });
    await calls.call('move_clock', { advance: { amount: 61, unit: 'minutes' } });
    expect(await read(broadcast_id)).toMatchObject({ status: 'sending', finished_at: null });
    await calls.call('move_clock', { advance: { amount: 61, unit: 'minutes' } });
    const done = await read(broadcast_id);
    expect(done).toMatchObject({ status: 'sent', stats: { sent: 3 } });
    await mail.arrived();
  });

  it('counts an unsubscribe for the mail it came by', async () => {
    const { id: first } = await draft();
    const { id: second } = await draft();
    for (const broadcast_id of [first, second]) {
      await calls.call('send_broadcast_now', { broadcast_id });
      await calls.call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
    }
    const arrived = await mail.arrived();
    const last = arrived.findLast(({ to }) => to?.[0]?.address === 'bob@example.com');
    const headers = last?.headers.find(({ key }) => key === 'list-unsubscribe');
    const token = /\/u\/([\w-]+)>/.exec(headers?.value ?? '')?.[1] ?? '';
    await opened.service.unsubscribe(token, { reason: null, how: 'one_click' });
    await calls.call('update_person', { person: 'ada@example.com', unsubscribed: true });
    expect((await read(first)).stats?.unsubscribed).toBe(0);
    expect((await read(second)).stats?.unsubscribed).toBe(1);
    await calls.call('update_person', { person: 'ada@example.com', unsubscribed: false });
    await calls.call('update_person', { person: 'bob@example.com', unsubscribed: false });
    await mail.arrived();
  });
});

describe('a cancel', () => {
  it('BCAST-17 kills what is queued, and is refused only once it is over', async () => {
    const { id: broadcast_id } = await draft({ emails_per_hour: 60 });
    await calls.call('send_broadcast_now', { broadcast_id });
    await settle();
    expect(await mail.arrived()).toHaveLength(1);
    const { broadcast } = await calls.call('cancel_broadcast', { broadcast_id });
    expect(broadcast).toMatchObject({ status: 'canceled', finished_at: expect.any(String) });
    expect((await calls.call('list_queue', {})).queue).toEqual([]);
    const { queue } = await calls.call('list_queue', { status: 'canceled' });
    expect(queue.filter(({ source }) => source.id === broadcast_id)).toHaveLength(2);
    expect(queue[0]?.last_error).toBe('Broadcast was canceled');
    await calls.call('move_clock', { advance: { amount: 1, unit: 'days' } });
    expect(await mail.arrived()).toEqual([]);
    expect((await calls.refused('cancel_broadcast', { broadcast_id })).code).toBe('conflict');
  });

  it('BCAST-16, BCAST-02 one that is sent now no longer has the time for which it was scheduled', async () => {
    const { id: broadcast_id } = await draft();
    await calls.call('schedule_broadcast', { broadcast_id, send_at: await inAnHour() });
    const { broadcast } = await calls.call('send_broadcast_now', { broadcast_id });
    expect(broadcast).toMatchObject({ status: 'sending', send_at: null, send_at_local: null });
    await settle();
    const sent = { status: 'sent', send_at: null, started_at: expect.any(String) };
    expect(await read(broadcast_id)).toMatchObject(sent);
    await mail.arrived();
  });

  it('SPEC-07 send_now answers one count of recipients', async () => {
    const { id: broadcast_id } = await draft();
    const sent = await calls.call('send_broadcast_now', { broadcast_id });
    const progress = { queued: 3, remaining: 3, expected_finish_at: sent.expected_finish_at };
    expect(sent).toMatchObject({ recipients: 3, broadcast: { recipients: 3, progress } });
    await settle();
    expect((await read(broadcast_id)).recipients).toBe(3);
    await mail.arrived();
  });

  it('BCAST-16 send_now warns while an import has people to add, who are not in the audience', async () => {
    const { id: broadcast_id } = await draft();
    const { pool } = opened.database;
    const send = () => calls.dryRun('send_broadcast_now', { broadcast_id });
    expect((await send()).warnings).toEqual([]);
    await pool`
      insert into imports (format, trigger, tags, created_at) values ('csv', false, '{}', now())`;
    expect((await send()).warnings).toMatchObject([
      { path: 'segment_id', code: 'import_under_way', message: expect.stringContaining('Wait') },
    ]);
    await pool`update imports set status = 'done', finished_at = now()`;
    expect((await send()).warnings).toEqual([]);
  });

  it('SPEC-16 mail of somebody unsubscribed shows in the queue why it will not go out', async () => {
    const { id: broadcast_id } = await draft({ emails_per_hour: 1 });
    await calls.call('send_broadcast_now', { broadcast_id });
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    await calls.call('update_person', { person: 'cyd@example.com', unsubscribed: true });
    const { queue } = await calls.call('list_queue', { person: 'cyd@example.com' });
    await calls.call('update_person', { person: 'cyd@example.com', unsubscribed: false });
    expect(queue).toMatchObject([{ status: 'scheduled', hold_reason: 'Unsubscribed' }]);
    await calls.call('cancel_broadcast', { broadcast_id });
    await mail.arrived();
  });

  it('BCAST-03, BCAST-17, FIX-03 works from draft, scheduled and sending, before anything was queued', async () => {
    for (const to of ['draft', 'scheduled', 'sending']) {
      const { id: broadcast_id } = await draft();
      const send_at = await inAnHour();
      if (to === 'scheduled') await calls.call('schedule_broadcast', { broadcast_id, send_at });
      if (to === 'sending') await calls.call('send_broadcast_now', { broadcast_id });
      expect((await read(broadcast_id)).status).toBe(to);
      await calls.call('cancel_broadcast', { broadcast_id });
      await calls.call('move_clock', { advance: { amount: 2, unit: 'hours' } });
      expect(await read(broadcast_id)).toMatchObject({ status: 'canceled' });
      expect(await mail.arrived()).toEqual([]);
      for (const name of [
        'schedule_broadcast',
        'send_broadcast_now',
        'unschedule_broadcast',
      ] as const) {
        const input = name === 'schedule_broadcast' ? { broadcast_id, send_at } : { broadcast_id };
        const refusal = await calls.refused(name, input);
        expect(refusal.code).toBe('conflict');
        expect(refusal.detail).toMatch(/email_source copy and email_id \d+\./);
      }
    }
  });

  it('BCAST-09, BCAST-10 delete works for draft and canceled, replace_email for draft and scheduled', async () => {
    const { id: broadcast_id, email_id, library } = await draft();
    const source = { email_source: 'copy' as const, email_id: library };
    const { broadcast } = await calls.call('replace_broadcast_email', { broadcast_id, ...source });
    expect(broadcast.email_id).not.toBe(email_id);
    await calls.call('schedule_broadcast', { broadcast_id, send_at: await inAnHour() });
    await calls.call('replace_broadcast_email', { broadcast_id, ...source });
    expect((await calls.refused('delete_broadcast', { broadcast_id })).code).toBe('conflict');
    await calls.call('send_broadcast_now', { broadcast_id });
    expect((await calls.refused('delete_broadcast', { broadcast_id })).code).toBe('conflict');
    const replace = { broadcast_id, ...source };
    expect((await calls.refused('replace_broadcast_email', replace)).code).toBe('conflict');
    expect(
      (await calls.refused('update_broadcast', { broadcast_id, segment_id: segmentId })).code,
    ).toBe('conflict');
    await calls.call('update_broadcast', { broadcast_id, name: 'Renamed' });
    await calls.call('cancel_broadcast', { broadcast_id });
    expect((await calls.refused('replace_broadcast_email', replace)).code).toBe('conflict');
    expect(await calls.call('delete_broadcast', { broadcast_id })).toEqual({ deleted: true });
    expect((await calls.refused('get_broadcast', { broadcast_id })).code).toBe('not_found');
    const other = await draft();
    await calls.call('delete_broadcast', { broadcast_id: other.id });
  });
});

describe('what a broadcast holds', () => {
  it('BCAST-05, BCAST-07 lists broadcasts by status, newest first, a page at a time', async () => {
    const { broadcasts } = await calls.call('list_broadcasts', { status: 'sent' });
    expect(new Set(broadcasts.map(({ status }) => status))).toEqual(new Set(['sent']));
    const page = await calls.call('list_broadcasts', { limit: 2 });
    expect(page.broadcasts).toHaveLength(2);
    const next = await calls.call('list_broadcasts', { limit: 2, cursor: page.next_cursor ?? '' });
    const ids = [...page.broadcasts, ...next.broadcasts].map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(await read(ids[0] ?? 0)).toMatchObject({
      email: expect.any(Object),
      stats: expect.any(Object),
    });
    expect(pathsOf(await calls.refused('list_broadcasts', { status: 'lost' }))).toEqual(['status']);
  });

  it('EMAIL-11 its email, which is found by used_in and not deleted for good', async () => {
    const { id, email_id } = await draft();
    const { emails } = await calls.call('list_emails', { used_in: ['broadcasts'], limit: 200 });
    expect(emails.find((email) => email.id === email_id)?.where_used.broadcasts).toEqual([
      { id, name: 'March news' },
    ]);
    const none = { used_in: ['broadcasts'], used_mode: 'none' as const, limit: 200 };
    const others = (await calls.call('list_emails', none)).emails;
    expect(others.map((email) => email.id)).not.toContain(email_id);
    const refusal = await calls.refused('delete_email', { email_id, permanent: true });
    expect(refusal.members.holders).toContainEqual({
      ...{ kind: 'broadcast', id, key: null, name: 'March news', status: 'draft' },
    });
  });

  it('its segment, until it is over', async () => {
    const definition = { type: 'has_tag', tag: 'nobody' };
    const { segment } = await calls.call('create_segment', { key: 'held', definition });
    const { id: broadcast_id } = await draft();
    await calls.call('update_broadcast', { broadcast_id, segment_id: segment.id });
    const refusal = await calls.refused('delete_segment', { segment_key: 'held' });
    expect(refusal.members.holders).toMatchObject([{ kind: 'broadcast', id: broadcast_id }]);
    const { where_used } = (await calls.call('get_segment', { segment_key: 'held' })).segment;
    expect(where_used.broadcasts).toMatchObject([{ id: broadcast_id, status: 'draft' }]);
    await calls.call('send_broadcast_now', { broadcast_id });
    await settle();
    expect(await read(broadcast_id)).toMatchObject({ status: 'sent', recipients: 0 });
    await calls.call('delete_segment', { segment_key: 'held' });
    expect(await read(broadcast_id)).toMatchObject({ segment_id: null, segment: null });
  });
});

describe('what the screen of a broadcast shows', () => {
  it('CON2-07 says of each excluded segment whom it leaves out, and adds up to the recipients', async () => {
    const only = async (key: string, ...names: string[]) => {
      for (const name of names)
        await calls.call('tag_person', { person: `${name}@example.com`, tag: key });
      const definition = { type: 'has_tag', tag: key };
      return (await calls.call('create_segment', { key, definition })).segment.id;
    };
    const first = await only('left-one', 'ada');
    const second = await only('left-two', 'ada', 'bob', 'dan');
    const { id } = await draft();
    const exclude = { segment_ids: [second, first] };
    await calls.call('update_broadcast', { broadcast_id: id, exclude });
    const { audience } = await read(id);
    // Who is suppressed counts there alone, and who is in both segments in the first of them.
    expect(audience?.excluded_segments).toMatchObject([
      { id: second, key: 'left-two', people: 2 },
      { id: first, key: 'left-one', people: 0 },
    ]);
    expect(audience?.excluded).toMatchObject({ unsubscribed: 1, by_segment: 2 });
    const { people = 0, recipients = 0 } = audience ?? {};
    expect(people - 1 - 2).toBe(recipients);
  });

  it('CON2-07 counts the clicks on each link in its own mail alone', async () => {
    const made = await draft();
    const { id, email } = made;
    expect((await read(id)).links).toEqual([]);
    await calls.call('send_broadcast_now', { broadcast_id: id });
    await settle();
    const { pool } = opened.database;
    const urls = ['https://example.com/a', 'https://example.com/b'];
    const [set] = await pool<{ id: number }[]>`
      insert into email_links (email_id, digest, urls)
      values (${email.id}, '\\x01'::bytea, ${urls}::text[]) returning id`;
    const clicks = [
      [id, 0, 3],
      [id, 1, 1],
      [id + 1, 1, 9],
    ] as const;
    for (const [source, link, count] of clicks) {
      await pool`
        insert into figure_changes (quarter_at, source_kind, source_id, step_id, email_id, provider,
          link_set, link_number, figure, count)
        values (date_trunc('hour', now()), 'broadcast', ${source}, 0, ${email.id}, '', ${set?.id ?? 0},
          ${link}, 'clicked', ${count})`;
    }
    expect((await read(id)).links).toEqual([
      { url: urls[0], clicked: 3 },
      { url: urls[1], clicked: 1 },
    ]);
  });
});
