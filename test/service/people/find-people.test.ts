// @database both: folding and counting differ there.
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import { audienceNamed } from '@postroad/service/conditions/segment-audience';
import {
  countFiltered,
  findPeople,
  readFilter,
  type SearchBounds,
} from '@postroad/service/people/find-people';
import { TagNames } from '@postroad/service/people/tag-names';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

const held = [
  ['ada@example.com', 'Ada', 'Lovelace'],
  ['order-9999@mail.example.com', null, null],
  ['books@bücher.example', 'Jürgen', 'Weiß'],
  ['shop@xn--bcher-kva.example', 'ΣΊΣΥΦΟΣ', null],
  ['ivan@test.example', 'Иван', 'O’Neil'],
  ['ming@test.example', '小明', '王'],
  ['percent@test.example', '50%', 'a_b\\c'],
  ['wide@test.example', 'Ｗｉｄｅ', 'Jo\u0308rg'],
] as const;

/** Those above, and 60 more: the oldest 20 at old.test, of whom each second has a tag. */
beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  await opened.database.pool`
    insert into tags (name, normalized, created_at) values ('Vip', 'vip', now())`;
  await opened.database.pool`
    insert into people (email, first_name, tag_ids, subscribed_on, unsubscribed_at,
      hard_bounced_at, complained_at, created_at, updated_at)
    select 'p' || i || case when i <= 20 then '@old.test' else '@new.test' end,
      case when i <= 20 then 'Olga' else 'Nina' end,
      case when i <= 20 and i % 2 = 0 then (select array_agg(id) from tags) else '{}' end, current_date,
      case when i % 10 = 0 then now() end, case when i % 15 = 0 then now() end,
      case when i = 7 then now() end,
      '2026-01-01T00:00:00Z'::timestamptz + (i % 30) * interval '1 day', '2026-03-01T00:00:00Z'
    from generate_series(1, 60) i`;
  for (const [email, first_name, last_name] of held) {
    await calls.call('upsert_person', { email, first_name, last_name });
  }
});

afterAll(() => opened.close());

const emails = async (input: object) =>
  (await calls.call('list_people', { limit: 200, ...input })).people.map(({ email }) => email);
const found = async (q: string) => (await emails({ q })).toSorted();

describe('FIND-01 q finds by any part of address and name', () => {
  const [ada, order, books, shop, ivan, ming, percent, wide] = held.map(([email]) => email);
  it.each([
    ['example.com', [ada, order]],
    ['@EXAMPLE.com', [ada]],
    ['9999', [order]],
    ['99', [order]],
    ['lace', [ada]],
    [' ada love ', [ada]],
    ['bücher', [books, shop]],
    ['BU\u0308CHER.example', [books, shop]],
    ['xn--bcher-kva.example', [books, shop]],
    ['xn--bch', [shop]],
    ['jurgen', [books]],
    ['WEISS', [books]],
    ['σισυφος', [shop]],
    ['ИВА', [ivan]],
    ['王', [ming]],
    ['小明', [ming]],
    ['0%', [percent]],
    ['%', [percent]],
    ['a_b\\', [percent]],
    ['wide', [wide]],
    ['jörg', [wide]],
    ['com ada', []],
    ['nobody-at-all', []],
  ])('%j', async (q, expected) => {
    expect(await found(q)).toEqual(expected.toSorted());
  });

  it('follows a change of the address or the name, and forgets who is erased', async () => {
    await calls.call('upsert_person', { email: 'moves@first.example', first_name: 'Before' });
    await calls.call('update_person', {
      person: 'moves@first.example',
      email: 'moves@second.example',
      first_name: 'After',
    });
    expect(await found('first.example')).toEqual([]);
    expect(await found('befor')).toEqual([]);
    expect(await found('second.ex')).toEqual(['moves@second.example']);
    expect(await found('afte')).toEqual(['moves@second.example']);
    await calls.call('delete_person', { person: 'moves@second.example' });
    expect(await found('second.ex')).toEqual([]);
    expect(
      await opened.database.pool`
      select from people_search where terms like '%second.ex%'`,
    ).toHaveLength(0);
  });

  it('is no new entry of its index where fields and tags change', async () => {
    const version = async () =>
      await opened.database.pool`
        select s.ctid::text, s.xmin::text from people_search s join people p on p.id = s.person_id
        where p.email = 'ada@example.com'`;
    const before = await version();
    await calls.call('upsert_person', {
      email: 'ada@example.com',
      first_name: 'Ada',
      fields: { seats: 3 },
      tags: ['vip'],
    });
    expect(await version()).toEqual(before);
    await calls.call('untag_person', { person: 'ada@example.com', tag: 'vip' });
  });
});

describe('FIND-02', () => {
  const numbers = (list: string[]) => list.map((email) => /^p(\d+)@/.exec(email)?.[1]).map(Number);
  const of = async (input: object) => numbers(await emails({ q: '.test', ...input }));

  it('filters by suppression', async () => {
    expect(await of({ suppression: 'unsubscribed' })).toEqual([60, 50, 40, 30, 20, 10]);
    expect(await of({ suppression: 'bounced' })).toEqual([60, 45, 30, 15]);
    expect(await of({ suppression: 'complained' })).toEqual([7]);
    expect(await of({ suppression: 'any' })).toEqual([60, 50, 45, 40, 30, 20, 15, 10, 7]);
    expect(await of({ suppression: 'none' })).toHaveLength(51);
    expect(pathsOf(await calls.refused('list_people', { suppression: 'gone' }))).toEqual([
      'suppression',
    ]);
  });

  it('filters by dates, in the time zone of the account where none is named', async () => {
    const from = '2026-01-29T00:00:00Z';
    expect(await of({ created_since: from })).toEqual([59, 58, 29, 28]);
    expect(await of({ created_since: from, created_until: '2026-01-30T00:00:00Z' })).toEqual([
      58, 28,
    ]);
    // 29 January begins in New York five hours after it began in UTC.
    expect(await of({ created_since: '2026-01-29' })).toEqual([59, 29]);
    expect(await of({ updated_since: '2026-03-01T00:00:01Z' })).toEqual([]);
    expect(await of({ updated_until: '2026-03-01T00:00:01Z' })).toHaveLength(60);
    expect(pathsOf(await calls.refused('list_people', { created_since: 'soon' }))).toEqual([
      'created_since',
    ]);
  });

  it.each([
    ['email', (a: string[]) => a.toSorted((x, y) => (x < y ? -1 : 1))],
    ['-email', (a: string[]) => a.toSorted((x, y) => (x < y ? 1 : -1))],
    ['id', (a: string[]) => a.toReversed()],
  ] as const)('sorts by %s, page by page', async (sort, expected) => {
    const all = await emails({});
    const pages: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await calls.call('list_people', { sort, limit: 7, cursor });
      pages.push(...page.people.map(({ email }) => email));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(pages).toEqual(expected(all));
  });

  it('sorts by the time of creation, and those of one instant by id', async () => {
    const sorted = await of({ sort: 'created_at' });
    expect(sorted.slice(0, 6)).toEqual([30, 60, 1, 31, 2, 32]);
    expect(await of({ sort: '-created_at' })).toEqual(sorted.toReversed());
  });

  it('refuses a cursor whose person was erased, in an order that no longer knows them', async () => {
    await calls.call('upsert_person', { email: '0@first.example' });
    const { next_cursor } = await calls.call('list_people', { sort: 'email', limit: 1 });
    await calls.call('delete_person', { person: '0@first.example' });
    const again = { sort: 'email', cursor: next_cursor ?? '' };
    expect(pathsOf(await calls.refused('list_people', again))).toEqual(['cursor']);
  });

  it('counts where it is asked to, whatever page is read', async () => {
    const count = async (input: object) =>
      (await calls.call('list_people', { count: true, limit: 3, ...input })).count;
    expect(await count({})).toEqual({ people: 60 + held.length, more: false });
    expect(await count({ q: '.test' })).toEqual({ people: 60, more: false });
    expect(await count({ q: '.test', tag: 'vip' })).toEqual({ people: 10, more: false });
    expect(await count({ suppression: 'none', q: 'p1' })).toEqual({ people: 9, more: false });
    expect(await count({ tag: 'nobody has it' })).toEqual({ people: 0, more: false });
    expect(await calls.call('list_people', { limit: 1 })).not.toHaveProperty('count');
  });
});

describe('FIND-03', () => {
  const deps = () => ({
    database: opened.database,
    tagNames: new TagNames(),
    audienceNamed,
    accountClock: async () => new ZoneClock('UTC'),
  });
  const reading = <T>(body: (tx: Tx) => Promise<T>) =>
    transaction(opened.database, { readOnly: true }, body);

  async function walk(filter: object, bounds: SearchBounds, limit: number) {
    const seen: string[] = [];
    const pages: number[] = [];
    for (let after: number | null = null; ; ) {
      const page = await reading(async (tx) => {
        const read = await readFilter(tx, deps(), filter);
        if (read === null) throw new Error('Nobody can match.');
        return await findPeople(tx, opened, read, { order: '-id', after, limit }, bounds);
      });
      seen.push(...page.rows.map(({ email }) => email));
      pages.push(page.rows.length);
      after = page.rows.length === limit ? (page.rows.at(-1)?.id ?? null) : page.stoppedAt;
      if (after === null) return { seen, pages };
    }
  }

  const olgas = Array.from({ length: 20 }, (_, index) => `p${20 - index}@old.test`);
  const tagged = olgas.filter((_, index) => index % 2 === 0);
  const no = { probed: 1, narrowed: 1, passedOver: 1, narrowedLate: 1, readFirst: 2 };

  it.each([
    ['by index', { ...no, narrowed: 100 }],
    ['by looking at the newest', { ...no, probed: 100 }],
    ['by walking on from them', { ...no, passedOver: 100 }],
    ['by index, once those did not fill the page', { ...no, passedOver: 7, narrowedLate: 100 }],
    ['by walking on over short pages', { ...no, passedOver: 7 }],
  ])('finds the same people %s', async (_how, bounds) => {
    expect((await walk({ q: 'lga' }, bounds, 3)).seen).toEqual(olgas);
    expect((await walk({ q: 'OL', tag: 'VIP' }, bounds, 3)).seen).toEqual(tagged);
    expect((await walk({ tag: 'vip' }, bounds, 4)).seen).toEqual(tagged);
    expect((await walk({}, bounds, 25)).seen).toHaveLength(60 + held.length);
  });

  it('walks over no more people for a page than it may, also for one character', async () => {
    for (const q of ['old', 'ol', '1']) {
      const { pages } = await walk({ q }, { ...no, passedOver: 10 }, 11);
      expect(pages.length).toBeGreaterThan(5);
    }
  });

  it('counts no longer than it may, and says that there are more', async () => {
    const counted = await reading(async (tx) => {
      const read = await readFilter(tx, deps(), { suppression: 'none' });
      return read && (await countFiltered(tx, opened, read, { most: 20, ms: 1_000, window: 10 }));
    });
    expect(counted).toEqual({ people: 20, more: true });
  });

  it('counts all whom a search finds by its index, also where that are many', async () => {
    const counted = await transaction(opened.database, { rollback: true }, async (tx) => {
      await tx.sql`
        insert into people (email, subscribed_on, created_at, updated_at)
        select 'many' || n || '@crowd.test', current_date, now(), now()
        from generate_series(1, 5100) n`;
      const read = await readFilter(tx, deps(), { q: 'crowd' });
      return read && (await countFiltered(tx, opened, read, { most: 9_000, ms: 1, window: 10 }));
    });
    expect(counted).toEqual({ people: 5_100, more: false });
  });
});
