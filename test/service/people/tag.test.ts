import { countedTags } from '@postroad/store/people/tag';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  for (const [email, tags] of [
    ['ada@example.com', ['Customer', 'VIP']],
    ['bob@example.com', ['customer ', '100%']],
    ['cyd@example.com', ['CUSTOMER']],
  ] as const) {
    await calls.call('record_event', { email, name: 'seen', person: { tags: [...tags] } });
  }
});

afterAll(() => opened.close());

const listed = async (input: object) =>
  (await calls.call('list_tags', input)).tags.map(({ name, people }) => `${name} ${people}`);

it('LOOK-03 lists tags with how many people have each', async () => {
  expect(await calls.call('list_tags', {})).toEqual({
    tags: [
      { name: 'Customer', people: 3, more_people: false },
      { name: 'VIP', people: 1, more_people: false },
      { name: '100%', people: 1, more_people: false },
    ],
    next_cursor: null,
  });
});

it.each([
  ['cust', ['Customer 3']],
  [' vip ', ['VIP 1']],
  ['0%', ['100% 1']],
  ['c_st', []],
])('LOOK-03 narrows tags to names that contain %j', async (q, expected) => {
  expect(await listed({ q })).toEqual(expected);
});

it('stops counting people where a count would cost too much, and says so', async () => {
  const rows = await transaction(opened.database, { readOnly: true }, (tx) =>
    countedTags(tx, { q: null, after: 0, limit: 2, mostPeople: 2 }),
  );
  expect(rows).toMatchObject([
    { name: 'Customer', people: 2, more_people: true },
    { name: 'VIP', people: 1, more_people: false },
  ]);
});

it('pages tags and refuses a cursor that it did not give out', async () => {
  const first = await calls.call('list_tags', { limit: 2 });
  const rest = await calls.call('list_tags', { limit: 2, cursor: first.next_cursor ?? '' });
  expect([...first.tags, ...rest.tags].map(({ name }) => name)).toEqual([
    'Customer',
    'VIP',
    '100%',
  ]);
  expect(rest.next_cursor).toBeNull();
  expect(pathsOf(await calls.refused('list_tags', { cursor: '!' }))).toEqual(['cursor']);
});
