import { backupFormat } from '@postroad/store/platform/backup/backup-format';
import { isEmptyDatabase } from '@postroad/store/platform/backup/restore';
import type { Database } from '@postroad/store/platform/connection/database';
import { isMigrated, migrate } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupOf, inPieces, restoreInto } from '../../support/backup.ts';
import {
  type OpenTestDatabase,
  openEmptyDatabase,
  openTestDatabase,
} from '../../support/database.ts';
import { dumpWritten } from '../../support/dump.ts';
import { migrationsUpTo, runStatements, withMigrations } from '../../support/migration-part.ts';
import { schemaText } from '../../support/schema-text.ts';

/** Values that a format of lines and columns could mistake for its own. */
const hostile = String.raw`
  insert into people (email, first_name, last_name, fields, tag_ids, subscribed_on, created_at, updated_at)
  values
    ('a@example.com', E'\\.', E'tab\there', '{"a": "b\\nc", "d": 0.1, "e": null}', '{1,2}', '2026-01-01', now(), now()),
    ('b@example.com', E'line\nline\r\n\\.\n', E'\\N', '{}', '{}', '0001-01-01', '2026-02-03T04:05:06.789012Z', 'infinity'),
    ('c@example.com', 'Zoë 🦊', null, '{"emoji": "🦊"}', '{}', '2026-01-01', now(), now());
  insert into suppressions (hash, created_at) values ('\x00ff5c2e0a', now());
  insert into settings (key, value, updated_at) values ('x', E'{"b": 1,\n "a":\t2}', now());
  insert into email_links (email_id, digest, urls, templates) select id, '\x01', array['a,b', '{"', null, ''], '{}' from emails;
  insert into emails (key, subject, body_markdown, created_at, updated_at) values ('k', E'\\x41\b', E'\u0001\u001e', now(), now());
  delete from people where email = 'c@example.com';`;

let source: OpenTestDatabase;
let backup: Buffer;

beforeAll(async () => {
  source = await openTestDatabase();
  await transaction(source.database, {}, (tx) => runStatements(tx, hostile));
  backup = await backupOf(source.database);
});

afterAll(() => source.drop());

const schemaOf = (database: Database) => transaction(database, { readOnly: true }, schemaText);

describe('a restored backup', () => {
  let restored: OpenTestDatabase;

  beforeAll(async () => {
    restored = await openEmptyDatabase();
    await restoreInto(restored.database, inPieces(backup, 4_093));
  });

  afterAll(() => restored.drop());

  it('BACK-01 has every row as it was', async () => {
    expect(await dumpWritten(restored.database)).toEqual(await dumpWritten(source.database));
  });

  it('BACK-01 has the schema with its keys, indexes, triggers and comments', async () => {
    expect(await schemaOf(restored.database)).toBe(await schemaOf(source.database));
    const { pool } = restored.database;
    const [{ off }] = await pool<[{ off: number }]>`
      select count(*)::int as off from pg_trigger where tgenabled <> 'O'`;
    expect(off).toBe(0);
  });

  it('BACK-01 gives no id again that was given before', async () => {
    const insert = (database: Database) => database.pool<{ id: number }[]>`
      insert into people (email, subscribed_on, created_at, updated_at)
      values ('d@example.com', '2026-01-01', now(), now()) returning id`;
    const [[before], [after]] = [await insert(source.database), await insert(restored.database)];
    expect(after).toEqual(before);
  });
});

it('BACK-01 takes a backup of an older schema up to the present one, or nothing of it', async () => {
  const old = await openEmptyDatabase();
  await withMigrations(migrationsUpTo(30), (directory) => migrate(old.database, directory));
  await old.database.pool`
    insert into emails (subject, body_markdown, created_at, updated_at)
    values ('Older', 'Hello', now(), now())`;
  const bytes = await backupOf(old.database);
  await old.drop();
  const restored = await openEmptyDatabase();
  const { database } = restored;
  // Of which the first migration is made before the end is missed.
  const header = { format: backupFormat, made_at: '', version: '', migrations: [1], sequences: {} };
  const cut = Buffer.from(`${JSON.stringify(header)}\n`);
  await expect(restoreInto(database, inPieces(cut, 100))).rejects.toThrow('ends in the middle');
  const isEmpty = await transaction(database, { readOnly: true }, isEmptyDatabase);
  expect(isEmpty).toBe(true);
  await restoreInto(database, inPieces(bytes, 65_536));
  // Migration 0031 gives emails their keys.
  expect(await database.pool`select key, subject from emails`).toEqual([
    { key: 'older', subject: 'Older' },
  ]);
  expect(await schemaOf(database)).toBe(await schemaOf(source.database));
  const migrated = await transaction(database, { readOnly: true }, ({ sql }) => isMigrated(sql));
  expect(migrated).toBe(true);
  await restored.drop();
});
