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
      { name: 'Customer', people: 3, counted_at: expect.any(String) },
      { name: 'VIP', people: 1, counted_at: expect.any(String) },
      { name: '100%', people: 1, counted_at: expect.any(String) },
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

it('COUNT-05 counts nobody: the page reads no row of people', async () => {
  const read = await transaction(opened.database, {}, async (tx) => {
    const scans = async () => {
      const [row] = await tx.sql<[{ scans: number }]>`
        select sum(pg_stat_get_xact_numscans(oid))::int as scans from pg_class
        where relname like 'people%'`;
      return row.scans;
    };
    const before = await scans();
    const rows = await countedTags(tx, { q: null, after: 0, limit: 2 });
    return { rows, scans: (await scans()) - before };
  });
  expect(read).toEqual({
    rows: [
      { id: expect.any(Number), name: 'Customer', people: 3 },
      { id: expect.any(Number), name: 'VIP', people: 1 },
    ],
    scans: 0,
  });
});

it('LOOK-03 tags that are taken away and people who are erased no longer count', async () => {
  await calls.call('upsert_person', { email: 'dan@example.com', tags: ['VIP', 'new'] });
  expect(await listed({ q: 'vip' })).toEqual(['VIP 2']);
  await calls.call('delete_person', { person: 'dan@example.com' });
  expect(await listed({ q: 'vip' })).toEqual(['VIP 1']);
  expect(await listed({ q: 'new' })).toEqual(['new 0']);
});

it('pages tags and refuses a cursor that it did not give out', async () => {
  const first = await calls.call('list_tags', { limit: 2 });
  const rest = await calls.call('list_tags', { limit: 2, cursor: first.next_cursor ?? '' });
  expect([...first.tags, ...rest.tags].map(({ name }) => name)).toEqual([
    'Customer',
    'VIP',
    '100%',
    'new',
  ]);
  expect(rest.next_cursor).toBeNull();
  expect(pathsOf(await calls.refused('list_tags', { cursor: '!' }))).toEqual(['cursor']);
});

it('ING-04 a statement that sets the tags alone puts a tag on and takes it off', async () => {
  const { pool } = opened.database;
  await pool`
    create function refuse_more() returns trigger language plpgsql
      as $$ begin raise exception 'more than tags is set'; end $$`;
  await pool`
    create trigger refuse_more before update of email, first_name, fields, unsubscribed_at
      on people for each row execute function refuse_more()`;
  try {
    const person = 'ada@example.com';
    await calls.call('tag_person', { person, tag: 'Alone' });
    const { tags } = (await calls.call('get_person', { person })).person;
    expect(tags).toContain('Alone');
    await calls.call('untag_person', { person, tag: 'Alone' });
    expect((await calls.call('get_person', { person })).person.tags).not.toContain('Alone');
    const renamed = calls.call('upsert_person', { email: person, first_name: 'Augusta' });
    await expect(renamed).rejects.toThrow('more than tags is set');
  } finally {
    await pool`drop function refuse_more cascade`;
  }
});
