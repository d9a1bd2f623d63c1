import { lastDueOfBroadcasts } from '@postroad/store/broadcasts/last-due';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;
const last = new Date('2031-01-01T09:00:00Z');

/** Two emails of a broadcast that are due, and those that are held, which are due later. */
async function queue(id: number, held: number): Promise<void> {
  await opened.database.pool`
    insert into sends (person_id, email_id, source_kind, source_id, status, hold_reason, due_at, created_at)
    select p.id, e.id, 'broadcast', ${id}, case when n <= 2 then 'scheduled' else 'holding' end,
      case when n > 2 then 'winner_open' end,
      ${last}::timestamptz + (n - 2) * interval '1 second', ${last}
    from (select id, row_number() over (order by id) as n from people) p, emails e
    where n <= ${held + 2}`;
}

beforeAll(async () => {
  opened = await openTestDatabase();
  const { pool } = opened.database;
  await pool`
    insert into people (email, subscribed_on, created_at, updated_at)
    select 'p' || n || '@example.com', current_date, now(), now() from generate_series(1, 1002) n`;
  await pool`
    insert into emails (key, subject, pre_header, body_markdown, tracking, created_at, updated_at)
    values ('news', 'News', '', 'Hello', true, now(), now())`;
});

afterAll(() => opened.drop());

it('finds when the last mail of a broadcast is due, and reads no more held mail than a thousand', async () => {
  await queue(1, 0);
  await queue(2, 998);
  await queue(3, 1000);
  const found = await transaction(opened.database, {}, (tx) =>
    lastDueOfBroadcasts(tx, [1, 2, 3, 4]),
  );
  expect(found).toEqual(
    new Map([
      [1, last],
      [2, last],
    ]),
  );
});
