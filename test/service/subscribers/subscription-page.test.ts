import type {
  PreferenceSave,
  SubscriptionPage,
} from '@postroad/service/subscribers/subscription-page';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dumpWritten } from '../../support/dump.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import {
  reader as readerOf,
  type Subscriber,
  subscriber,
  testKey,
  tokenOf,
} from './subscribing.ts';

let opened: TestService;
let calls: Calling;
let count = 0;

beforeAll(async () => {
  opened = await openTestService({ env: { SECRET_KEY: testKey } });
  calls = calling(opened);
  await calls.call('create_field', { key: 'topics', type: 'string' });
});

afterAll(async () => {
  await opened.close();
});

function somebody(): Promise<Subscriber> {
  count += 1;
  return readerOf(opened, `reader-${count}@example.com`);
}

function somebodyWithMail(): Promise<Subscriber> {
  count += 1;
  return subscriber(opened, `reader-${count}@example.com`);
}

async function eventsOf({ personId }: Subscriber) {
  const { events } = await calls.call('list_events', { person: String(personId) });
  return events.map(({ name, details }) => ({ name, details }));
}

const toggles = [
  {
    id: 'news',
    label: 'News',
    description: 'Once a week',
    condition: { type: 'has_tag', tag: 'news' },
    on: [{ type: 'add_tag', tag: 'News' }],
    off: [{ type: 'remove_tag', tag: 'news' }],
  },
  {
    id: 'tips',
    label: 'Tips',
    condition: { type: 'field', field: 'topics', op: 'equals', value: 'tips' },
    on: [{ type: 'set_field', field: 'topics', value: 'tips' }],
    off: [{ type: 'clear_field', field: 'topics' }],
  },
];

const preferencesKey = 'sending.subscription_preferences';
const urlKey = 'sending.unsubscribe_page_url';

async function enable(preferences: object = { enabled: true, toggles }) {
  await calls.call('update_settings', {
    settings: { [urlKey]: '', [preferencesKey]: preferences },
  });
}

async function pageOf({ token }: Pick<Subscriber, 'token'>): Promise<SubscriptionPage> {
  const page = await opened.service.readSubscription(token);
  if (page === null) throw new Error('The token stands for nobody.');
  return page;
}

async function submit(
  { token }: Pick<Subscriber, 'token'>,
  selections: Record<string, unknown>,
  revision?: string,
): Promise<PreferenceSave> {
  const current = (await pageOf({ token })).preferences?.revision ?? '';
  const submission = { revision: revision ?? current, selections };
  const saved = await opened.service.savePreferences(token, submission);
  if (saved === null) throw new Error('The token stands for nobody.');
  return saved;
}

const onOf = ({ preferences }: SubscriptionPage) =>
  Object.fromEntries((preferences?.toggles ?? []).map(({ id, on }) => [id, on]));

it('SUB-05 keeps the reason, the email and the send that led to an unsubscribe', async () => {
  const reader = await somebodyWithMail();
  const status = await opened.service.unsubscribe(reader.token, {
    ...{ reason: '  too_frequent\u0000\n ', how: 'api' },
  });
  expect(status).toMatchObject({
    ...{ email: reader.email, unsubscribed: true, reason: 'too_frequent' },
  });
  const about = { email_id: reader.emailId, send_id: reader.sendId };
  expect((await eventsOf(reader))[0]).toEqual({
    name: 'unsubscribed',
    details: { reason: 'too_frequent', how: 'api', ...about },
  });
  const rows = await opened.database.pool`
    select email_id::int as email_id, send_id::int as send_id from unsubscribes
    where person_id = ${reader.personId}`;
  expect([...rows]).toEqual([about]);
  const { person } = await calls.call('get_person', { person: reader.email });
  expect(person).toMatchObject({ unsubscribed: true, reason: 'too_frequent' });
  const { timeline } = await calls.call('get_timeline', { person: reader.email });
  const left = timeline.find((entry) => entry.kind === 'event' && entry.name === 'unsubscribed');
  expect(left).toMatchObject({ details: about });
});

it('SUB-09, SUB-11 every way out and back is an event, and a repeat is none', async () => {
  const reader = await somebody();
  for (const how of ['page', 'api', 'one_click'] as const) {
    for (const _ of [1, 2]) await opened.service.unsubscribe(reader.token, { reason: null, how });
    for (const _ of [1, 2]) await opened.service.resubscribe(reader.token, { how });
  }
  const events = (await eventsOf(reader)).filter(({ name }) => name.endsWith('subscribed'));
  expect(events.map(({ name, details }) => [name, details.how]).reverse()).toEqual([
    ['unsubscribed', 'page'],
    ['resubscribed', 'page'],
    ['unsubscribed', 'api'],
    ['resubscribed', 'api'],
    ['unsubscribed', 'one_click'],
    ['resubscribed', 'one_click'],
  ]);
});

it('keeps a reason that comes after one click, and the time of the click', async () => {
  const reader = await somebody();
  const click = { reason: null, how: 'one_click' } as const;
  const first = await opened.service.unsubscribe(reader.token, click);
  await calls.call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
  const form = { reason: 'not_relevant', how: 'page' } as const;
  const second = await opened.service.unsubscribe(reader.token, form);
  expect(second).toEqual({ ...first, reason: 'not_relevant' });
});

it('SUB-04 keeps the first reason when a link is used again with another', async () => {
  const reader = await somebody();
  const first = { reason: 'not_relevant', how: 'page' } as const;
  const left = await opened.service.unsubscribe(reader.token, first);
  const again = { reason: 'too_frequent', how: 'api' } as const;
  expect(await opened.service.unsubscribe(reader.token, again)).toEqual(left);
  // An operator who learns more may correct it.
  const email = left?.email ?? '';
  const corrected = { email, unsubscribed: true, reason: 'Asked by phone' };
  await calls.call('upsert_person', corrected);
  const click = { reason: null, how: 'one_click' } as const;
  expect(await opened.service.unsubscribe(reader.token, click)).toEqual({
    ...left,
    reason: corrected.reason,
  });
});

it('many at once are one unsubscribe', async () => {
  const reader = await somebody();
  const click = { reason: null, how: 'one_click' } as const;
  await Promise.all(
    Array.from({ length: 20 }, () => opened.service.unsubscribe(reader.token, click)),
  );
  const names = (await eventsOf(reader)).map(({ name }) => name);
  expect(names.filter((name) => name === 'unsubscribed')).toHaveLength(1);
  const rows = await opened.database.pool`
    select from unsubscribes where person_id = ${reader.personId}`;
  expect(rows).toHaveLength(1);
});

it('takes no reason for the one by which erased people are known', async () => {
  const reader = await somebody();
  const status = await opened.service.unsubscribe(reader.token, { reason: 'erased', how: 'api' });
  expect(status).toMatchObject({ unsubscribed: true, reason: null });
});

it('choices wake who waits for them, and start flows', async () => {
  await enable();
  const reader = await somebody();
  const wait_for = { condition: { type: 'has_tag', tag: 'news' } };
  const nodes = [
    { type: 'gate', wait_for },
    { type: 'add_tag', tag: 'waited' },
  ];
  await calls.call('create_flow', { key: 'gate', definition: { trigger: { event: 'g' }, nodes } });
  const trigger = { event: 'tag_added', match: { detail: 'tag', op: 'equals', value: 'News' } };
  const greeted = { trigger, nodes: [{ type: 'add_tag', tag: 'greeted' }] };
  await calls.call('create_flow', { key: 'greet', definition: greeted });
  for (const flow_key of ['gate', 'greet']) await calls.call('activate_flow', { flow_key });
  await calls.call('record_event', { email: reader.email, name: 'g' });
  await calls.call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
  await submit(reader, { news: true, tips: false });
  await calls.call('move_clock', { advance: { amount: 0, unit: 'minutes' } });
  const { person } = await calls.call('get_person', { person: reader.email });
  expect(person.tags.map((tag) => tag.toLowerCase()).toSorted()).toEqual([
    ...['greeted', 'news', 'waited'],
  ]);
});

it('SUB-06 nothing that is queued goes out after an unsubscribe', async () => {
  const reader = await somebodyWithMail();
  const { email } = await calls.call('create_email', { subject: 'Later', body_markdown: 'x' });
  const nodes = [{ type: 'send_email', email_id: email.id }];
  await calls.call('create_flow', { key: 'later', definition: { trigger: { event: 'l' }, nodes } });
  await calls.call('activate_flow', { flow_key: 'later' });
  await calls.call('update_settings', {
    settings: { send_windows: { rules: [{ label: null, days: [0], end: '00:01' }] } },
  });
  await calls.call('record_event', { email: reader.email, name: 'l' });
  await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  const { queue } = await calls.call('list_queue', { person: reader.email });
  expect(queue).toMatchObject([{ status: 'holding' }]);
  await opened.service.unsubscribe(reader.token, { reason: null, how: 'one_click' });
  const told = await calls.call('explain_delivery', {
    ...{ person: reader.email, email_id: email.id },
  });
  const by = `(email ${reader.emailId}, send ${reader.sendId}).`;
  expect(told.reasons.find(({ code }) => code === 'unsubscribed')?.message).toContain(by);
  await calls.call('update_settings', { settings: { send_windows: { rules: [] } } });
  await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  const ended = await calls.call('list_queue', { person: reader.email, status: 'skipped' });
  expect(ended.queue).toMatchObject([{ status: 'skipped', email: { id: email.id } }]);
});

it('SET-25 shows no preferences beside a custom URL, nor where they are not enabled', async () => {
  const reader = await somebody();
  await enable({ enabled: false, toggles });
  expect((await pageOf(reader)).preferences).toBeNull();
  await enable();
  expect((await pageOf(reader)).preferences?.toggles).toEqual([
    { id: 'news', label: 'News', description: 'Once a week', on: false },
    { id: 'tips', label: 'Tips', description: null, on: false },
  ]);
  await calls.call('update_settings', { settings: { [urlKey]: 'https://example.com/bye' } });
  expect((await pageOf(reader)).preferences).toBeNull();
  expect(await submit(reader, { news: true, tips: true })).toMatchObject({ result: 'stale' });
});

it('SUB-26, PREF-19 every toggle runs its chosen list, and nothing else changes', async () => {
  await enable();
  const reader = await somebody();
  const saved = await submit(reader, { news: true, tips: true });
  expect(saved.result).toBe('saved');
  expect(onOf(saved.page)).toEqual({ news: true, tips: true });
  const { person } = await calls.call('get_person', { person: reader.email });
  expect(person).toMatchObject({ tags: ['News'], fields: { topics: 'tips' }, unsubscribed: false });
  const names = (await eventsOf(reader)).map(({ name }) => name);
  expect(names.slice(0, 2).sort()).toEqual(['field_changed', 'tag_added']);
  expect((await submit(reader, { news: false, tips: true })).result).toBe('saved');
  expect(onOf(await pageOf(reader))).toEqual({ news: false, tips: true });
});

it('SUB-19 takes a selection of every toggle and of nothing else', async () => {
  await enable();
  const reader = await somebody();
  for (const selections of [
    {},
    { news: true },
    { news: true, tips: true, other: false },
    { news: 'on', tips: true },
    { news: null, tips: true },
  ]) {
    const saved = await submit(reader, selections);
    expect(saved.result, JSON.stringify(selections)).toBe('invalid');
  }
  expect(onOf(await pageOf(reader))).toEqual({ news: false, tips: false });
});

it('SUB-20 a submission for toggles that changed meanwhile is not applied', async () => {
  await enable();
  const reader = await somebody();
  const old = (await pageOf(reader)).preferences?.revision ?? '';
  await enable({ enabled: true, toggles, introduction: 'Choose.' });
  expect((await pageOf(reader)).preferences?.revision).toBe(old);
  await enable({ enabled: true, toggles: [{ ...toggles[0], label: 'All news' }, toggles[1]] });
  for (const revision of [old, '', 'x'.repeat(1_000)]) {
    const saved = await submit(reader, { news: true, tips: true }, revision);
    expect(saved.result).toBe('stale');
  }
  expect(onOf(await pageOf(reader))).toEqual({ news: false, tips: false });
});

it('SUB-23, SUB-25 preferences and subscription leave each other alone', async () => {
  await enable();
  const reader = await somebody();
  await submit(reader, { news: true, tips: true });
  await opened.service.unsubscribe(reader.token, { reason: null, how: 'page' });
  expect((await submit(reader, { news: false, tips: false })).result).toBe('unsubscribed');
  const back = await opened.service.resubscribe(reader.token, { how: 'page' });
  expect(back?.unsubscribed).toBe(false);
  expect(onOf(await pageOf(reader))).toEqual({ news: true, tips: true });
});

it('PREF-18 a save whose actions do not lead to what was chosen is rolled back whole', async () => {
  const paying = { type: 'has_tag', tag: 'paying' };
  const club = {
    ...{ id: 'club', label: 'Club' },
    condition: { all: [paying, { type: 'has_tag', tag: 'club' }] },
    on: [{ type: 'add_tag', tag: 'club' }],
    off: [{ type: 'remove_tag', tag: 'club' }],
  };
  await enable({ enabled: true, toggles: [...toggles, club] });
  const reader = await somebody();
  const before = await dumpWritten(opened.database);
  const refused = await submit(reader, { news: true, tips: true, club: true });
  expect(refused).toMatchObject({ result: 'refused', toggles: ['club'] });
  expect(onOf(refused.page)).toEqual({ news: false, tips: false, club: false });
  expect(await dumpWritten(opened.database)).toEqual(before);
  await calls.call('tag_person', { person: reader.email, tag: 'paying' });
  expect((await submit(reader, { news: true, tips: true, club: true })).result).toBe('saved');
});

it('a field that has another type by now rolls the save back', async () => {
  await calls.call('create_field', { key: 'turns', type: 'number' });
  const turning = {
    ...{ id: 'turns', label: 'Turns' },
    condition: { type: 'field', field: 'turns', op: 'present' },
    on: [{ type: 'set_field', field: 'turns', value: 3 }],
    off: [{ type: 'clear_field', field: 'turns' }],
  };
  await enable({ enabled: true, toggles: [...toggles, turning] });
  await opened.database.pool`update fields set type = 'date' where key = 'turns'`;
  const reader = await somebody();
  const refused = await submit(reader, { news: true, tips: true, turns: true });
  expect(refused).toMatchObject({ result: 'refused', toggles: ['turns'] });
});

it('TOKEN-02 nobody is behind a token of an erased person, of an unknown one or of no one', async () => {
  const reader = await somebody();
  await calls.call('delete_person', { person: reader.email });
  const unknown = tokenOf({ personId: 9_999_999, emailId: 1, sendId: 1 });
  const before = await dumpWritten(opened.database);
  for (const token of [reader.token, unknown, '', 'x', `${reader.token}=`]) {
    expect(await opened.service.readSubscription(token)).toBeNull();
    const out = { reason: 'other', how: 'api' } as const;
    expect(await opened.service.unsubscribe(token, out)).toBeNull();
    expect(await opened.service.resubscribe(token, { how: 'api' })).toBeNull();
    const submission = { revision: '', selections: {} };
    expect(await opened.service.savePreferences(token, submission)).toBeNull();
  }
  expect(await dumpWritten(opened.database)).toEqual(before);
});
