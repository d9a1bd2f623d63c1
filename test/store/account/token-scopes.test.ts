import { migrate } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openEmptyDatabase } from '../../support/database.ts';
import { migrationsUpTo, runStatements, withMigrations } from '../../support/migration-part.ts';

const before = migrationsUpTo(9_999).findIndex(([name]) => name.endsWith('token-scopes.sql'));
let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openEmptyDatabase();
  await withMigrations(migrationsUpTo(before), (directory) => migrate(opened.database, directory));
  await transaction(opened.database, {}, (tx) =>
    runStatements(
      tx,
      `insert into api_tokens (name, scope, hash, created_at)
       select scope, scope, decode(md5(scope), 'hex'), now()
       from unnest(array['read', 'draft', 'write']) scope`,
    ),
  );
  await migrate(opened.database);
});

afterAll(() => opened.drop());

it('TOK-07 tokens from before keep what they could do, and say that they are from before', async () => {
  const rows = await opened.database.pool<object[]>`
    select name, scopes, legacy, parent_id, expires_at, allowed_ips from api_tokens order by id`;
  const same = { legacy: true, parent_id: null, expires_at: null, allowed_ips: [] };
  expect([...rows]).toEqual([
    { name: 'read', scopes: ['read'], ...same },
    { name: 'draft', scopes: ['draft'], ...same },
    { name: 'write', scopes: ['admin'], ...same },
  ]);
});
