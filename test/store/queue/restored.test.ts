import { transaction } from '@postroad/store/platform/transaction';
import {
  closeRestoredWindow,
  doubtQueue,
  findRestoredWindow,
} from '@postroad/store/queue/restored';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

// @database postgres: the same statements.

let opened: OpenTestDatabase;
const until = new Date('2031-01-01T12:00:00Z');

beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.pool`
    with person as (
      insert into people (email, subscribed_on, created_at, updated_at)
      values ('a@example.com', '2026-01-01', now(), now()) returning id
    ), email as (
      insert into emails (key, subject, created_at, updated_at) values ('k', 'x', now(), now()) returning id
    )
    insert into sends (person_id, email_id, source_kind, status, due_at, created_at)
    select person.id, email.id, 'test', status, at, now()
    from person, email, (values
      ('scheduled', timestamptz '2031-01-01T12:00:00Z'), ('scheduled', '2031-01-01T12:00:01Z'),
      ('scheduled', '2031-01-02'), ('scheduled', '2031-01-02'),
      ('holding', '2030-01-01'), ('uncertain', '2030-01-01')) as s (status, at)`;
  await opened.database.pool`
    insert into in_hand (send_id, lease_token, attempted) values
      (3, gen_random_uuid(), false), (4, gen_random_uuid(), true)`;
  await opened.database.pool`
    insert into leases (token, process, expires_at) values (gen_random_uuid(), 'gone', 'infinity')`;
});

afterAll(() => opened.drop());

it('BACK-04 what was claimed, going out or due by then is uncertain; the rest stays', async () => {
  const { database } = opened;
  expect(await transaction(database, {}, (tx) => doubtQueue(tx, { until }))).toBe(3);
  const rows = await database.pool`
    select status, last_error, attempts from sends order by id`;
  const doubt = 'It may have been sent after the backup was made.';
  expect(rows.map(({ status }) => status)).toEqual([
    ...['uncertain', 'scheduled', 'uncertain', 'uncertain', 'holding', 'uncertain'],
  ]);
  expect(rows.map(({ last_error }) => last_error)).toEqual([doubt, null, doubt, doubt, null, null]);
  expect(rows.map(({ attempts }) => attempts)).toEqual([0, 0, 0, 1, 0, 0]);
  expect(await database.pool`select from in_hand`).toHaveLength(0);
  expect(await database.pool`select from leases`).toHaveLength(0);
});

it('BACK-03 the window ends once nothing of before is left to be sent', async () => {
  const { database } = opened;
  const close = () =>
    transaction(database, {}, async (tx) => {
      await closeRestoredWindow(tx);
      return await findRestoredWindow(tx);
    });
  await database.pool`insert into restored_runs values ('flow', 1, 'infinity')`;
  expect(await close()).toEqual({ until });
  await database.pool`update restored_runs set until_at = '2020-01-01'`;
  expect(await close()).toBeNull();
  expect(await database.pool`select from restored_runs`).toHaveLength(0);
});
