import { limits } from '@postroad/core/platform/limits';
import { audiencePage, countWithin, searchingWithin } from '@postroad/service/people/audience';
import { loadAudience } from '@postroad/store/conditions/audience';
import { idsOfAudience } from '@postroad/store/people/audience';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let opened: TestService;
const people = limits.segmentWindowFirst + 2 * limits.segmentWindowEmbedded + 1_000;

beforeAll(async () => {
  opened = await openTestService();
  await opened.database.pool`
    insert into people (email, fields, subscribed_on, unsubscribed_at, created_at, updated_at)
    select 'person' || i || '@example.com', jsonb_build_object('n', i), current_date,
      case when i % 10 = 0 then now() end, now(), now()
    from generate_series(1, ${people}::int) i`;
});

afterAll(() => opened.close());

function reading<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(opened.database, { readOnly: true }, body);
}

const everybody = { type: 'field', field: 'n', op: 'present' };
const below = (value: number) => ({ type: 'field', field: 'n', op: 'less', value });

it('counts everybody once, whatever windows they are counted in', async () => {
  const count = (condition: object) =>
    reading(async (tx) =>
      countWithin(tx, opened, await loadAudience(tx, condition), limits.segmentCountMs),
    );
  expect(await count(everybody)).toEqual({
    counted: { people, sendable: people - Math.floor(people / 10) },
    ms: expect.any(Number),
  });
  expect((await count(below(21))).counted).toEqual({ people: 20, sendable: 18 });
  expect((await count({ not: everybody })).counted).toEqual({ people: 0, sendable: 0 });
});

it('gives counting up after its time, and the transaction continues', async () => {
  // A server ends a statement that takes long; the embedded database looks at the time after a window.
  const parts = databaseKind() === 'postgres' ? 400 : 10;
  const costly = { any: Array.from({ length: parts }, (_, value) => below(-value)) };
  await reading(async (tx) => {
    const audience = await loadAudience(tx, costly);
    expect((await countWithin(tx, opened, audience, 0)).counted).toBeNull();
    const few = await loadAudience(tx, below(3));
    expect((await countWithin(tx, opened, few, limits.segmentCountMs)).counted?.people).toBe(2);
  });
});

it('finds few among many, over as many pages as it takes, each person once', async () => {
  const wanted = { any: [below(4), { not: below(people - 2) }, { not: below(people) }] };
  const found = await reading(async (tx) => {
    const audience = await loadAudience(tx, wanted);
    const emails: string[] = [];
    for (let before: number | null = null; ; ) {
      const page = await audiencePage(tx, opened, audience, { before, limit: 2 });
      emails.push(...page.rows.map(({ email }) => email));
      const last: number | undefined = page.rows.at(-1)?.id;
      if (page.stoppedAt === null && (page.rows.length < 2 || last === undefined)) return emails;
      before = page.stoppedAt ?? last ?? null;
    }
  });
  expect(found).toEqual(
    [people, people - 1, people - 2, 3, 2, 1].map((n) => `person${n}@example.com`),
  );
});

it('goes through everybody in small steps with the same answers', async () => {
  const ids = await reading(async (tx) => {
    const audience = await loadAudience(tx, below(2_501));
    const all: number[] = [];
    const [newest] = await tx.sql<{ id: number }[]>`select max(id) as id from people`;
    for (let after = 0; after < (newest?.id ?? 0); after += 1_000) {
      all.push(...(await idsOfAudience(tx, audience, { after, through: after + 1_000 })));
    }
    return all;
  });
  expect(ids).toHaveLength(2_500);
  expect(new Set(ids).size).toBe(2_500);
});

it('refuses a search that the server ends for its time', async () => {
  const cancelled = reading((tx) =>
    searchingWithin(tx, async () => {
      // What a server raises where statement_timeout passes.
      await tx.sql`do $$ begin raise exception 'timeout' using errcode = '57014'; end $$`;
    }),
  );
  await expect(cancelled).rejects.toMatchObject({ code: 'unavailable' });
});
