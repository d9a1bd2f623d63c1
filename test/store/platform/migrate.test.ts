import { isMigrated, migrate, NewerSchema } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';
import { withMigrations } from '../../support/migration-part.ts';

type Files = [name: string, text: string][];

let opened: OpenTestDatabase;
let known: Files;

beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.pool`create table applied (name text)`;
});

afterAll(() => opened.drop());

/** Everything that was applied stays known, with texts that say when they run again. */
beforeEach(async () => {
  const { pool } = opened.database;
  await pool`delete from applied`;
  await pool`delete from migrations where number between 9000 and 9999`;
  const rows = await pool<{ name: string }[]>`select name from migrations order by number`;
  known = rows.map(({ name }) => [name, 'this is no statement']);
});

const later = (...numbers: number[]): Files =>
  numbers.map((number) => [
    `${number}-added.sql`,
    `insert into applied (name) values ('${number}')`,
  ]);

const run = (files: Files) =>
  withMigrations(files, (directory) => migrate(opened.database, directory));

const isReady = (files: Files) =>
  withMigrations(files, (directory) =>
    transaction(opened.database, { readOnly: true }, ({ sql }) => isMigrated(sql, directory)),
  );

const applied = async () =>
  (await opened.database.pool<{ name: string }[]>`select name from applied`).map(
    ({ name }) => name,
  );

it('SCHEMA-09 a migration that comes later under a lower number is run, and only that one', async () => {
  const before: Files = [...known, ...later(9001, 9003)];
  expect([await isReady(before), await run(before), await isReady(before)]).toEqual([
    false,
    2,
    true,
  ]);
  const merged: Files = [...known, ...later(9001, 9002, 9003)];
  expect([await isReady(merged), await run(merged), await isReady(merged)]).toEqual([
    false,
    1,
    true,
  ]);
  expect(await applied()).toEqual(['9001', '9003', '9002']);
  expect(await run(merged)).toBe(0);
});

it('SCHEMA-09 those that are missing run in order of number', async () => {
  await run([...known, ...later(9002)]);
  expect(await run([...known, ...later(9001, 9002, 9003)])).toBe(2);
  expect(await applied()).toEqual(['9002', '9001', '9003']);
});

it('SCHEMA-09 a database with a number that this code does not know is refused and left alone', async () => {
  await run([...known, ...later(9001, 9005)]);
  for (const files of [later(9001), later(9001, 9006), later(9005), later(9001, 9002, 9006)]) {
    const unknown = files.some(([name]) => name.startsWith('9005')) ? 9001 : 9005;
    await expect(run([...known, ...files])).rejects.toThrow(NewerSchema);
    await expect(run([...known, ...files])).rejects.toThrow(
      new RegExp(`has schema ${unknown}, .*Start the newer version`),
    );
    expect(await isReady([...known, ...files])).toBe(false);
  }
  expect(await applied()).toEqual(['9001', '9005']);
});

it('a migration that fails leaves nothing of itself', async () => {
  const faulty: Files = [['9001-added.sql', `insert into applied values ('x'); select 1 / 0`]];
  await expect(run([...known, ...faulty])).rejects.toThrow('division by zero');
  expect(await applied()).toEqual([]);
  expect(await isReady([...known, ...faulty])).toBe(false);
});

it('a schema of a newer version is refused and left alone', async () => {
  const { pool } = opened.database;
  await pool`insert into migrations (number, name) values (9999, '9999-later.sql')`;
  await expect(migrate(opened.database)).rejects.toThrow(NewerSchema);
  await expect(migrate(opened.database)).rejects.toThrow(/schema 9999.*Start the newer version/);
  const migrated = await transaction(opened.database, { readOnly: true }, ({ sql }) =>
    isMigrated(sql),
  );
  expect(migrated).toBe(false);
});
