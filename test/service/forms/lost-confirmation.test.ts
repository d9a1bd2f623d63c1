import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { accepted, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { calling } from '../app/calling.ts';

// @database postgres: its connections can be ended from outside.

let opened: TestService;
let sql: postgres.Sql;
const provider = fakeProvider();

beforeAll(async () => {
  const env = { TEST_CLOCK: '', LOG_LEVEL: 'silent' };
  opened = await openTestService({ env, provider: () => provider });
  sql = postgres(opened.config.databaseUrl ?? '', { max: 2, onnotice: () => undefined });
  await calling(opened).call('create_form', { key: 'letter' });
});

afterAll(async () => {
  await sql.end();
  await opened.close();
});

/** Ends the connection that waits to write what became of the mail. */
async function endWriting(): Promise<void> {
  await vi.waitUntil(
    async () => {
      const ended = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and query like '%update sign_ups set due_at%'`;
      return ended.length > 0;
    },
    { timeout: 30_000, interval: 20 },
  );
}

it('FORM-09, POOL-08 a mail for confirmation that was accepted is not due again where its connection was lost', async () => {
  const holding = await sql.reserve();
  provider.answer = async () => {
    await holding`begin`;
    await holding`select from sign_ups for update`;
    return accepted;
  };
  await opened.service.forms.signUp('letter', {
    ...{ values: { email: 'ada@example.com' }, language: 'en', proof: null },
    visitor: { ip: '203.0.113.1', userAgent: undefined },
  });
  await opened.service.tick();
  await endWriting();
  await holding`rollback`;
  holding.release();
  const rows = () => sql`select mailed_at is not null as is_mailed, due_at from sign_ups`;
  await expect
    .poll(rows, { timeout: 10_000, interval: 50 })
    .toEqual([{ is_mailed: true, due_at: null }]);
  expect(provider.messages).toHaveLength(1);
});
