import { claimSignUps } from '@postroad/store/forms/sign-up';
import { transaction } from '@postroad/store/platform/transaction';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../support/database.ts';

it('HANDOFF-03 claims no more sign-ups than there are free connections, whatever the planner knows', async () => {
  const opened = await openTestDatabase();
  try {
    const claimed = await transaction(opened.database, {}, async (tx) => {
      const { sql } = tx;
      await sql`
        insert into forms (key, name, purpose, fields, consent_text, tags, set_fields, double_opt_in,
          allowed_origins, enabled, created_at, updated_at)
        values ('letter', 'Letter', '', '[]', '', '{}', '{}', true, '{}', true, now(), now())`;
      const signUp = async (from: number, to: number) => {
        await sql`
          insert into sign_ups (nonce, form_id, address, answers, is_single, language, wording,
            purpose, send_id, due_at, created_at)
          select i::text, f.id, i || '@example.com', '{}', false, 'en', '', '', i, now() - interval '1 minute', now()
          from generate_series(${from}::int, ${to}::int) i, forms f`;
      };
      await signUp(1, 1);
      // Statistics of a single row lead to a nested loop.
      await sql`analyze sign_ups`;
      await signUp(2, 6);
      const rows = { limit: 2, busy: [], fullDomains: [], mailing: true };
      return await claimSignUps(tx, { until: new Date(tx.now.getTime() + 60_000), ...rows });
    });
    expect(claimed).toHaveLength(2);
  } finally {
    await opened.drop();
  }
});
