import { codes } from '@postroad/store/platform/codes';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';
import { runStatements } from '../../support/migration-part.ts';

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.drop());

const inTransaction: typeof transaction<[string, readonly string[]][]> = (...args) =>
  transaction(...args);

/** Partitions have the columns and checks of their table. */
const isNoPartition = () => opened.database.pool`
  not exists (select from pg_class where relname = c.table_name and relispartition)`;

/** Columns whose CHECK lists words, each with its words. */
const checked = (statement = 'select 1') =>
  inTransaction(opened.database, { rollback: true }, async (tx) => {
    await runStatements(tx, statement);
    const rows = await tx.sql<{ column: string; definition: string }[]>`
      select c.relname || '.' || a.attname as column, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and k.conkey = array[a.attnum]
      where k.contype = 'c' and k.convalidated and k.connamespace = 'public'::regnamespace
        and not c.relispartition
      union all
      -- Of the type of the column.
      select c.relname || '.' || a.attname, pg_get_constraintdef(k.oid)
      from pg_constraint k
      join pg_attribute a on a.atttypid = k.contypid and not a.attisdropped
      join pg_class c on c.oid = a.attrelid
      where k.contype = 'c' and k.convalidated and k.connamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p') and not c.relispartition
      order by 1`;
    return rows.flatMap(({ column, definition }) => {
      const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition)?.[1];
      // A list in one constant, which costs each statement less.
      const words = /^CHECK \(\(\w+ = ANY \('\{(.*)\}'::text\[\]\)\)\)$/.exec(definition)?.[1];
      if (words !== undefined) return [[column, words.split(',')]];
      if (list === undefined) return [];
      return [[column, list.split(', ').map((word) => word.replace(/^'(.*)'::text$/, '$1'))]];
    });
  });

it('SCHEMA-04 every column of words has a CHECK with the words of its list', async () => {
  expect(Object.fromEntries(await checked())).toEqual(codes);
});

it.each([
  'alter table runs drop constraint runs_status_check',
  `alter table runs drop constraint runs_status_check,
     add constraint runs_status_check check (status in ('active', 'completed'))`,
  'alter domain change_surface drop constraint change_surface_check',
  `alter table tags add column kind text check (kind in ('open', 'click'))`,
])('SCHEMA-04 the comparison would see: %s', async (statement) => {
  expect(Object.fromEntries(await checked(statement))).not.toEqual(codes);
});

it('SCHEMA-04 every column named like a code is text with a list', async () => {
  const rows = await opened.database.pool<{ column: string; type: string }[]>`
    select table_name || '.' || column_name as column, data_type as type
    from information_schema.columns c where table_schema = 'public' and ${isNoPartition()}
      -- A media type is no code, and core has the list of what webhooks tell of.
      and table_name || '.' || column_name not in ('message_file_uses.content_type', 'webhook_deliveries.type')
      and column_name ~ '(^|_)(status|kind|verdict|type|scope|policy|mode|unit|format|outcome)$'`;
  expect(rows.length).toBeGreaterThan(20);
  for (const { column, type } of rows) {
    expect([column, type]).toEqual([column, 'text']);
    expect(Object.keys(codes)).toContain(column);
  }
});

it('SCHEMA-04 what is left of small numbers counts something', async () => {
  const rows = await opened.database.pool<{ column: string }[]>`
    select table_name || '.' || column_name as column from information_schema.columns c
    where table_schema = 'public' and data_type = 'smallint' and ${isNoPartition()} order by 1`;
  expect(rows.map(({ column }) => column)).toEqual([
    'opt_outs.attempts',
    'renewal_occurrences.days_before',
    'runs.chain',
    'send_log.attempts',
    'sends.attempts',
    'sequence_runs.chain',
    'tracking_hits.number',
  ]);
});
