import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startProcess } from '../support/service-process.ts';

// @database postgres: its connections can be ended from outside.

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

it('UNIT-11 a service that its database refuses answers 503, and a start says why', async () => {
  const url = new URL(database.env.DATABASE_URL ?? '');
  const sql = postgres(url.href, { max: 1 });
  const role = `rotated_${process.pid}`;
  await sql`create role ${sql(role)} login superuser password 'before'`;
  url.username = role;
  url.password = 'before';
  const env = {
    ...database.env,
    DATABASE_URL: url.href,
    API_TOKEN: 'a-token-of-a-refused-service',
    STARTER: '0',
  };
  const served = startProcess(['serve'], { env: { ...env, PORT: '0' } });
  try {
    const address = /serves (\S+)/.exec(await served.until('Stop with Ctrl+C'))?.[1];
    await sql`alter role ${sql(role)} nologin`;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`;
    const headers = { authorization: `Bearer ${env.API_TOKEN}` };
    for (let call = 0; call < 3; call += 1) {
      const answer = await fetch(`${address}/api/v1/profile`, { headers });
      expect(answer.status).toBe(503);
      expect(await answer.text()).not.toContain(role);
    }
    const started = startProcess(['worker'], { env });
    expect(await started.ended).toBe(1);
    expect(started.err()).toMatch(
      /^The database refuses the connection: .*not permitted to log in\.$/m,
    );
  } finally {
    served.child.kill('SIGKILL');
    await served.ended;
    await sql`drop role ${sql(role)}`;
    await sql.end();
  }
});

it.each([['worker'], ['serve']])(
  'a %s whose database goes away while it starts ends, and leaves no process without work',
  async (command) => {
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
    }
  },
);
