import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMigrated, migrate, NewerSchema } from '@postroad/store/platform/migrate';
import { schemaText } from '@postroad/store/platform/schema-text';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';
import { root } from '../../support/repository.ts';

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(async () => {
  await opened.drop();
});

const schema = () => transaction(opened.database, { readOnly: true }, schemaText);
const migrated = () =>
  transaction(opened.database, { readOnly: true }, ({ sql }) => isMigrated(sql));

it('store/schema.sql is what the migrations make, on either database', async () => {
  const file = join(root, 'store', 'schema.sql');
  const text = `-- Generated from the migrations by test/store/platform/schema.test.ts with UPDATE_GOLDEN=1.\n\n${await schema()}`;
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('migrating again changes nothing', async () => {
  const before = await schema();
  expect(await migrate(opened.database)).toBe(0);
  expect(await Promise.all([migrate(opened.database), migrate(opened.database)])).toEqual([0, 0]);
  expect(await schema()).toBe(before);
  expect(await migrated()).toBe(true);
});

it('a schema of a newer version is refused and left alone', async () => {
  const { pool } = opened.database;
  await pool`insert into migrations (number, name) values (9999, '9999-later.sql')`;
  try {
    await expect(migrate(opened.database)).rejects.toThrow(NewerSchema);
    await expect(migrate(opened.database)).rejects.toThrow(/schema 9999.*Start the newer version/);
    expect(await migrated()).toBe(false);
  } finally {
    await pool`delete from migrations where number = 9999`;
  }
});
