import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { type Delivering, delivering } from '../sending/delivering.ts';

let opened: TestService;
let call: Calling['call'];
let refused: Calling['refused'];
let deliver: Delivering['deliver'];

beforeAll(async () => {
  opened = await openTestService();
  ({ call, refused } = calling(opened));
  ({ deliver } = delivering(opened));
});

afterAll(() => opened.close());

async function newEmail(subject: string, more: object = {}): Promise<number> {
  return (await call('create_email', { subject, body_markdown: 'Hello', ...more })).email.id;
}

async function idsOf(query: Parameters<typeof call<'list_emails'>>[1]): Promise<number[]> {
  return (await call('list_emails', query)).emails.map(({ id }) => id);
}

it('EMAIL-07, EMAIL-20 archives an email, which leaves the list and can come back', async () => {
  const email_id = await newEmail('Leaves', { labels: ['leaving'] });
  expect(await call('delete_email', { email_id })).toMatchObject({ archived: true, warnings: [] });
  expect(await idsOf({ label: 'leaving' })).toEqual([]);
  expect(await idsOf({ label: 'leaving', archived: true })).toEqual([email_id]);
  const { email } = await call('get_email', { email_id });
  expect(email).toMatchObject({ archived: true, subject: 'Leaves' });
  expect(await call('delete_email', { email_id })).toMatchObject({ archived: true, warnings: [] });
  expect((await call('get_email', { email_id })).email).toEqual(email);

  const restored = await call('restore_email', { email_id });
  expect(restored.email.archived).toBe(false);
  expect(await call('restore_email', { email_id })).toEqual(restored);
  expect(await idsOf({ label: 'leaving' })).toEqual([email_id]);
  expect((await refused('delete_email', { email_id: 999_999 })).code).toBe('not_found');
  expect((await refused('restore_email', { email_id: 999_999 })).code).toBe('not_found');
});

it.each([['active'], ['archived']])(
  'EMAIL-21 removes an %s email nothing refers to',
  async (state) => {
    const email_id = await newEmail('Gone');
    if (state === 'archived') await call('delete_email', { email_id });
    expect(await call('delete_email', { email_id, permanent: true })).toEqual({ deleted: true });
    expect((await refused('get_email', { email_id })).code).toBe('not_found');
    expect((await refused('delete_email', { email_id, permanent: true })).code).toBe('not_found');
  },
);

it('EMAIL-22 says what holds an email that is to be removed', async () => {
  const email_id = await newEmail('Held');
  await deliver([email_id]);
  const { flow } = await call('create_flow', {
    key: 'holding',
    name: 'Holding',
    definition: {
      trigger: { event: 'never' },
      nodes: [
        { type: 'send_email', email_id },
        { type: 'send_email', email_id },
      ],
    },
  });
  const refusal = await refused('delete_email', { email_id, permanent: true });
  expect(refusal.code).toBe('in_use');
  expect(refusal.members.holders).toEqual([
    { kind: 'send_log', id: expect.any(Number), key: null, name: '1 send', status: null },
    expect.objectContaining({ kind: 'flow' }),
    { kind: 'flow', id: flow.id, key: 'holding', name: 'Holding', status: 'draft' },
  ]);
  expect((await call('get_email', { email_id })).email.archived).toBe(false);
  expect(refusal.detail).toContain('Archive it instead');
});

it('EMAIL-22 does not tell to archive what is archived', async () => {
  const email_id = await newEmail('Archived and held');
  const nodes = [{ type: 'send_email', email_id }];
  const definition = { trigger: { event: 'never' }, nodes };
  await call('create_flow', { key: 'held-archived', definition });
  await call('delete_email', { email_id });
  const { detail } = await refused('delete_email', { email_id, permanent: true });
  expect(detail).toContain('the flow "held-archived". It is archived, and stays so');
  expect(detail).not.toContain('Archive it');
});

it('EMAIL-22 counts what waits in the queue', async () => {
  const email_id = await newEmail('Queued');
  const definition = { trigger: { event: 'queueing' }, nodes: [{ type: 'send_email', email_id }] };
  await call('create_flow', { key: 'queueing', definition });
  await call('activate_flow', { flow_key: 'queueing' });
  for (const email of ['one@example.com', 'two@example.com']) {
    await call('record_event', { email, name: 'queueing' });
  }
  await opened.service.round('runs');
  const { queue } = await call('list_queue', {});
  const refusal = await refused('delete_email', { email_id, permanent: true });
  const newest = Math.max(...queue.map(({ id }) => id));
  expect(refusal.members.holders).toContainEqual({
    ...{ kind: 'queue', id: newest, key: null, name: '2 sends', status: null },
  });
  expect(refusal.detail).toContain('the queue "2 sends"');
});

it('contract §4.8 what is queued of an email archived since is skipped with the reason', async () => {
  const email_id = await newEmail('Archived since');
  const definition = { trigger: { event: 'late' }, nodes: [{ type: 'send_email', email_id }] };
  await call('create_flow', { key: 'late', definition });
  await call('activate_flow', { flow_key: 'late' });
  await call('record_event', { email: 'late@example.com', name: 'late' });
  await opened.service.round('runs');
  await call('delete_email', { email_id });
  await call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  const { queue } = await call('list_queue', { person: 'late@example.com', status: 'skipped' });
  expect(queue).toMatchObject([{ email: { id: email_id }, last_error: 'Email is archived' }]);
  expect((await call('list_queue', { person: 'late@example.com' })).queue).toEqual([]);
});

it('EMAIL-06, EMAIL-13 follows a flow as it is changed', async () => {
  const [first, second] = [await newEmail('First'), await newEmail('Second')];
  const send = (...ids: unknown[]) => ({
    trigger: { event: 'never' },
    nodes: ids.map((email_id) => ({ name: 'Send', type: 'send_email', email_id })),
  });
  const steps = async (email_id: number) =>
    (await call('get_email', { email_id })).email.where_used.flows.map(({ step_id }) => step_id);
  const flow_key = 'follows';
  await call('create_flow', { key: flow_key, definition: send(first, second, first) });
  expect([await steps(first), await steps(second)]).toEqual([
    ['follows.1-send', 'follows.3-send'],
    ['follows.2-send'],
  ]);
  const odd = [String(first), -first, first + 0.5, null, [first], 1e300];
  await call('update_flow', { flow_key, definition: send(second, ...odd) });
  expect([await steps(first), (await steps(second)).length]).toEqual([[], 1]);
  expect(await idsOf({ used_in: ['flows'], limit: 200 })).not.toContain(first);
  await call('update_flow', { flow_key, definition: send() });
  expect(await steps(second)).toEqual([]);
  expect(await call('delete_email', { email_id: second, permanent: true })).toEqual({
    deleted: true,
  });
});

it('EMAIL-13, EMAIL-14, EMAIL-15, EMAIL-16 finds emails by what uses them, before any limit', async () => {
  const used = await newEmail('Used', { labels: ['facets'] });
  const nested = await newEmail('Used in an arm', { labels: ['facets'] });
  const spare = [await newEmail('Spare', { labels: ['facets'] })];
  spare.unshift(await newEmail('Spare too', { labels: ['facets'] }));
  await call('create_flow', {
    key: 'facets',
    definition: {
      trigger: { event: 'never' },
      nodes: [
        { type: 'send_email', email_id: used },
        {
          type: 'if_else',
          condition: { type: 'has_tag', tag: 'x' },
          then: [{ type: 'send_email', email_id: nested }],
        },
      ],
    },
  });
  const inFlows = [nested, used];
  const all = [...spare, ...inFlows];
  const cases: [string[], 'any' | 'all' | 'none' | undefined, number[]][] = [
    [['flows'], undefined, inFlows],
    [['flows_one_off'], 'any', inFlows],
    [['flows', 'flows_one_off'], 'all', inFlows],
    [['flows'], 'none', spare],
    [['sequences'], 'any', []],
    [['broadcasts', 'flows'], 'any', inFlows],
    [['broadcasts', 'flows'], 'all', []],
    [['broadcasts', 'flows'], 'none', spare],
    [['broadcasts', 'sequences'], 'none', all],
    [['segments'], 'all', all],
    [['segments', 'flows'], 'all', inFlows],
    [[], 'none', all],
  ];
  for (const [used_in, used_mode, expected] of cases) {
    const query = { label: 'facets', used_in, ...(used_mode ? { used_mode } : {}) };
    expect(await idsOf(query), JSON.stringify(query)).toEqual(expected);
    expect(await idsOf({ ...query, limit: 1 })).toEqual(expected.slice(0, 1));
  }
});

it('SOURCE-11 a duplicate is an email of its own whose title and subject say so', async () => {
  const { email } = await call('create_email', {
    title: 'Spring',
    subject: 'News for {{ person.first_name }}',
    pre_header: 'Short',
    from_address: 'news@example.com',
    body_markdown: '# News',
    labels: ['copied'],
  });
  await call('delete_email', { email_id: email.id });
  const { email: copy } = await call('duplicate_email', { email_id: email.id });
  expect(copy).toEqual({
    ...email,
    id: expect.any(Number),
    key: 'copy-of-spring',
    title: 'Copy of Spring',
    title_raw: 'Copy of Spring',
    subject: 'Copy of News for {{ person.first_name }}',
    archived: false,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect(copy.id).not.toBe(email.id);
  await call('update_email', { email_id: copy.id, body_markdown: 'Other' });
  expect((await call('get_email', { email_id: email.id })).email.body_markdown).toBe('# News');
  const [mail] = await deliver([copy.id]);
  expect(mail?.subject).toBe('Copy of News for');

  const bare = await call('duplicate_email', { email_id: await newEmail('') });
  expect(bare.email).toMatchObject({ title_raw: null, subject: '' });
  const long = 'x'.repeat(limits.subjectChars);
  const full = await call('duplicate_email', { email_id: await newEmail(long) });
  expect(full.email.subject).toBe(long);
  expect((await refused('duplicate_email', { email_id: 999_999 })).code).toBe('not_found');
});

it('SOURCE-11 a title without room for the mark is cut, since it tells the two apart', async () => {
  const title = `${'x'.repeat(limits.nameChars - 9)}\u{1f389}y`.slice(0, limits.nameChars);
  const { email } = await call('create_email', { title, subject: 'News' });
  const { email: copy } = await call('duplicate_email', { email_id: email.id });
  expect(copy.title).toBe(`Copy of ${'x'.repeat(limits.nameChars - 9)}`.slice(0, limits.nameChars));
  expect(copy.title).not.toBe(email.title);
});
