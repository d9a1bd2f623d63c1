import type { BenchDatabase } from './bench-database.ts';

type Sql = BenchDatabase['sql'];

/** Statements that make the indexes of a table again, once they have been dropped. */
async function dropIndexes(sql: Sql, table: string): Promise<string[]> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.relname as name, pg_get_indexdef(x.indexrelid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = ${table}::regclass
      and not exists (select from pg_constraint c where c.conindid = x.indexrelid)`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  return indexes.map(({ definition }) => definition);
}

/** Fills tables with their indexes built once at the end, and no key looked up row by row. */
async function inBulk(sql: Sql, tables: readonly string[], fill: (on: Sql) => Promise<void>) {
  const reserved = await sql.reserve();
  try {
    await reserved`set session_replication_role = replica`;
    await reserved`set synchronous_commit = off`;
    await reserved`set maintenance_work_mem = '512MB'`;
    const again: string[] = [];
    for (const table of tables) again.push(...(await dropIndexes(reserved, table)));
    await fill(reserved);
    for (const definition of again) await reserved.unsafe(definition);
    for (const table of tables) await reserved`vacuum analyze ${sql(table)}`;
    await reserved`reset all`;
  } finally {
    reserved.release();
  }
}

/**
 * People of whom one in twenty is unsubscribed, each with tags, three fields and five events of a
 * year. Of all people 90 % have the tag `most`, 50 % `half` and 10 % `some`; 10 % are on the plan
 * `pro` and 10 % on `team`; six events of ten are `common`.
 */
export async function seedAudience(sql: Sql, people: number): Promise<void> {
  await sql`
    insert into tags (name, normalized, created_at)
    select name, name, now() from unnest(array['most', 'half', 'some', 'few']) as name`;
  await sql`
    insert into tags (name, normalized, created_at)
    select 'other ' || i, 'other ' || i, now() from generate_series(1, 50) i`;
  await sql`
    insert into fields (key, name, type, created_at)
    values ('plan', 'plan', 'string', now()), ('company', 'company', 'string', now()),
      ('score', 'score', 'number', now())`;
  await sql`
    insert into event_types (name, first_seen, last_seen)
    select name, now(), now() from unnest(array['common', 'frequent', 'rare']) as name`;
  await inBulk(sql, ['people', 'events'], async (on) => {
    await on`
      insert into people (email, first_name, fields, tag_ids, subscribed_on, unsubscribed_at,
        created_at, updated_at)
      select 'person' || i || '@' || (array['example.com', 'corp.example'])[1 + i % 2], 'Ada' || i,
        jsonb_build_object('plan', case hashint4(i) & 1023 when 0 then 'free' else
            (array['pro', 'team', 'free', 'free', 'free', 'free', 'free', 'free', 'free', 'free'])
            [1 + (hashint4(i) & 1023) % 10] end,
          'company', 'Company ' || i % 5000, 'score', hashint4(i + 7) & 1023),
        array(select tag from (values (1, 90), (2, 50), (3, 10), (4, 1)) as part (tag, share)
          where (hashint4(i * 31 + tag) & 65535) % 100 < share) || array[5 + i % 50],
        date '2024-01-01' + i % 800, case when i % 20 = 0 then now() end, now(), now()
      from generate_series(1, ${people}::int) i`;
    await on`
      insert into events (person_id, type_id, details, occurred_at, recorded_at, source)
      select 1 + (hashint4(i) & 2147483647) % ${people}::int,
        case when i % 10 < 6 then 1 when i % 10 < 9 then 2 else 3 end,
        jsonb_build_object('amount', i % 500),
        now() - (hashint4(i + 1) & 2147483647) / 2147483647.0 * interval '365 days', now(), 'bench'
      from generate_series(1, ${people * 5}::int) i`;
  });
}
