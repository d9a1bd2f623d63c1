import { zonesOfDated } from '@postroad/store/flows/date-start';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.drop());

it('TRIG2-04 looks for a birthday in few blocks of the index, however much was written since a vacuum', async () => {
  await transaction(opened.database, { rollback: true }, async (tx) => {
    const { sql } = tx;
    await sql`
      insert into people (email, fields, subscribed_on, created_at, updated_at)
      select i || '@example.com', jsonb_build_object('birthday', (date '1960-01-01' + i)::text, 'n', i),
        current_date, now(), now()
      from generate_series(1, 10000) i`;
    await sql`set local enable_seqscan = off`;
    const blocks = async () => {
      const [row] = await sql<[{ blocks: number }]>`
        select pg_stat_get_xact_blocks_fetched('people_fields_idx'::regclass)::int as blocks`;
      return row.blocks;
    };
    const held = Array.from({ length: 100 }, (_, year) => ({
      ...{ value: `${1900 + year}-03-01`, dateDay: year },
    }));
    const before = await blocks();
    expect(await zonesOfDated(tx, { flowId: 1, field: 'birthday', held })).toEqual([null]);
    expect(((await blocks()) - before) / held.length).toBeLessThan(15);
  });
});
