import { claimSignUps } from '@postroad/store/forms/sign-up';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;

/** 2,000 sign-ups wait for their mail, and two that need none came last. */
beforeAll(async () => {
  opened = await openTestDatabase();
  await transaction(opened.database, {}, async ({ sql }) => {
    await sql`
      insert into forms (key, name, purpose, fields, consent_text, tags, set_fields, double_opt_in,
        allowed_origins, enabled, created_at, updated_at)
      values ('letter', 'Letter', '', '[]', '', '{}', '{}', true, '{}', true, now(), now())`;
    await sql`
      insert into sign_ups (nonce, form_id, address, answers, is_single, language, wording, purpose,
        send_id, due_at, created_at)
      select i::text, f.id, i || '@example.com', '{}', i > 2000, 'en', '', '', i,
        now() - make_interval(secs => 4000 - i), now()
      from generate_series(1, 2002) i, forms f`;
    await sql`analyze sign_ups`;
  });
});

afterAll(() => opened.drop());

it('FORM-03 finds sign-ups that need no mail beside any number that wait for the release', async () => {
  const { claimed, read } = await transaction(opened.database, {}, async (tx) => {
    const rows = { limit: 10, busy: [], fullDomains: [], mailing: false };
    const claimed = await claimSignUps(tx, { until: new Date(tx.now.getTime() + 60_000), ...rows });
    const [{ read }] = await tx.sql<[{ read: number }]>`
      select pg_stat_get_xact_tuples_fetched('sign_ups'::regclass)::int
        + pg_stat_get_xact_tuples_returned('sign_ups'::regclass)::int as read`;
    return { claimed: claimed.map(({ address }) => address), read };
  });
  expect(claimed.sort()).toEqual(['2001@example.com', '2002@example.com']);
  expect(read).toBeLessThan(20);
});
