import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
});

afterAll(async () => {
  await opened.close();
});

const registered = async (from: Calling, name: string) =>
  (await from.call('list_event_types', { q: name })).event_types.find((type) => type.name === name);

it('EVENT-12 counts no event twice and misses none, with two services at work', async () => {
  const other = await opened.another();
  const others = calling({ service: other, actor: opened.actor });
  const batch = (round: number, from: string) =>
    Array.from({ length: 25 }, (_, at) => ({
      email: `shared${at}@example.com`,
      name: 'counted',
      details: { [from]: round, common: round % 2 === 0 ? 1 : 'one' },
      // Half of each batch repeats what the other service sends too.
      ...(at % 2 === 0 && { idempotency_key: `${round} ${at}` }),
    }));
  const rounds = Array.from({ length: 12 }, (_, round) =>
    Promise.all([
      calls.call('record_events', { events: batch(round, 'here') }),
      others.call('record_events', { events: batch(round, 'there') }),
      calls.call('list_event_types', {}),
    ]),
  );
  const answers = (await Promise.all(rounds)).flatMap(([one, two]) => [
    ...one.results,
    ...two.results,
  ]);
  const created = answers.filter(({ status }) => status === 'created');
  expect(created).toHaveLength(12 * (25 + 12));
  await registered(others, 'counted');
  expect(await registered(calls, 'counted')).toMatchObject({
    count: created.length,
    sources: ['api'],
    shape: { common: 'number|string', here: 'number', there: 'number' },
  });
  await other.close();
});

it('EVENT-12 names where events came from: those that were posted and the service itself', async () => {
  const event = { email: 'source@example.com', person: { tags: ['sourced'] } };
  await calls.call('record_event', { ...event, name: 'tag_added', details: { tag: 'mine' } });
  expect(await registered(calls, 'tag_added')).toMatchObject({
    count: 2,
    sources: ['api', 'service'],
    shape: { tag: 'string' },
  });
});

it('EVENT-12 leaves out what was refused, repeated or only tried', async () => {
  const event = { email: 'dry@example.com', name: 'tried', idempotency_key: 'dry' };
  await calls.dryRun('record_event', event);
  expect(await registered(calls, 'tried')).toBeUndefined();
  await calls.call('record_events', { events: [event, event, { ...event, email: 'x' }] });
  expect(await registered(calls, 'tried')).toMatchObject({ count: 1 });
});

it('keeps every name, since events refer to it without a foreign key', async () => {
  await calls.call('record_event', { email: 'kept@example.com', name: 'kept' });
  const { pool } = opened.database;
  await expect(pool`delete from event_types where name = 'kept'`).rejects.toThrow('never deleted');
  await expect(pool`truncate event_types`).rejects.toThrow('never deleted');
  expect(await registered(calls, 'kept')).toMatchObject({ name: 'kept', count: 1 });
});
