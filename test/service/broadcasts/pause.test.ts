import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let provider: FakeProvider;
let opened: TestService;
let calls: Calling;
let segmentId: number;

const names = ['ada', 'bob', 'cyd', 'dan', 'eve', 'fay'];

beforeAll(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
  await calls.call('upsert_person', { email: 'ada@example.com', tags: ['reader'] });
  await opened.database.pool`
    insert into people (email, tag_ids, subscribed_on, created_at, updated_at)
    select name || '@example.com', (select tag_ids from people limit 1), '2026-01-01', now(), now()
    from unnest(${names.slice(1)}::text[]) as name`;
  const definition = { type: 'has_tag', tag: 'reader' };
  segmentId = (await calls.call('create_segment', { key: 'readers', definition })).segment.id;
});

beforeEach(() => {
  provider.messages.splice(0);
  provider.answer = accepted;
});

afterAll(() => opened.close());

type More = Partial<Parameters<typeof create>[0]>;

const create = (more: {
  emails_per_hour?: number;
  exclude?: { broadcast_ids?: number[]; segment_ids?: number[] };
}) =>
  calls.call('create_broadcast', {
    ...{ name: 'News', segment_id: segmentId, emails_per_hour: 60, email_source: 'scratch' },
    ...more,
  });

async function draft(more: More = {}) {
  const { broadcast } = await create(more);
  const { id, email_id } = broadcast;
  await calls.call('update_email', { email_id, subject: 'News', body_markdown: 'Hello' });
  return { id, email_id };
}

async function begun(more: More = {}) {
  const made = await draft(more);
  await calls.call('send_broadcast_now', { broadcast_id: made.id });
  await minutes(0);
  return made;
}

const minutes = (amount: number) =>
  calls.call('move_clock', { advance: { amount, unit: 'minutes' as const } });
const read = async (broadcast_id: number) =>
  (await calls.call('get_broadcast', { broadcast_id })).broadcast;
const got = () => provider.messages.map(({ to }) => to.split('@')[0]);
const inMinutes = async (amount: number) => {
  const { now } = await calls.call('get_clock', {});
  return new Date(Date.parse(now) + amount * 60_000).toISOString();
};

describe('a pause', () => {
  it('BC-01, BC-02, BC-06 keeps who is left, says so everywhere, and the resume goes to each of them once at the pace', async () => {
    const { id: broadcast_id, email_id } = await begun();
    await minutes(1);
    expect(got()).toEqual(['ada', 'bob']);
    const end = await inMinutes(4);
    const before = await read(broadcast_id);
    expect(before.progress).toEqual({
      ...{ queued: 6, sent: 2, failed: 0, skipped: 0, remaining: 4, expected_finish_at: end },
    });
    const { broadcast } = await calls.call('pause_broadcast', { broadcast_id });
    expect(broadcast).toMatchObject({ status: 'paused', revision: before.revision + 1 });
    expect(broadcast.progress).toMatchObject({ remaining: 4, expected_finish_at: null });
    await minutes(60);
    expect(got()).toEqual(['ada', 'bob']);
    const { queue, counts } = await calls.call('list_queue', {});
    expect(counts).toMatchObject({ holding: 4, scheduled: 0 });
    for (const send of queue) {
      expect(send).toMatchObject({ status: 'holding', hold_reason: 'Broadcast is paused' });
    }
    const { late, lanes } = await calls.call('list_overdue', {});
    expect({ late, due: lanes.filter(({ due_since }) => due_since !== null) }).toEqual({
      ...{ late: false, due: [] },
    });
    const person = 'cyd@example.com';
    const why = await calls.call('explain_delivery', { person, email_id });
    expect(why.would_send).toBe(false);
    expect(why.reasons).toMatchObject([
      { code: 'broadcast_paused', fix: 'Resume the broadcast, or cancel it.' },
      { code: 'held' },
    ]);
    // An hour is late, and nothing of it is made up for.
    const resumed = await calls.call('resume_broadcast', { broadcast_id });
    expect(resumed.broadcast).toMatchObject({
      ...{ status: 'sending', progress: { expected_finish_at: await inMinutes(3) } },
    });
    await minutes(0);
    expect(got()).toEqual(['ada', 'bob', 'cyd']);
    await minutes(3);
    expect(got()).toEqual(names);
    expect(await read(broadcast_id)).toMatchObject({
      status: 'sent',
      progress: { queued: 6, sent: 6, remaining: 0, expected_finish_at: null },
    });
  });

  it('BC-01, BC-02 holds a broadcast that is not queued completely, and a cancel ends a paused one', async () => {
    const made = await draft({ emails_per_hour: 3_600_000 });
    await calls.call('send_broadcast_now', { broadcast_id: made.id });
    await calls.call('pause_broadcast', { broadcast_id: made.id });
    await minutes(5);
    expect(await read(made.id)).toMatchObject({ status: 'paused', recipients: 0 });
    await calls.call('resume_broadcast', { broadcast_id: made.id });
    await minutes(1);
    expect(got()).toEqual(names);
    const { id: broadcast_id } = await begun();
    await calls.call('pause_broadcast', { broadcast_id });
    await calls.call('cancel_broadcast', { broadcast_id });
    await minutes(60);
    expect(got()).toHaveLength(7);
    expect(await read(broadcast_id)).toMatchObject({
      ...{ status: 'canceled', progress: { sent: 1, remaining: 0 } },
    });
    expect((await calls.call('list_queue', {})).queue).toEqual([]);
  });

  it('BC-03 is refused for what is not sending, as a resume is for what is not paused, with what to do', async () => {
    const { id: broadcast_id } = await draft();
    const refusal = async (name: 'pause_broadcast' | 'resume_broadcast') => {
      const { code, detail } = await calls.refused(name, { broadcast_id });
      expect(code).toBe('conflict');
      return detail;
    };
    expect(await refusal('pause_broadcast')).toMatch(/is a draft; only one that is sending can/);
    expect(await refusal('resume_broadcast')).toMatch(/Send it now to start it\.$/);
    await calls.call('schedule_broadcast', { broadcast_id, send_at: await inMinutes(9) });
    expect(await refusal('pause_broadcast')).toMatch(/Unschedule it, and it is not sent\.$/);
    await calls.call('send_broadcast_now', { broadcast_id });
    expect(await refusal('resume_broadcast')).toMatch(/It goes out already\.$/);
    await calls.call('pause_broadcast', { broadcast_id });
    expect(await refusal('pause_broadcast')).toMatch(/until it is resumed\.$/);
    await calls.call('cancel_broadcast', { broadcast_id });
    for (const name of ['pause_broadcast', 'resume_broadcast'] as const) {
      expect(await refusal(name)).toMatch(/email_source copy and email_id \d+\.$/);
    }
  });

  it('BC-02 ends with the last of who is left, and is not paused for ever', async () => {
    for (const name of ['gus', 'hal']) {
      await calls.call('upsert_person', { email: `${name}@example.com`, tags: ['few'] });
    }
    const definition = { type: 'has_tag', tag: 'few' };
    const { segment } = await calls.call('create_segment', { key: 'few', definition });
    const { id: broadcast_id } = await draft();
    await calls.call('update_broadcast', { broadcast_id, segment_id: segment.id });
    await calls.call('send_broadcast_now', { broadcast_id });
    await minutes(0);
    await calls.call('pause_broadcast', { broadcast_id });
    await minutes(5);
    expect(await read(broadcast_id)).toMatchObject({
      ...{ status: 'paused', finished_at: null, progress: { remaining: 1 } },
    });
    await calls.call('delete_person', { person: 'hal@example.com' });
    await opened.service.tick();
    const { status, finished_at, progress } = await read(broadcast_id);
    expect([status, progress?.remaining]).toEqual(['sent', 0]);
    expect(finished_at).not.toBeNull();
    const { detail } = await calls.refused('resume_broadcast', { broadcast_id });
    expect(detail).toContain('is sent; only one that is paused can be resumed');
  });

  it('BC-02 a resume is refused while its email cannot be sent, which would skip who is left', async () => {
    const { id: broadcast_id, email_id } = await begun();
    await calls.call('pause_broadcast', { broadcast_id });
    const archive = await calls.refused('delete_email', { email_id });
    expect(archive.members.holders).toMatchObject([{ kind: 'broadcast', status: 'paused' }]);
    await calls.call('update_email', { email_id, body_markdown: '' });
    expect((await calls.refused('resume_broadcast', { broadcast_id })).code).toBe('email_blank');
    await calls.call('update_email', { email_id, body_markdown: 'Corrected' });
    await calls.call('resume_broadcast', { broadcast_id });
    await minutes(10);
    expect(got()).toEqual(names);
    const [first, second] = provider.messages.map(({ data }) => data.toString());
    expect(first).toContain('Hello');
    expect(second).toContain('Corrected');
  });

  it('BC-01 mail that fails for now while it is paused waits too, and a retry of failed mail does not resume it', async () => {
    provider.answer = {
      kind: 'refused',
      permanent: true,
      status: 550,
      enhanced: null,
      reason: 'No',
    };
    const { id: broadcast_id } = await begun();
    expect((await read(broadcast_id)).progress).toMatchObject({ failed: 1, remaining: 5 });
    provider.answer = accepted;
    await calls.call('pause_broadcast', { broadcast_id });
    const retried = await calls.call('retry_failed_sends', { source: 'broadcast' });
    expect(retried.retried).toBe(1);
    await minutes(120);
    expect(await read(broadcast_id)).toMatchObject({
      ...{ status: 'paused', progress: { failed: 0, remaining: 6 } },
    });
    expect(got()).toHaveLength(1);
    await calls.call('resume_broadcast', { broadcast_id });
    await minutes(6);
    expect(got().slice(1).sort()).toEqual(names);
  });

  it('BC-01, BC-02 is a change of the history with its actor, and each is the revert of the other', async () => {
    const { id: broadcast_id } = await begun();
    const newest = async () =>
      (await calls.call('list_changes', { resource: 'broadcasts', id: String(broadcast_id) }))
        .changes[0];
    await calls.call('pause_broadcast', { broadcast_id });
    const pause = await newest();
    expect(pause).toMatchObject({
      ...{ operation: 'pause_broadcast', actor: { name: 'test' } },
      summary: 'Paused the broadcast "News"',
    });
    await calls.call('revert_change', { change_id: pause?.id ?? 0 });
    expect((await read(broadcast_id)).status).toBe('sending');
    expect((await newest())?.summary).toBe('Resumed the broadcast "News"');
    await calls.call('revert_change', { change_id: (await newest())?.id ?? 0 });
    expect((await read(broadcast_id)).status).toBe('paused');
    await minutes(60);
    expect(got()).toHaveLength(1);
    await calls.call('update_broadcast', { broadcast_id, emails_per_hour: 3_600 });
    expect((await newest())?.summary).toBe('Changed emails per hour of the broadcast "News"');
    await calls.call('revert_change', { change_id: (await newest())?.id ?? 0 });
    expect((await read(broadcast_id)).emails_per_hour).toBe(60);
    await calls.call('cancel_broadcast', { broadcast_id });
    const canceled = await calls.refused('revert_change', { change_id: (await newest())?.id ?? 0 });
    expect(canceled.code).toBe('conflict');
  });
});

describe('the pace', () => {
  it('BC-05 changes while it is sending and while it is paused, from then on', async () => {
    const { id: broadcast_id } = await begun({ emails_per_hour: 1 });
    const faster = await calls.call('update_broadcast', { broadcast_id, emails_per_hour: 60 });
    expect(faster.broadcast).toMatchObject({
      ...{ emails_per_hour: 60, progress: { expected_finish_at: await inMinutes(4) } },
    });
    await minutes(1);
    expect(got()).toEqual(['ada', 'bob', 'cyd']);
    await calls.call('update_broadcast', { broadcast_id, emails_per_hour: 2 });
    await minutes(29);
    expect(got()).toEqual(['ada', 'bob', 'cyd', 'dan']);
    await calls.call('pause_broadcast', { broadcast_id });
    await calls.call('update_broadcast', { broadcast_id, emails_per_hour: null });
    await calls.call('resume_broadcast', { broadcast_id });
    await minutes(1);
    expect(got()).toEqual(names);
    for (const input of [{ segment_id: segmentId }, { exclude: {} }]) {
      const refusal = await calls.refused('update_broadcast', { broadcast_id, ...input });
      expect(refusal.code).toBe('conflict');
    }
    const ended = await calls.refused('update_broadcast', { broadcast_id, emails_per_hour: 5 });
    expect(ended.detail).toContain('sending or paused can be given another pace');
  });

  it('BC-05 mail that the new pace has not reached waits for it', async () => {
    const { id: broadcast_id } = await begun({ emails_per_hour: 3_600_000 });
    expect(got()).toEqual(['ada']);
    // As if the change were halfway through a large queue.
    await opened.database.pool`
      update broadcasts set next_due_at = next_due_at + interval '1 hour',
        effective_emails_per_hour = 60,
        adjusted_person_id = (select id from people where email = 'bob@example.com')
      where id = ${broadcast_id}`;
    await opened.database.pool`
      update engine_state set test_clock_at = test_clock_at + interval '1 minute'`;
    await opened.service.tick();
    expect(got()).toEqual(['ada', 'bob']);
    await minutes(120);
    expect(got()).toEqual(names);
  });
});

describe('exclusions', () => {
  it('BC-07, BC-08 leave out who got a broadcast or is in a segment, by reason, in every answer', async () => {
    const first = await begun();
    await minutes(1);
    await calls.call('cancel_broadcast', { broadcast_id: first.id });
    expect(got()).toEqual(['ada', 'bob']);
    await calls.call('tag_person', { person: 'ada@example.com', tag: 'staff' });
    await calls.call('tag_person', { person: 'cyd@example.com', tag: 'staff' });
    const definition = { type: 'has_tag', tag: 'staff' };
    const { segment } = await calls.call('create_segment', { key: 'staff', definition });
    const exclude = { broadcast_ids: [first.id], segment_ids: [segment.id] };
    const made = await draft({ exclude });
    await calls.call('update_person', { person: 'fay@example.com', unsubscribed: true });
    const { audience, ...view } = await read(made.id);
    expect(view.exclude).toEqual(exclude);
    const excluded = {
      ...{ unsubscribed: 1, hard_bounced: 0, complained: 0 },
      ...{ by_broadcast: 2, by_segment: 1, guarded: 0 },
    };
    const reach = { recipients: 2, excluded, expected_finish_at: await inMinutes(1) };
    const staff = { id: segment.id, key: 'staff', name: 'staff', people: 1 };
    expect(audience).toEqual({
      ...{ people: 6, eligible: 2, guards: [], excluded_segments: [staff] },
      ...reach,
    });
    const send_at = await inMinutes(10);
    const scheduled = await calls.call('schedule_broadcast', { broadcast_id: made.id, send_at });
    expect(scheduled).toMatchObject({ ...reach, expected_finish_at: await inMinutes(11) });
    const why = (name: string) =>
      calls.call('explain_delivery', { person: `${name}@example.com`, email_id: made.email_id });
    expect((await why('dan')).would_send).toBe(true);
    const left = await why('bob');
    expect(left.would_send).toBe(false);
    expect(left.reasons[0]?.message).toContain('got a broadcast that it excludes');
    const later = await inMinutes(20);
    const again = await calls.call('schedule_broadcast', { broadcast_id: made.id, send_at: later });
    expect(Date.parse(again.broadcast.send_at ?? '')).toBe(Date.parse(later));
    const sent = await calls.call('send_broadcast_now', { broadcast_id: made.id });
    expect(sent).toMatchObject(reach);
    provider.messages.splice(0);
    await minutes(60);
    expect(got()).toEqual(['dan', 'eve']);
    expect((await read(made.id)).recipients).toBe(2);
    await calls.call('update_person', { person: 'fay@example.com', unsubscribed: false });
  });

  it('BC-07 keep what they name, and are refused where they name what is not there', async () => {
    const other = await draft();
    const definition = { type: 'has_tag', tag: 'quiet' };
    const { segment } = await calls.call('create_segment', { key: 'quiet', definition });
    const exclude = { broadcast_ids: [other.id], segment_ids: [segment.id] };
    const { id: broadcast_id } = await draft({ exclude });
    const held = await calls.refused('delete_segment', { segment_key: 'quiet' });
    expect(held.members.holders).toMatchObject([{ kind: 'broadcast', id: broadcast_id }]);
    const { where_used } = (await calls.call('get_segment', { segment_key: 'quiet' })).segment;
    expect(where_used.broadcasts).toMatchObject([{ id: broadcast_id }]);
    const deletion = await calls.refused('delete_broadcast', { broadcast_id: other.id });
    expect(deletion).toMatchObject({
      code: 'in_use',
      members: { holders: [{ id: broadcast_id }] },
    });
    const wrong = { broadcast_ids: [99_991, broadcast_id], segment_ids: [99_992] };
    const refusal = await calls.refused('update_broadcast', { broadcast_id, exclude: wrong });
    expect(refusal.code).toBe('validation_failed');
    expect(pathsOf(refusal)).toEqual([
      'exclude.broadcast_ids[0]',
      'exclude.segment_ids[0]',
      'exclude.broadcast_ids[1]',
    ]);
    const slip = { segment_ids: [segment.id * 10] };
    const guess = await calls.refused('update_broadcast', { broadcast_id, exclude: slip });
    expect(guess.members.errors).toMatchObject([{ did_you_mean: String(segment.id) }]);
    await calls.call('update_broadcast', { broadcast_id, exclude: {} });
    await calls.call('delete_broadcast', { broadcast_id: other.id });
    await calls.call('delete_segment', { segment_key: 'quiet' });
  });

  it('BC-07 with recheck_segment also skip who comes into an excluded segment meanwhile', async () => {
    const definition = { type: 'has_tag', tag: 'no-news' };
    const { segment } = await calls.call('create_segment', { key: 'no-news', definition });
    const { id: broadcast_id } = await draft({ exclude: { segment_ids: [segment.id] } });
    await calls.call('update_broadcast', { broadcast_id, recheck_segment: true });
    await calls.call('send_broadcast_now', { broadcast_id });
    await minutes(0);
    await calls.call('tag_person', { person: 'dan@example.com', tag: 'no-news' });
    await minutes(60);
    expect(got()).toEqual(names.filter((name) => name !== 'dan'));
    const { queue } = await calls.call('list_queue', { status: 'skipped' });
    expect(queue[0]).toMatchObject({ last_error: 'Is in an excluded segment' });
  });
});
