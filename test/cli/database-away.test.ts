import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { startProcess } from '../support/service-process.ts';

// @database postgres: its connections can be ended from outside.

it.each([['worker'], ['serve']])(
  'a %s whose database goes away while it starts ends, and leaves no process without work',
  async (command) => {
    const database = await createTestDatabase();
    const url = database.env.DATABASE_URL ?? '';
    const sql = postgres(url, { max: 2 });
    const held = await sql.reserve();
    try {
      // The last thing that a start reads is the profile.
      await held`begin`;
      await held`lock table profile in access exclusive mode`;
      const env = { ...database.env, API_TOKEN: 'a-token-for-the-start-of-it', STARTER: '0' };
      const started = startProcess([command], { env });
      for (let ended = 0; ended === 0; await pause(20)) {
        const rows = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query like '%from profile%'`;
        ended = rows.length;
      }
      expect(await started.ended).toBe(1);
      expect(started.err()).toContain('The database does not answer.');
    } finally {
      await held`rollback`;
      held.release();
      await sql.end();
      await database.drop();
    }
  },
);
