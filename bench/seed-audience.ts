import type { BenchDatabase } from './bench-database.ts';

type Sql = BenchDatabase['sql'];

/**
 * Fills tables without foreign-key checks and builds every index once at the end, which requires a
 * superuser.
 */
async function inBulk(sql: Sql, tables: readonly string[], fill: (on: Sql) => Promise<void>) {
  const on = await sql.reserve();
  try {
    await on`set session_replication_role = replica`;
    await on`set synchronous_commit = off`;
    await on`set maintenance_work_mem = '512MB'`;
    for (const table of tables) {
      await on`alter table ${sql(table)} set (autovacuum_enabled = false)`;
      await on`update pg_index set indisready = false where indrelid = ${table}::regclass`;
    }
    await fill(on);
    for (const table of tables) {
      await on`reindex table ${sql(table)}`;
      await on`vacuum analyze ${sql(table)}`;
    }
    await on`reset all`;
  } finally {
    on.release();
  }
}

/**
 * People: 5 % unsubscribed, each with tags, three fields and five events of a year. 90 % have the
 * tag `most`, 50 % `half` and 10 % `some`; 10 % are on the plan `pro` and 10 % on `team`; 60 % of
 * the events are `common`.
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
    insert into event_types (name, first_seen_at, last_seen_at)
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
