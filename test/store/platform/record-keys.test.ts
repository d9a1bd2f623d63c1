import { migrate } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openEmptyDatabase } from '../../support/database.ts';
import { migrationsUpTo, runStatements, withMigrations } from '../../support/migration-part.ts';

let opened: OpenTestDatabase;

const rows = `
  insert into emails (title, subject, created_at, updated_at) values
    ('Welcome', 'x', now(), now()), (null, 'Déjà vu: 2 of 3!', now(), now()),
    ('Welcome', 'x', now(), now()), ('Welcome 3', 'x', now(), now()), ('2024', 'x', now(), now()),
    ('日本語', 'x', now(), now()), (null, '', now(), now()),
    (repeat('a very long title ', 11), 'x', now(), now()), ('Welcome', 'x', now(), now());
  insert into sequences (name, created_at, updated_at) values
    ('First week', now(), now()), ('First week', now(), now());
  insert into layouts (name, html, created_at, updated_at) values ('Plain', 'x', now(), now());`;

beforeAll(async () => {
  opened = await openEmptyDatabase();
  await withMigrations(migrationsUpTo(30), (directory) => migrate(opened.database, directory));
  await transaction(opened.database, {}, (tx) => runStatements(tx, rows));
  await migrate(opened.database);
});

afterAll(() => opened.drop());

it('FILE-02 records from before keys get one made of what people call them', async () => {
  const { pool } = opened.database;
  const emails = await pool<{ key: string }[]>`select key from emails order by id`;
  expect(emails.map(({ key }) => key)).toEqual([
    ...['welcome', 'deja-vu-2-of-3', 'welcome-3-2', 'welcome-3', 'email-2024', 'email-6'],
    ...['email-7', 'a-very-long-title-a-very-long-title-a-very-long-title-a-very', 'welcome-9'],
  ]);
  const sequences = await pool<{ key: string }[]>`select key from sequences order by id`;
  expect(sequences.map(({ key }) => key)).toEqual(['first-week', 'first-week-2']);
  expect([...(await pool`select key from layouts`)]).toEqual([{ key: 'plain' }]);
});
