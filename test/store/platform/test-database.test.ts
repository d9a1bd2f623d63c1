import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseKind, type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let first: OpenTestDatabase;
let second: OpenTestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([openTestDatabase(), openTestDatabase()]);
});

afterAll(async () => {
  await Promise.all([first.drop(), second.drop()]);
});

it('gives each caller a migrated database of its own', async () => {
  await first.database.pool`create table mark (id integer)`;
  const there = ({ database }: OpenTestDatabase) =>
    database.pool<{ migrated: boolean; marked: boolean }[]>`
      select exists (select from migrations) as migrated, to_regclass('mark') is not null as marked`;
  expect(await there(first)).toEqual([{ migrated: true, marked: true }]);
  expect(await there(second)).toEqual([{ migrated: true, marked: false }]);
});

it('runs on the database its project is named after', () => {
  expect(first.database.kind).toBe(databaseKind() === 'postgres' ? 'server' : 'embedded');
});
