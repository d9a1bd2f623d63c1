// @database postgres: a worker is paused in the middle of its transaction.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabasePauses, installPauses } from '../../support/database-pauses.ts';
import { fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let pauses: DatabasePauses;

beforeAll(async () => {
  opened = await openTestService({ provider: () => fakeProvider(), env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
  pauses = await installPauses(opened.config.databaseUrl ?? '');
});

afterAll(async () => {
  await pauses.close();
  await opened.close();
});

/** Resolves once a session waits for a row of another one. */
async function untilBlocked(): Promise<void> {
  const { pool } = opened.database;
  for (;;) {
    const [row] = await pool<{ found: boolean }[]>`
      select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and wait_event in ('tuple', 'transactionid')) as found`;
    if (row?.found) return;
  }
}

it('SENT-05 an erasure leaves no values of the person in a test that is just being sent', async () => {
  const content = { subject: 'Dear {{ person.first_name }}', body_markdown: 'Hello' };
  const { email } = await calls.call('create_email', content);
  const { person } = await calls.call('upsert_person', {
    ...{ email: 'model@example.com', first_name: 'Model' },
  });
  const attempt = await pauses.at('before attempt');
  const testing = calls.call('send_test_email', {
    ...{ email_id: email.id, to: 'tester@example.com', person_id: person.id },
  });
  await attempt.caught(['postroad']);
  const erasing = calls.call('delete_person', { person: 'model@example.com' });
  await Promise.race([erasing, untilBlocked()]);
  await attempt.release();
  await Promise.all([erasing, testing]);
  const rows = await opened.database.pool<{ merge_values: string }[]>`
    select merge_values from send_contents`;
  expect(rows.filter(({ merge_values }) => merge_values.includes('Model'))).toEqual([]);
});
