import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

const person = 'ada@example.com';

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hello' });
  const nodes = [
    { type: 'send_email', email_id: email.id },
    { type: 'delay', duration: { amount: 1, unit: 'days' } },
    { type: 'add_tag', tag: 'done' },
  ];
  const definition = { trigger: { event: 'signed_up' }, nodes };
  await calls.call('create_flow', { key: 'welcome', definition });
  await calls.call('activate_flow', { flow_key: 'welcome' });
  await calls.call('record_event', {
    ...{ email: person, name: 'signed_up', person: { fields: { plan: 'pro' } } },
  });
  await calls.call('record_event', {
    ...{ email: person, name: 'visited', occurred_at: '2020-05-05T00:00:00Z' },
  });
  await calls.call('move_clock', { advance: { amount: 2, unit: 'days' } });
  await calls.call('add_note', { person, body: 'A note' });
  // Tracking, which is to come, writes these.
  await opened.database.pool`
    insert into email_engagements (person_id, email_id, kind, first_at, last_at)
    select p.id, ${email.id}, kind, test_clock_at - interval '1 hour', test_clock_at
    from people p, engine_state, unnest(array['open', 'click']) as kind`;
});

afterAll(async () => {
  await opened.close();
});

type Entry = Awaited<ReturnType<typeof page>>['timeline'][number];
const page = (limit?: number, cursor?: string) =>
  calls.call('get_timeline', {
    person,
    ...(limit ? { limit } : {}),
    ...(cursor ? { cursor } : {}),
  });

const brief = (entry: Entry) =>
  entry.kind === 'event'
    ? entry.name
    : entry.kind === 'step'
      ? `${entry.step_id} ${entry.outcome}`
      : entry.kind === 'send'
        ? `send ${entry.status}`
        : entry.kind;

it('SPEC-05 shows events, changes, runs, steps, sends and notes in one list, newest first', async () => {
  const { timeline, next_cursor } = await page();
  expect(next_cursor).toBeNull();
  expect(timeline.find(({ kind }) => kind === 'step')).toMatchObject({
    ...{ flow: { key: 'welcome', name: 'welcome' }, step_name: 'add_tag' },
  });
  expect(timeline.map(brief)).toEqual([
    'note',
    'clicked',
    'opened',
    'run_ended',
    'welcome.3-add-tag ran',
    'welcome.2-delay released',
    'tag_added',
    'send sent',
    'welcome.2-delay waiting',
    'welcome.1-send-email ran',
    'run_started',
    'field_changed',
    'signed_up',
    'visited',
  ]);
  const times = timeline.map((entry) => Date.parse(entry.at));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(timeline.find((entry) => entry.kind === 'run_started')).toMatchObject({
    flow: { key: 'welcome' },
    status: 'completed',
  });
});

it.each([1, 2, 5])('pages by %i without loss or repeat', async (limit) => {
  const whole = (await page()).timeline;
  const seen: Entry[] = [];
  let cursor: string | undefined;
  do {
    const next = await page(limit, cursor);
    expect(next.timeline.length).toBeLessThanOrEqual(limit);
    seen.push(...next.timeline);
    cursor = next.next_cursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(whole);
});

it('refuses a cursor that it did not give out', async () => {
  const refusal = await calls.refused('get_timeline', { person, cursor: 'a.b' });
  expect(pathsOf(refusal)).toEqual(['cursor']);
});
