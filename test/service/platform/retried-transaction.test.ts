import { retriedTransaction } from '@postroad/service/platform/retried-transaction';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../support/database.ts';

it('answers a conflict, and never an internal error, to who is overtaken each time', async () => {
  const opened = await openTestDatabase();
  try {
    let tries = 0;
    const overtaken = retriedTransaction(opened.database, {}, async ({ sql }) => {
      tries += 1;
      await sql`do $$ begin raise exception 'overtaken' using errcode = '40001'; end $$`;
    });
    await expect(overtaken).rejects.toMatchObject({ code: 'conflict' });
    expect(tries).toBe(3);
  } finally {
    await opened.drop();
  }
});
