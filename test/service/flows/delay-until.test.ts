import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  await calls.call('create_field', { key: 'renews_on', type: 'date' });
});

afterAll(async () => {
  await opened.close();
});

/** When each person who entered a flow of one delay is looked at again. */
async function waits(key: string, step: object, emails: readonly string[]) {
  const definition = { trigger: { event: key }, nodes: [{ type: 'delay', ...step }] };
  await calls.call('create_flow', { key, definition });
  await calls.call('activate_flow', { flow_key: key });
  for (const email of emails) await calls.call('record_event', { email, name: key });
  await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  const { runs } = await calls.call('list_flow_runs', { flow_key: key });
  return Object.fromEntries(runs.map(({ person, due_at }) => [person.email, due_at]));
}

it('WAIT-01, WAIT-03 waits by the clock of each person, and of the account without one', async () => {
  await calls.call('upsert_person', { email: 'ada@example.com', timezone: 'Europe/Berlin' });
  await calls.call('upsert_person', { email: 'bo@example.com', timezone: 'Asia/Kolkata' });
  await calls.call('move_clock', { now: '2030-06-04T12:00:00Z' });
  const emails = ['ada@example.com', 'bo@example.com', 'cy@example.com'];
  const until = { local_time: '09:00', weekdays: [3, 4], timezone: 'person' };
  expect(await waits('nine', { until }, emails)).toEqual({
    'ada@example.com': '2030-06-05T07:00:00.000Z',
    'bo@example.com': '2030-06-05T03:30:00.000Z',
    'cy@example.com': '2030-06-05T13:00:00.000Z',
  });
});

it('WAIT-02 waits until days before a date, and not at all where that is past or missing', async () => {
  const dates = { 'di@example.com': '2030-07-01', 'ed@example.com': '2030-06-05' };
  for (const [email, renews_on] of Object.entries(dates)) {
    await calls.call('upsert_person', { email, timezone: 'Europe/Berlin', fields: { renews_on } });
  }
  const until_field = { field: 'renews_on', before: { amount: 3, unit: 'days' } };
  const emails = [...Object.keys(dates), 'flo@example.com'];
  expect(await waits('renewal', { until_field }, emails)).toEqual({
    'di@example.com': '2030-06-27T22:00:00.000Z',
    'ed@example.com': null,
    'flo@example.com': null,
  });
});

it('WAIT-01 two waits until the same time are a day apart, by the test clock too', async () => {
  await calls.call('update_profile', { timezone: 'Etc/UTC' });
  const nine = { type: 'delay', until: { local_time: '09:00', timezone: 'account' } };
  const tag = (name: string) => ({ type: 'add_tag', tag: name });
  const nodes = [nine, tag('first'), nine, tag('second')];
  await calls.call('create_flow', {
    key: 'twice',
    definition: { trigger: { event: 'twice' }, nodes },
  });
  await calls.call('activate_flow', { flow_key: 'twice' });
  await calls.call('move_clock', { now: '2032-02-28T08:00:00Z' });
  await calls.call('record_event', { email: 'eve@example.com', name: 'twice' });
  const tags = async () =>
    (await calls.call('get_person', { person: 'eve@example.com' })).person.tags;
  await calls.call('move_clock', { now: '2032-02-29T08:59:59Z' });
  expect(await tags()).toEqual(['first']);
  await calls.call('move_clock', { now: '2032-02-29T09:00:00Z' });
  expect(await tags()).toEqual(['first', 'second']);
});
