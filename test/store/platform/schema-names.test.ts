import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';
import { runStatements } from '../../support/migration-part.ts';

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.drop());

/** What a query answers after statements that are rolled back. */
async function after<Row extends object>(statements: string, query: string): Promise<Row[]> {
  return await transaction(opened.database, { rollback: true }, async (tx) => {
    await runStatements(tx, statements);
    return (await runStatements(tx, query)) as Row[];
  });
}

interface Index {
  table: string;
  name: string;
  columns: string[];
  partial: boolean;
}

const indexQuery = `
  select t.relname as table, i.relname as name, x.indpred is not null as partial,
    array(select pg_get_indexdef(i.oid, k, true)
      from generate_series(1, x.indnkeyatts::int) k order by k) as columns
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  join pg_class t on t.oid = x.indrelid
  where t.relnamespace = 'public'::regnamespace and not t.relispartition
    and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype <> 'f')`;

/** Words of a column or an expression, as they are in the name of an index. */
const words = (column: string) =>
  column
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/ /g, '_');

function misnamedIndexes(indexes: readonly Index[]): string[] {
  const stem = ({ table, columns }: Index) => [table, ...columns.map(words)].join('_');
  return indexes.flatMap((index) => {
    const { name, partial } = index;
    if (name === `${stem(index)}_idx`) {
      const rivals = indexes.filter((other) => stem(other) === stem(index));
      return partial && rivals.length > 1 ? [`${name} does not say which rows it holds`] : [];
    }
    const rivals = indexes.filter((other) => stem(other) === stem(index) && other !== index);
    const qualified = new RegExp(`^${stem(index)}(_[a-z]+)+_idx$`).test(name);
    return partial && qualified && rivals.length > 0 ? [] : [`${name} is not ${stem(index)}_idx`];
  });
}

const indexFaults = async (statements = 'select 1') =>
  misnamedIndexes(await after<Index>(statements, indexQuery));

describe('indexes', () => {
  it('SCHEMA-08 are named by table and columns; partial ones of the same columns say one word more', async () => {
    expect(await indexFaults()).toEqual([]);
  });

  it.each([
    [
      'create index people_by_zone on people (timezone)',
      'people_by_zone is not people_timezone_idx',
    ],
    ['create index on people (timezone) where timezone is not null', null],
    [
      'create index people_timezone_live_idx on people (timezone)',
      'people_timezone_live_idx is not people_timezone_idx',
    ],
    [
      'create index sends_person_id_idx1 on sends (person_id) where run_id is null',
      'sends_person_id_idx1 is not sends_person_id_idx',
    ],
    ['create index sends_person_id_runless_idx on sends (person_id) where run_id is null', null],
    [
      'create index on people (upper(timezone))',
      'people_upper_idx is not people_upper_timezone_idx',
    ],
  ])('SCHEMA-08 %s', async (statement, fault) => {
    expect(await indexFaults(statement)).toEqual(fault === null ? [] : [fault]);
  });
});

const constraintQuery = `
  select c.relname as table, k.conname as name, k.contype::text as kind,
    array(select a.attname::text from unnest(k.conkey) with ordinality as n (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = n.number order by n.place) as columns
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.connamespace = 'public'::regnamespace and k.contype <> 'n'
    and not c.relispartition`;

interface Constraint {
  table: string;
  name: string;
  kind: string;
  columns: string[];
}

/** As PostgreSQL names them itself. */
function nameOf({ table, kind, columns }: Constraint): string {
  const all = [table, ...columns].join('_');
  if (kind === 'p') return `${table}_pkey`;
  if (kind === 'u') return `${all}_key`;
  if (kind === 'f') return `${all}_fkey`;
  return columns.length === 1 ? `${all}_check` : `${table}_check`;
}

it('SCHEMA-08 constraints have the names that PostgreSQL gives them', async () => {
  const wrong = async (statements: string) => {
    const found = await after<Constraint>(statements, constraintQuery);
    expect(found.length).toBeGreaterThan(100);
    return found.filter((one) => one.name !== nameOf(one)).map(({ name }) => name);
  };
  expect(await wrong('select 1')).toEqual([]);
  expect(await wrong('alter table tags add constraint named check (id > 0)')).toEqual(['named']);
});

const columnQuery = `
  select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
    and not c.relispartition and not a.attisdropped order by 1`;

it('SCHEMA-08 every time ends in _at and every date in _on, and nothing else does', async () => {
  const wrong = async (statements: string) =>
    (await after<{ name: string; type: string }>(statements, columnQuery)).filter(
      ({ name, type }) =>
        type.startsWith('timestamp') !== name.endsWith('_at') ||
        (type === 'date') !== name.endsWith('_on') ||
        type === 'timestamp without time zone',
    );
  expect(await wrong('select 1')).toEqual([]);
  const [seen] = await wrong('alter table tags rename column created_at to made');
  expect(seen).toMatchObject({ name: 'tags.made' });
});

it('SCHEMA-08 has none of the names that had to be explained', async () => {
  const odd =
    /\.(filled_to|fill_through|next_due|pace|taken|behind|moved_at|held|mark|as_of|heard_at|clearing|change|at|judged_by|judged_to|test_now|claimed_until|first_seen|last_seen)$/;
  const columns = await after<{ name: string }>('select 1', columnQuery);
  expect(columns.filter(({ name }) => odd.test(name))).toEqual([]);
});

const commentQuery = `
  select c.relname || coalesce('.' || a.attname, '') as name, d.description as comment,
    coalesce(a.attname ~ '(^id|_ids?|_token|^after_event|^after_run)$'
      and format_type(a.atttypid, null) in ('bigint', 'integer', 'uuid', 'integer[]', 'bigint[]'), false)
      and not exists (select from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum])
      and a.attidentity = '' and not (c.relname = 'leases' and a.attname = 'token')
      and a.attname <> 'change_id' as loose
  from pg_class c
  left join lateral (
    select attname, attnum, atttypid, attidentity from pg_attribute
    where attrelid = c.oid and attnum > 0 and not attisdropped
    union all select null, 0::smallint, null, null) a on true
  left join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = c.oid
    and d.objsubid = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition order by 1`;

interface Commented {
  name: string;
  comment: string | null;
  /** Holds an id without a foreign key. */
  loose: boolean | null;
}

function commentFaults(rows: readonly Commented[]): string[] {
  return rows.flatMap(({ name, comment, loose }) => {
    if (comment === null) return [`${name} has no comment`];
    if (!/^\S.*\.$/.test(comment)) return [`${name} has a comment that is no sentence`];
    const said = /No foreign key: ./.test(comment);
    if (loose && !said) return [`${name} does not say why it has no foreign key`];
    return said && !loose ? [`${name} says that it has no foreign key`] : [];
  });
}

describe('comments', () => {
  const faults = async (statements = 'select 1') =>
    commentFaults(await after<Commented>(statements, commentQuery));

  it('SCHEMA-06 are on every table and column, and say why an id has no foreign key', async () => {
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['create table odd (id bigint)', ['odd has no comment', 'odd.id has no comment']],
    ['alter table tags add column color text', ['tags.color has no comment']],
    ['comment on column tags.name is null', ['tags.name has no comment']],
    [`comment on table tags is ' '`, ['tags has a comment that is no sentence']],
    [
      `comment on column runs.event_id is 'The event.'`,
      ['runs.event_id does not say why it has no foreign key'],
    ],
    [
      `comment on column runs.person_id is 'The person. No foreign key: x.'`,
      ['runs.person_id says that it has no foreign key'],
    ],
  ])('SCHEMA-06 would see: %s', async (statement, seen) => {
    expect(await faults(statement)).toEqual(seen);
  });
});

it('PART-07 events is one table without a table of last events, as its decision record measured', async () => {
  const kinds = await after<{ name: string; kind: string }>(
    '',
    `select relname as name, relkind as kind from pg_class
     where relnamespace = 'public'::regnamespace and relname in ('events', 'event_lasts')`,
  );
  expect(kinds).toEqual([{ name: 'events', kind: 'r' }]);
});
