import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { type Delivering, delivering } from './delivering.ts';

let opened: TestService;
let calls: Calling;
let mail: Delivering;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  mail = delivering(opened);
});

beforeEach(async () => {
  await calls.call('update_profile', { timezone: 'America/New_York' });
  await windows();
});

afterAll(async () => {
  await opened.close();
});

const everyDay = [0, 1, 2, 3, 4, 5, 6];

function hourIn(timeZone: string, at: string): number {
  const shown = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return Number(shown.format(new Date(at)));
}

/** The next time at which clocks in New York show the hour; winter and summer differ. */
async function at(hour: number): Promise<Date> {
  const { now } = await calls.call('get_clock', {});
  const shown = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  let time = Math.ceil((Date.parse(now) + 1) / 3_600_000) * 3_600_000;
  while (Number(shown.format(time)) !== hour) time += 3_600_000;
  return new Date(time);
}

async function moveTo(hour: number): Promise<void> {
  await calls.call('move_clock', { now: (await at(hour)).toISOString() });
}

async function email(labels: string[] = []): Promise<number> {
  const made = await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hello', labels });
  return made.email.id;
}

/** The id of an email as its file has it. */
const pad = (id: number) => String(id).padStart(4, '0');

const windows = (...rules: object[]) =>
  calls.call('update_settings', { settings: { send_windows: { rules } } });

const queued = async (status?: 'holding' | 'scheduled') => {
  const { queue, counts } = await calls.call('list_queue', status ? { status } : {});
  return { queue, counts };
};

describe('send windows', () => {
  it('QUEUE-05 hold nothing back where there are no rules', async () => {
    await moveTo(3);
    expect(await mail.deliver([await email()])).toHaveLength(1);
  });

  it('QUEUE-07, QUEUE-08, QUEUE-09 hold an email outside of its window until that opens, and send it once', async () => {
    await windows({ label: null, days: everyDay, start: '09:00', end: '17:00' });
    await moveTo(20);
    const opens = await at(9);
    expect(await mail.deliver([await email()])).toEqual([]);
    const held = { status: 'holding', hold_reason: 'Outside its send window' };
    const { queue, counts } = await queued();
    expect(queue).toMatchObject([{ ...held, due_at: opens.toISOString() }]);
    expect(counts).toMatchObject({ holding: 1, scheduled: 0 });
    expect((await queued('holding')).queue).toHaveLength(1);
    expect((await queued('scheduled')).queue).toEqual([]);
    const why = await calls.call('explain_delivery', {
      person: 'reader@example.com',
      email_id: queue[0]?.email.id ?? 0,
    });
    expect(why).toMatchObject({ would_send: true });
    expect(why.reasons).toContainEqual(expect.objectContaining({ code: 'outside_window' }));
    await calls.call('move_clock', { now: new Date(opens.getTime() - 1).toISOString() });
    expect(await mail.arrived()).toEqual([]);
    await calls.call('move_clock', { now: opens.toISOString() });
    expect(await mail.arrived()).toHaveLength(1);
    await calls.call('move_clock', { advance: { amount: 3, unit: 'days' } });
    expect(await mail.arrived()).toEqual([]);
    expect((await queued()).queue).toEqual([]);
  });

  it('QUEUE-06 go by the labels of the email, and send at once what is within its own', async () => {
    await windows(
      { label: null, days: everyDay, start: '09:00', end: '17:00' },
      { label: 'night', days: everyDay, start: '00:00', end: '06:00' },
    );
    await moveTo(2);
    const [night, day] = [await email(['other', 'night']), await email(['other'])];
    expect(await mail.deliver([night, day])).toHaveLength(1);
    const { queue } = await queued();
    expect(queue).toMatchObject([{ email: { id: day }, status: 'holding' }]);
  });

  it('QUEUE-08 look again at what they hold when rules or the zone change', async () => {
    await windows({ label: null, days: everyDay, start: '09:00', end: '17:00' });
    await moveTo(20);
    await mail.deliver([await email()]);
    // It is morning in Tokyo then.
    await calls.call('update_profile', { timezone: 'Asia/Tokyo' });
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    expect(await mail.arrived()).toHaveLength(1);
    await calls.call('update_profile', { timezone: 'America/New_York' });
    expect(await mail.deliver([await email()])).toEqual([]);
    await windows();
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    expect(await mail.arrived()).toHaveLength(1);
  });

  it('QUEUE-06, QUEUE-08 look again at what they hold of an email when its labels or its kind change, by a save, a draft or a file', async () => {
    const settled = () => calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    await windows({ label: 'day', days: everyDay, start: '09:00', end: '17:00' });
    await moveTo(20);
    const emails = [];
    for (let made = 0; made < 4; made += 1) emails.push(await email(['day']));
    const [saved = 0, published = 0, pushed = 0, kept = 0] = emails;
    expect(await mail.deliver(emails)).toEqual([]);
    await calls.call('update_email', { email_id: saved, labels: ['urgent'] });
    await calls.call('save_email_draft', { email_id: published, kind: 'transactional' });
    await calls.call('publish_email', { email_id: published });
    await settled();
    expect(await mail.arrived()).toHaveLength(2);
    const { files } = await calls.call('export_definitions', {});
    const path = Object.keys(files).find((name) => name.startsWith(`emails/${pad(pushed)}-`)) ?? '';
    const content = String(files[path]).replace(/labels: \[.*\]|labels:\n {2}- day/, 'labels: []');
    await calls.call('apply_definitions', { files: { ...files, [path]: content } });
    await settled();
    expect(await mail.arrived()).toHaveLength(1);
    expect((await queued()).queue.map(({ email: { id } }) => id)).toEqual([kept]);
    await windows();
    await settled();
    await mail.arrived();
  });

  it('CAP-05 look again at what they hold of a person whose time zone changes', async () => {
    const settled = () => calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    const day = { days: everyDay, start: '09:00', end: '17:00' };
    await windows({ label: null, timezone: 'person', ...day });
    await calls.call('upsert_person', { email: 'reader@example.com', timezone: 'Asia/Tokyo' });
    // It is past midnight in Tokyo then.
    await moveTo(12);
    expect(await mail.deliver([await email()])).toEqual([]);
    await calls.call('upsert_person', { email: 'reader@example.com', timezone: 'America/Lima' });
    await settled();
    expect(await mail.arrived()).toHaveLength(1);
    await calls.call('update_person', { person: 'reader@example.com', timezone: null });
  });

  it('CAP-05 open in the zone of a person where the rule says so, else in that of the account', async () => {
    const own = { label: 'own', timezone: 'person' };
    await windows(
      { label: null, days: everyDay, start: '09:00', end: '17:00' },
      { ...own, days: everyDay, start: '09:00', end: '17:00' },
    );
    await calls.call('upsert_person', { email: 'reader@example.com', timezone: 'Asia/Tokyo' });
    // It is between eight and ten in the morning in Tokyo then, and tomorrow's window is not open.
    await moveTo(20);
    const tokyo = await calls.call('get_clock', {});
    const [both, theirs] = [await email(), await email(['own'])];
    const sent = await mail.deliver([both, theirs]);
    const isOpen = hourIn('Asia/Tokyo', tokyo.now) >= 9;
    expect(sent).toHaveLength(isOpen ? 1 : 0);
    const { queue } = await queued();
    expect(queue.map(({ email: { id } }) => id)).toContain(both);
    await calls.call('move_clock', { advance: { amount: 2, unit: 'hours' } });
    const { queue: left } = await queued();
    expect(left.map(({ email: { id } }) => id)).toEqual([both]);
    await calls.call('update_person', { person: 'reader@example.com', timezone: null });
    expect(await mail.deliver([theirs])).toEqual([]);
    const opens = await at(9);
    const { queue: now } = await queued();
    expect(now.map(({ due_at }) => due_at)).toEqual([opens.toISOString(), opens.toISOString()]);
    await windows();
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  });

  it('BC-06 a broadcast whose mail waits for one ends when that is due, and its sample is counted then', async () => {
    await windows({ label: null, days: everyDay, start: '09:00', end: '17:00' });
    await moveTo(20);
    const opens = await at(9);
    await calls.call('upsert_person', { email: 'reader@example.com', tags: ['windowed'] });
    const definition = { type: 'has_tag', tag: 'windowed' };
    await calls.call('create_segment', { key: 'windowed', definition });
    const about = { name: 'Windowed', segment: 'windowed' };
    const end = async (broadcast_id: number) => {
      await calls.call('send_broadcast_now', { broadcast_id });
      await calls.call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
      const { broadcast } = await calls.call('get_broadcast', { broadcast_id });
      return broadcast.progress?.expected_finish_at;
    };
    const { broadcast } = await calls.call('create_broadcast', {
      ...about,
      email_source: 'scratch',
    });
    const written = { subject: 'News', body_markdown: 'Hello' };
    await calls.call('update_email', { email_id: broadcast.email_id, ...written });
    expect(await end(broadcast.id)).toBe(opens.toISOString());
    const [one, two] = [await email(), await email()];
    const variants = [one, two].map((email_id) => ({
      name: String(email_id),
      email_id,
      weight: 1,
    }));
    const rule = {
      metric: 'opened' as const,
      sample_percent: 100,
      after: { amount: 2, unit: 'hours' as const },
    };
    const compared = await calls.call('create_broadcast', { ...about, variants, winner: rule });
    const decided = new Date(opens.getTime() + 2 * 3_600_000).toISOString();
    expect(await end(compared.broadcast.id)).toBe(decided);
    await windows();
    await calls.call('move_clock', { advance: { amount: 1, unit: 'days' } });
    await mail.arrived();
  });

  it('QUEUE-09 leave a pause its word and have theirs again after it, and leave tests alone, and the unsubscribed out', async () => {
    await windows({ label: null, days: everyDay, start: '09:00', end: '17:00' });
    await moveTo(20);
    const one = await email();
    await mail.deliver([one]);
    const { source, due_at } = (await queued()).queue[0] ?? {};
    const { flows } = await calls.call('list_flows', {});
    const flow_key = flows.find(({ id }) => id === source?.id)?.key ?? '';
    await calls.call('pause_flow', { flow_key });
    expect((await queued()).queue).toMatchObject([{ hold_reason: 'Flow is paused' }]);
    await calls.call('activate_flow', { flow_key });
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    const held = { status: 'holding', hold_reason: 'Outside its send window', due_at };
    expect((await queued()).queue).toMatchObject([held]);
    // What they hold is looked at again after a pause too.
    await calls.call('pause_flow', { flow_key });
    await windows();
    await calls.call('activate_flow', { flow_key });
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    expect(await mail.arrived()).toHaveLength(1);
    await windows({ label: null, days: everyDay, start: '09:00', end: '17:00' });
    await mail.deliver([one]);
    await calls.call('send_test_email', { email_id: one, to: 'reader@example.com' });
    expect(await mail.arrived()).toHaveLength(1);
    await calls.call('update_person', { person: 'reader@example.com', unsubscribed: true });
    await calls.call('move_clock', { advance: { amount: 1, unit: 'days' } });
    expect(await mail.arrived()).toEqual([]);
    expect((await queued()).queue).toEqual([]);
  });
});
