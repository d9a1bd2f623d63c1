import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';
import { type Delivering, delivering } from '../sending/delivering.ts';

let opened: TestService;
let calls: Calling;
let mail: Delivering;

const person = 'reader@example.com';

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  mail = delivering(opened);
  await calls.call('upsert_person', { email: person, tags: ['vip'] });
});

afterAll(() => opened.close());

const tagged = (tag: string) => ({ type: 'has_tag', tag });

async function email(labels: string[] = []): Promise<number> {
  const made = await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hello', labels });
  return made.email.id;
}

/** Why the newest send of an email was skipped. */
async function skippedWhy(emailId: number): Promise<string | null | undefined> {
  const { queue } = await calls.call('list_queue', { status: 'skipped', person });
  return queue.find((send) => send.email.id === emailId)?.last_error;
}

async function whyOf(emailId: number) {
  const { would_send, reasons } = await calls.call('explain_delivery', {
    person,
    email_id: emailId,
  });
  return { would_send, codes: reasons.map(({ code }) => code), reasons };
}

it('is created, read by key and id, listed, changed and deleted', async () => {
  const made = await calls.call('create_guard', {
    name: 'In a trial',
    condition: tagged(' Trial '),
    labels: ['promo', 'promo', ' '],
  });
  const { guard, warnings } = made;
  expect(guard).toMatchObject({ key: 'in-a-trial', labels: ['promo'], enabled: true });
  expect(warnings).toMatchObject([{ path: 'condition.tag' }, { code: 'label_unused' }]);
  for (const guard_key of [guard.key, String(guard.id)]) {
    expect((await calls.call('get_guard', { guard_key })).guard).toEqual(guard);
  }
  expect((await calls.call('list_guards', {})).guards).toEqual([guard]);
  const { guard: changed } = await calls.call('update_guard', {
    guard_key: guard.key,
    labels: [],
    enabled: false,
  });
  expect(changed).toMatchObject({
    ...guard,
    labels: [],
    enabled: false,
    revision: 2,
    updated_at: changed.updated_at,
  });
  expect(await calls.call('delete_guard', { guard_key: guard.key })).toEqual({ deleted: true });
  expect((await calls.refused('get_guard', { guard_key: guard.key })).code).toBe('not_found');
});

it('refuses a malformed condition with paths into the tree, keys that are taken, and neither', async () => {
  const broken = { all: [tagged('x'), { type: 'has_tag' }] };
  expect(pathsOf(await calls.refused('create_guard', { key: 'bad', condition: broken }))).toEqual([
    'condition.all[1].tag',
  ]);
  expect(pathsOf(await calls.refused('create_guard', { condition: tagged('x') }))).toEqual([
    'name',
  ]);
  await calls.call('create_guard', { key: 'once', condition: tagged('x') });
  const again = await calls.refused('create_guard', { key: 'once', condition: tagged('x') });
  expect(again.code).toBe('conflict');
  expect(
    pathsOf(await calls.refused('update_guard', { guard_key: 'once', condition: { all: 1 } })),
  ).not.toEqual([]);
  await calls.call('delete_guard', { guard_key: 'once' });
});

it('skips the people who match when an email of its labels comes due, and nobody once it is off', async () => {
  await calls.call('create_guard', { key: 'no-vips', condition: tagged('vip'), labels: ['promo'] });
  const [promo, plain] = [await email(['news', 'promo']), await email(['news'])];
  expect(await mail.deliver([promo, plain])).toHaveLength(1);
  expect(await skippedWhy(promo)).toBe('Guard "no-vips"');
  expect(await whyOf(promo)).toMatchObject({ would_send: false });
  expect((await whyOf(promo)).codes).toContain('guarded');
  expect((await whyOf(plain)).codes).not.toContain('guarded');
  await calls.call('update_guard', { guard_key: 'no-vips', enabled: false });
  expect(await mail.deliver([promo])).toHaveLength(1);
  await calls.call('update_guard', { guard_key: 'no-vips', enabled: true, labels: [] });
  expect(await mail.deliver([plain])).toEqual([]);
  expect(await skippedWhy(plain)).toBe('Guard "no-vips"');
  await calls.call('send_test_email', { email_id: plain, to: person });
  expect(await mail.arrived()).toHaveLength(1);
  await calls.call('untag_person', { person, tag: 'vip' });
  expect(await mail.deliver([plain])).toHaveLength(1);
  await calls.call('delete_guard', { guard_key: 'no-vips' });
});

it('sees facts of every kind, segments too, and holds its segment', async () => {
  const plain = await email();
  await calls.call('create_segment', {
    key: 'read-it',
    definition: { type: 'received_email', email_id: plain },
  });
  await calls.call('create_guard', {
    key: 'once-only',
    condition: { all: [{ type: 'in_segment', segment: 'read-it' }, { not: tagged('again') }] },
  });
  expect(await mail.deliver([plain])).toHaveLength(1);
  expect(await mail.deliver([plain])).toEqual([]);
  expect(await skippedWhy(plain)).toBe('Guard "once-only"');
  const { members, detail } = await calls.refused('delete_segment', { segment_key: 'read-it' });
  expect(members.holders).toMatchObject([{ kind: 'guard', key: 'once-only' }]);
  expect(detail).toContain('guard "once-only"');
  const { segment } = await calls.call('get_segment', { segment_key: 'read-it' });
  expect(segment.where_used.guards).toMatchObject([{ key: 'once-only' }]);
  await calls.call('delete_guard', { guard_key: 'once-only' });
  await calls.call('delete_segment', { segment_key: 'read-it' });
});
