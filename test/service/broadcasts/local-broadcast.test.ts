import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let provider: FakeProvider;
let segmentId = 0;
/** Each test has a week of its own, in winter. */
let monday = Date.UTC(2031, 10, 3);
const day = 86_400_000;
const hour = 3_600_000;

const zones = {
  tokyo: 'Asia/Tokyo',
  berlin: 'Europe/Berlin',
  vienna: 'Europe/Vienna',
  york: 'America/New_York',
  nowhere: null,
};

beforeAll(async () => {
  provider = fakeProvider();
  const clockStartsAt = new Date(monday - 1);
  opened = await openTestService({ provider: () => provider, clockStartsAt });
  calls = calling(opened);
  await calls.call('update_profile', { timezone: 'Africa/Lagos' });
  for (const [name, timezone] of Object.entries(zones)) {
    await calls.call('upsert_person', { email: `${name}@example.com`, timezone, tags: ['reader'] });
  }
  const definition = { type: 'has_tag', tag: 'reader' };
  segmentId = (await calls.call('create_segment', { key: 'readers', definition })).segment.id;
});

beforeEach(async () => {
  monday += 7 * day;
  await moveTo(monday);
  provider.messages.splice(0);
});

afterAll(() => opened.close());

const moveTo = (at: number) => calls.call('move_clock', { now: new Date(at).toISOString() });
const iso = (at: number) => new Date(at).toISOString();
/** A local time of the week's Wednesday. */
const wednesday = (time: string) => `${iso(monday + 2 * day).slice(0, 10)}T${time}`;
/** The same time in UTC. */
const utc = (hours: number) => monday + 2 * day + hours * hour;

async function draft(emails_per_hour = 3_600_000): Promise<number> {
  const { broadcast } = await calls.call('create_broadcast', {
    ...{ name: 'News', segment_id: segmentId, email_source: 'scratch', emails_per_hour },
  });
  const written = { subject: 'News', body_markdown: 'Hello' };
  await calls.call('update_email', { email_id: broadcast.email_id, ...written });
  return broadcast.id;
}

const read = async (broadcast_id: number) =>
  (await calls.call('get_broadcast', { broadcast_id })).broadcast;

/** When each queued mail is due, by the name of its person. */
async function due(): Promise<Record<string, string>> {
  const { queue } = await calls.call('list_queue', {});
  return Object.fromEntries(queue.map(({ person, due_at }) => [nameOf(person?.email), due_at]));
}

const nameOf = (address = '') => address.split('@')[0] ?? '';
const got = () => provider.messages.map((message) => ('to' in message ? nameOf(message.to) : ''));

describe('CAP-06 a broadcast at a local time', () => {
  it('CAP-06 EXP-01 with variants reaches each person once, with one variant, at their own time', async () => {
    const variants = [];
    for (const name of ['A', 'B']) {
      const text = { title: `Local ${name}`, subject: `Local ${name}`, body_markdown: 'Hello' };
      const { email } = await calls.call('create_email', text);
      variants.push({ name, email_id: email.id, weight: 1 });
    }
    const about = { name: 'Local', segment_id: segmentId, variants };
    const { broadcast } = await calls.call('create_broadcast', about);
    const at = { broadcast_id: broadcast.id, send_at_local: wednesday('09:00') };
    await calls.call('schedule_broadcast', at);
    await moveTo(utc(1));
    expect(got()).toEqual(['tokyo']);
    await moveTo(utc(24));
    expect(got().sort()).toEqual(Object.keys(zones).sort());
    const { sends } = await calls.call('list_sends', { broadcast_id: broadcast.id });
    const named = new Set(variants.map(({ email_id }) => email_id));
    expect(sends.length).toBe(5);
    expect(sends.every(({ email: { id } }) => named.has(Number(id)))).toBe(true);
  });

  it('CAP-06 EXP-03 the rest of a test gets it when their clocks show that time of day again', async () => {
    const variants = [];
    for (const name of ['A', 'B']) {
      const text = { title: `Rest ${name}`, subject: `Rest ${name}`, body_markdown: 'Hello' };
      const { email } = await calls.call('create_email', text);
      variants.push({ name, email_id: email.id, weight: 1 });
    }
    const after = { amount: 4, unit: 'hours' as const };
    const winner = { metric: 'clicked' as const, sample_percent: 50, after };
    const emails_per_hour = 3_600_000;
    const about = { name: 'Rest', segment_id: segmentId, variants, winner, emails_per_hour };
    const { broadcast } = await calls.call('create_broadcast', about);
    const broadcast_id = broadcast.id;
    const at = { broadcast_id, send_at_local: wednesday('09:00') };
    const { expected_finish_at } = await calls.call('schedule_broadcast', at);
    // As if everybody had the clocks of Lagos: decided four hours after nine, and sent at the next nine.
    expect(Math.floor(Date.parse(expected_finish_at ?? '') / hour) * hour).toBe(utc(8 + 24));
    await moveTo(utc(9 - 14));
    const waiting = (await read(broadcast_id)).experiment?.waiting ?? 0;
    expect(waiting).toBeGreaterThan(0);
    expect(waiting).toBeLessThan(5);
    // All of the sample has gone at nine in New York, and four hours later it is night in Europe.
    await moveTo(utc(14 + 4) + 1_000);
    expect(await read(broadcast_id)).toMatchObject({
      experiment: { status: 'undecided', waiting: 0 },
      progress: { remaining: waiting, sent: 5 - waiting },
    });
    await moveTo(utc(14 + 24) + 1_000);
    expect(await read(broadcast_id)).toMatchObject({ status: 'sent', progress: { sent: 5 } });
    const { sends } = await calls.call('list_sends', { broadcast_id });
    const nine = { tokyo: 0, berlin: 8, vienna: 8, york: 14, nowhere: 8 };
    let rest = 0;
    for (const { person, due_at } of sends) {
      const name = nameOf(person?.email) as keyof typeof nine;
      const hours = (Date.parse(due_at ?? '') - utc(nine[name])) / hour;
      expect(Math.abs(hours - Math.round(hours / 24) * 24), name).toBeLessThan(0.01);
      if (hours > 1) rest += 1;
    }
    expect(rest).toBe(waiting);
  });

  it('reaches each person at that time in their zone, or in that of the account', async () => {
    const broadcast_id = await draft();
    const send_at_local = wednesday('09:00');
    const scheduled = await calls.call('schedule_broadcast', { broadcast_id, send_at_local });
    expect(scheduled).toMatchObject({ recipients: 5, broadcast: { status: 'scheduled' } });
    expect(scheduled.broadcast.send_at_local).toBe(`${send_at_local}:00`);
    const { email_id } = scheduled.broadcast;
    const why = await calls.call('explain_delivery', { person: 'tokyo@example.com', email_id });
    expect(why.reasons[0]?.message).toContain(`is scheduled for ${iso(utc(0))},`);
    // Clocks first show it on Kiritimati.
    expect(Date.parse(scheduled.broadcast.send_at ?? '')).toBe(utc(9 - 14));
    expect(Date.parse(scheduled.expected_finish_at ?? '')).toBeLessThan(utc(8) + 1_000);
    await moveTo(utc(9 - 14) - 1);
    expect((await read(broadcast_id)).status).toBe('scheduled');
    await moveTo(utc(9 - 14));
    const begun = await read(broadcast_id);
    expect(begun).toMatchObject({ status: 'sending', recipients: 5 });
    expect(begun.progress?.expected_finish_at).toBe(iso(utc(14)));
    expect(begun.revision).toBe(scheduled.broadcast.revision + 1);
    const times = await due();
    expect(times).toMatchObject({ tokyo: iso(utc(0)), york: iso(utc(14)) });
    const morning = [times.berlin, times.nowhere, times.vienna].map((at) => Date.parse(at ?? ''));
    for (const at of morning) expect(Math.floor(at / 1_000) * 1_000).toBe(utc(8));
    await moveTo(utc(0));
    expect(got()).toEqual(['tokyo']);
    await moveTo(utc(8) + 1_000);
    expect(got().slice(1).sort()).toEqual(['berlin', 'nowhere', 'vienna']);
    await moveTo(utc(14));
    expect(got()[4]).toBe('york');
    expect(await read(broadcast_id)).toMatchObject({ status: 'sent', progress: { sent: 5 } });
  });

  it('keeps its pace within the mails of one time, and after them', async () => {
    const broadcast_id = await draft(1);
    await calls.call('schedule_broadcast', { broadcast_id, send_at_local: wednesday('09:00') });
    await moveTo(utc(9 - 14));
    const times = Object.values(await due()).sort();
    expect(times).toEqual([utc(0), utc(8), utc(9), utc(10), utc(14)].map(iso));
    // A faster pace holds for who is left, and nobody gets it before their time.
    await moveTo(utc(8));
    await calls.call('update_broadcast', { broadcast_id, emails_per_hour: 3_600 });
    expect(Object.values(await due()).sort()).toEqual([utc(8), utc(8) + 1_000, utc(14)].map(iso));
    await calls.call('cancel_broadcast', { broadcast_id });
    expect(await due()).toEqual({});
    expect(got()).toHaveLength(2);
  });

  it('goes at once to whose time has passed today', async () => {
    const broadcast_id = await draft();
    await moveTo(utc(10));
    const send_at_local = wednesday('09:00');
    await calls.call('schedule_broadcast', { broadcast_id, send_at_local });
    await moveTo(utc(10) + 1_000);
    expect(got().sort()).toEqual(['berlin', 'nowhere', 'tokyo', 'vienna']);
    expect(await due()).toEqual({ york: iso(utc(14)) });
    await calls.call('cancel_broadcast', { broadcast_id });
  });

  it('stays at the time of each person over a pause', async () => {
    const broadcast_id = await draft();
    await calls.call('schedule_broadcast', { broadcast_id, send_at_local: wednesday('09:00') });
    await moveTo(utc(-2));
    await calls.call('pause_broadcast', { broadcast_id });
    await moveTo(utc(6));
    expect(got()).toEqual([]);
    const { broadcast } = await calls.call('resume_broadcast', { broadcast_id });
    expect(broadcast.progress?.expected_finish_at).toBe(iso(utc(14)));
    await moveTo(utc(6) + 1_000);
    expect(got()).toEqual(['tokyo']);
    const times = await due();
    expect(times.york).toBe(iso(utc(14)));
    expect(Math.floor(Date.parse(times.vienna ?? '') / 1_000) * 1_000).toBe(utc(8));
    await calls.call('cancel_broadcast', { broadcast_id });
  });

  it('takes the next minute there is where clocks skip one, and the first of two', async () => {
    monday = Date.UTC(2032, 2, 8);
    await moveTo(monday);
    const spring = await draft();
    const skipped = '2032-03-14 02:30';
    await calls.call('schedule_broadcast', { broadcast_id: spring, send_at_local: skipped });
    await moveTo(Date.UTC(2032, 2, 13, 12, 30));
    expect((await due()).york).toBe('2032-03-14T07:00:00.000Z');
    await calls.call('cancel_broadcast', { broadcast_id: spring });
    monday = Date.UTC(2032, 10, 1);
    await moveTo(monday);
    const autumn = await draft();
    const twice = '2032-11-07T01:30';
    await calls.call('schedule_broadcast', { broadcast_id: autumn, send_at_local: twice });
    await moveTo(Date.UTC(2032, 10, 6, 11, 30));
    expect((await due()).york).toBe('2032-11-07T05:30:00.000Z');
    await calls.call('cancel_broadcast', { broadcast_id: autumn });
  });

  it('is scheduled again, sent now and undone as any other', async () => {
    const broadcast_id = await draft();
    const send_at_local = wednesday('09:00:00');
    await calls.call('schedule_broadcast', { broadcast_id, send_at_local });
    const send_at = iso(utc(12));
    const again = await calls.call('schedule_broadcast', { broadcast_id, send_at });
    expect(again.broadcast.send_at_local).toBeNull();
    const [change] = (await calls.call('list_changes', { resource: 'broadcasts' })).changes;
    await calls.call('revert_change', { change_id: change?.id ?? 0 });
    expect(await read(broadcast_id)).toMatchObject({ status: 'scheduled', send_at_local });
    const { broadcast } = await calls.call('unschedule_broadcast', { broadcast_id });
    expect(broadcast).toMatchObject({ status: 'draft', send_at: null, send_at_local: null });
    await calls.call('schedule_broadcast', { broadcast_id, send_at_local });
    await calls.call('send_broadcast_now', { broadcast_id });
    await moveTo(monday + 1_000);
    expect(got()).toHaveLength(5);
  });

  it('is refused with an offset, beside send_at, without a time, and once it has passed everywhere', async () => {
    const broadcast_id = await draft();
    const refused = async (time: object) =>
      (await calls.refused('schedule_broadcast', { broadcast_id, ...time })).members.errors;
    const local = { path: 'send_at_local' };
    const offset = { send_at_local: wednesday('09:00Z') };
    expect(await refused(offset)).toMatchObject([{ ...local, code: 'time_invalid' }]);
    expect(await refused({ send_at_local: 'soon' })).toMatchObject([local]);
    const past = { send_at_local: iso(monday - day).slice(0, 16) };
    expect(await refused(past)).toMatchObject([{ ...local, code: 'time_past' }]);
    const both = { send_at_local: wednesday('09:00'), send_at: iso(utc(9)) };
    expect(await refused(both)).toMatchObject([local]);
    const neither = await calls.refused('schedule_broadcast', { broadcast_id });
    expect(pathsOf(neither)).toEqual(['send_at']);
  });
});
