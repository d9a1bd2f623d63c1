import { migrate } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import { findContent, keepFrames } from '@postroad/store/queue/send-content';
import { expect, it } from 'vitest';
import { openEmptyDatabase } from '../../support/database.ts';
import { migrationsUpTo, withMigrations } from '../../support/migration-part.ts';

/** The last migration before contents were put together in groups. */
const lastApart = 74;

it('SENT-03 an upgrade keeps what each mail said', async () => {
  const opened = await openEmptyDatabase();
  const { database } = opened;
  try {
    await withMigrations(migrationsUpTo(lastApart), (directory) => migrate(database, directory));
    const frames = ['aa', 'bb'].map((digest) => ({ digest, compiled: {}, parts: { digest } }));
    const ids = await transaction(database, {}, (tx) => keepFrames(tx, frames, new Date(0)));
    await database.pool`
      insert into send_contents (send_id, frame_id, made_at, merge_values)
      select i, case i % 2 when 0 then ${ids.get('aa') ?? 0}::bigint else ${ids.get('bb') ?? 0}::bigint end,
        timestamptz '2026-01-01' + i / 100 * interval '1 second', json_build_object('number', i)::text
      from generate_series(990, 1300) i`;
    await migrate(database);
    const [groups] = await database.pool<[{ count: number }]>`
      select count(*)::int as count from send_contents`;
    // Of five moments and two frames, the last moment of one frame alone.
    expect(groups.count).toBe(9);
    await transaction(database, { readOnly: true }, async (tx) => {
      for (const id of [990, 999, 1_000, 1_001, 1_187, 1_300]) {
        expect(await findContent(tx, id)).toMatchObject({
          ...{ values: { number: id }, parts: { digest: id % 2 === 0 ? 'aa' : 'bb' } },
          made_at: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(id / 100))),
        });
      }
      expect(await findContent(tx, 989)).toBeNull();
    });
  } finally {
    await opened.drop();
  }
});
