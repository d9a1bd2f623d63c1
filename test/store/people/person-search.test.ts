import {
  type FoundPeople,
  type PeopleQuery,
  searchPeople,
} from '@postroad/store/people/person-search';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;

/** 60 people: the oldest 20 at old.test, of whom each second has a tag. */
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.pool`
    insert into people (email, first_name, tag_ids, subscribed_on, created_at, updated_at)
    select 'p' || i || case when i <= 20 then '@old.test' else '@new.test' end,
      case when i <= 20 then 'Olga' else 'Nina' end,
      case when i <= 20 and i % 2 = 0 then array[1] else '{}' end, current_date, now(), now()
    from generate_series(1, 60) i`;
});

afterAll(async () => {
  await opened.drop();
});

interface Filter {
  q?: string;
  tagId?: number;
}

async function walk(filter: Filter, bounds: Parameters<typeof searchPeople>[2], limit: number) {
  const found: string[] = [];
  const pages: number[] = [];
  let before: number | null = null;
  do {
    const query: PeopleQuery = {
      q: null,
      tagId: null,
      externalId: null,
      audience: null,
      limit,
      ...filter,
      before,
    };
    const page: FoundPeople = await transaction(opened.database, { readOnly: true }, (tx) =>
      searchPeople(tx, query, bounds),
    );
    found.push(...page.rows.map((row) => row.email));
    pages.push(page.rows.length);
    before = page.rows.length === limit ? (page.rows.at(-1)?.id ?? null) : page.stoppedAt;
  } while (before !== null);
  return { found, pages };
}

const olgas = Array.from({ length: 20 }, (_, index) => `p${20 - index}@old.test`);
const tagged = olgas.filter((_, index) => index % 2 === 0);

it.each([
  ['by index', { narrowed: 100, passedOver: 1, narrowedLate: 1 }],
  ['by walking the newest', { narrowed: 1, passedOver: 100, narrowedLate: 1 }],
  [
    'by index, once the newest did not fill the page',
    { narrowed: 1, passedOver: 7, narrowedLate: 100 },
  ],
  ['by walking on over short pages', { narrowed: 1, passedOver: 7, narrowedLate: 1 }],
])('finds the same people %s', async (_how, bounds) => {
  expect((await walk({ q: 'olg' }, bounds, 3)).found).toEqual(olgas);
  expect((await walk({ q: 'OLGA', tagId: 1 }, bounds, 3)).found).toEqual(tagged);
  expect((await walk({ tagId: 1 }, bounds, 4)).found).toEqual(tagged);
  expect((await walk({}, bounds, 25)).found).toHaveLength(60);
});

it('walks over no more people for a page than it may', async () => {
  const bounds = { narrowed: 1, passedOver: 10, narrowedLate: 1 };
  const { pages } = await walk({ q: 'olg' }, bounds, 5);
  expect(pages.slice(0, 4)).toEqual([0, 0, 0, 0]);
});
