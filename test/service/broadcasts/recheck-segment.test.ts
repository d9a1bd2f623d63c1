import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { reader, testKey } from '../subscribers/subscribing.ts';

let opened: TestService;
let calls: Calling;
let made = 0;

beforeAll(async () => {
  opened = await openTestService({ env: { SECRET_KEY: testKey } });
  calls = calling(opened);
});

afterAll(() => opened.close());

const minutes = (amount: number) => ({ advance: { amount, unit: 'minutes' as const } });

const topic = (tag: string) => ({
  id: tag,
  label: tag,
  condition: { type: 'has_tag', tag },
  on: [{ type: 'add_tag', tag }],
  off: [{ type: 'remove_tag', tag }],
});

const setToggles = (...toggles: object[]) =>
  calls.call('update_settings', {
    settings: { 'sending.subscription_preferences': { enabled: toggles.length > 0, toggles } },
  });

/** Ada and Bob with a tag, the segment of it, and a broadcast to them at one mail a minute. */
async function toTopic(
  content: { recheck_segment?: boolean | null } = {},
  definitionOf = (tag: string): object => ({ type: 'has_tag', tag }),
) {
  made += 1;
  const tag = `topic-${made}`;
  const people = ['ada', 'bob'].map((name) => `${name}-${made}@example.com`);
  for (const email of people) await calls.call('upsert_person', { email, tags: [tag] });
  const definition = { ...definitionOf(tag) };
  const { segment } = await calls.call('create_segment', { key: tag, definition });
  const { email } = await calls.call('create_email', { subject: tag, body_markdown: 'Hello' });
  const { broadcast } = await calls.call('create_broadcast', {
    ...{ name: tag, segment_id: segment.id, email_source: 'copy', email_id: email.id },
    ...{ emails_per_hour: 60, ...content },
  });
  const { id: broadcast_id, email_id } = broadcast;
  const [, bob = ''] = people;
  return {
    ...{ tag, broadcast_id, email_id, bob },
    async start() {
      await calls.call('send_broadcast_now', { broadcast_id });
      await calls.call('move_clock', { advance: { amount: 1, unit: 'seconds' } });
    },
    leave: () => calls.call('untag_person', { person: bob, tag }),
    /** Addresses with statuses and reasons, once it is over. */
    async ended() {
      await calls.call('move_clock', minutes(5));
      const list = async (status: 'sent' | 'skipped') =>
        (await calls.call('list_queue', { email_id, status })).queue;
      const queue = [...(await list('sent')), ...(await list('skipped'))];
      const shown = queue.map(({ person, status, last_error }) => [
        person?.email.slice(0, 3),
        ...[status, last_error],
      ]);
      return shown.sort();
    },
    read: async () => (await calls.call('get_broadcast', { broadcast_id })).broadcast,
  };
}

const both = [
  ['ada', 'sent', null],
  ['bob', 'sent', null],
];
const bobLeft = [
  ['ada', 'sent', null],
  ['bob', 'skipped', 'Left the segment'],
];

describe('a broadcast whose segment people leave while it is sent', () => {
  it('SAFE-46 skips who left it, where recheck_segment is true', async () => {
    const at = await toTopic({ recheck_segment: true });
    expect(await at.read()).toMatchObject({ recheck_segment: true });
    await at.start();
    await at.leave();
    const explained = await calls.call('explain_delivery', {
      ...{ person: at.bob, email_id: at.email_id },
    });
    expect(explained.would_send).toBe(false);
    expect(explained.reasons.map(({ code }) => code)).toEqual(['segment_left', 'not_due_yet']);
    expect(await at.ended()).toEqual(bobLeft);
    expect(await at.read()).toMatchObject({ status: 'sent', stats: { sent: 1, skipped: 1 } });
    const after = await calls.call('explain_delivery', { person: at.bob, email_id: at.email_id });
    expect(after.reasons).toMatchObject([{ code: 'skipped' }]);
  });

  it('SAFE-46 looks at the segment as it is then, its segments included', async () => {
    const at = await toTopic({ recheck_segment: true });
    await at.start();
    await calls.call('create_segment', {
      ...{ key: `${at.tag}-b`, definition: { type: 'has_tag', tag: 'nobody-has-it' } },
    });
    const definition = { type: 'in_segment', segment: `${at.tag}-b` };
    await calls.call('update_segment', { segment_key: at.tag, definition });
    expect(await at.ended()).toEqual(bobLeft);
  });

  it('SAFE-47 sends to them where it is false, and where no toggle writes what the segment reads', async () => {
    await setToggles(topic('something-else'));
    for (const content of [{ recheck_segment: false }, {}]) {
      const at = await toTopic(content);
      expect(await at.read()).toMatchObject({ recheck_segment: false });
      await at.start();
      await at.leave();
      const { person } = await calls.call('get_person', { person: at.bob });
      expect(person.tags).toEqual([]);
      const explained = await calls.call('explain_delivery', {
        ...{ person: at.bob, email_id: at.email_id },
      });
      expect(explained.would_send).toBe(true);
      expect(await at.ended()).toEqual(both);
    }
  });

  it('SAFE-47 skips them by itself where a toggle writes what the segment reads', async () => {
    const at = await toTopic();
    expect(await at.read()).toMatchObject({ recheck_segment: false });
    await at.start();
    await setToggles(topic(at.tag.toUpperCase()));
    expect(await at.read()).toMatchObject({ recheck_segment: true });
    const { token } = await reader(opened, at.bob);
    const page = await opened.service.readSubscription(token);
    const { revision = '' } = page?.preferences ?? {};
    const selections = { [at.tag.toUpperCase()]: false };
    const saved = await opened.service.savePreferences(token, { revision, selections });
    expect(saved?.result).toBe('saved');
    expect(await at.ended()).toEqual(bobLeft);
    await setToggles();
  });

  it('SAFE-47 follows the segments that the segment names, and fields', async () => {
    await calls.call('create_field', { key: 'weekly', type: 'boolean' });
    const field = { type: 'field', field: 'weekly', op: 'equals', value: false };
    await calls.call('create_segment', { key: 'no-weekly', definition: field });
    const at = await toTopic({}, (tag) => ({
      all: [{ type: 'has_tag', tag }, { not: { type: 'in_segment', segment: 'no-weekly' } }],
    }));
    const set = (value: boolean) => ({ type: 'set_field', field: 'weekly', value });
    const condition = { type: 'field', field: 'weekly', op: 'equals', value: true };
    await setToggles({
      ...{ id: 'weekly', label: 'Weekly', condition, on: [set(true)], off: [set(false)] },
    });
    expect(await at.read()).toMatchObject({ recheck_segment: true });
    await at.start();
    await calls.call('update_person', { person: at.bob, fields: { weekly: false } });
    expect(await at.ended()).toEqual(bobLeft);
    await setToggles();
  });

  it('SAFE-47 can be changed until it ends, and null leaves it to the segment', async () => {
    const at = await toTopic({ recheck_segment: true });
    const { broadcast_id } = at;
    await at.start();
    const off = await calls.call('update_broadcast', { broadcast_id, recheck_segment: false });
    expect(off.broadcast.recheck_segment).toBe(false);
    await setToggles(topic(at.tag));
    const open = await calls.call('update_broadcast', { broadcast_id, recheck_segment: null });
    expect(open.broadcast.recheck_segment).toBe(true);
    await setToggles();
    await at.leave();
    expect(await at.ended()).toEqual(both);
    const late = { broadcast_id, recheck_segment: true };
    expect((await calls.refused('update_broadcast', late)).code).toBe('conflict');
  });
});
