import { fingerprintOf } from '@postroad/service/account/secret-keys';
import { codes } from '@postroad/store/platform/codes';
import { migrate } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenTestDatabase, openEmptyDatabase } from '../../support/database.ts';
import { migrationsUpTo, runStatements, withMigrations } from '../../support/migration-part.ts';

let opened: OpenTestDatabase;

/** Of each code column from before migration 0025: what its numbers were, by number. */
const numbered = {
  'runs.status': ['active', 'completed', 'exited', 'parked', 'frozen', 'canceled'],
  'sends.source_kind': ['flow', 'sequence', 'broadcast', 'test'],
  'send_log.status': ['sent', 'failed', 'skipped', 'canceled'],
  'send_log.source_kind': ['flow', 'sequence', 'broadcast', 'test'],
  'send_feedback.kind': ['delivered', 'soft_bounced', 'hard_bounced', 'complained'],
  'tracking_hits.kind': ['open', 'click'],
  'tracking_hits.verdict': [
    ...['human', 'head', 'prefetch', 'robot', 'mail_proxy', 'too_soon', 'all_links'],
  ],
  'email_engagements.kind': ['open', 'click'],
  'payments.kind': ['purchase', 'payment', 'refund'],
  'opt_outs.status': ['waiting', 'given_up'],
  'trigger_refusals.reason': ['inside', 'ran_before', 'paused'],
} as const;

/** A row with each number of each code column, and all of the row of `instance`, as 0024 has them. */
const rows = `
  insert into people (id, email, subscribed_on, created_at, updated_at) overriding system value
  select i, i || '@example.com', '2026-01-01', now(), now() from generate_series(0, 9) i;
  insert into emails (subject, created_at, updated_at)
  select 'x', now(), now() from generate_series(1, 2);
  insert into flows (key, name, run_policy, status, definition, created_at, updated_at)
  values ('f', 'f', 'repeat', 'live', '{}', now(), now());
  insert into runs (flow_id, person_id, status, once, due_at, started_at, ended_at)
  select 1, i, i, false, now(), now(), case when i in (1, 2, 5) then now() end
  from generate_series(0, 5) i;
  insert into run_steps (run_id, step_id, outcome, at)
  values (1, 1, 'ran', '2026-02-03T04:05:06Z'), (1, 2, 'canceled', now());
  insert into sends (person_id, email_id, source_kind, source_id, status, due_at, created_at,
    attempts, lease_token)
  select i, 1, i % 4, 7, i, now(), now(), i, case when i in (1, 2) then gen_random_uuid() end
  from generate_series(0, 4) i;
  insert into send_log (id, person_id, email_id, source_kind, status, attempts, due_at, ended_at)
  select 100 + i, i, 1, i, 5 + i, 1, now(), now() from generate_series(0, 3) i;
  insert into send_feedback (send_id, kind, provider, at)
  select 100, i, 'ses', now() from generate_series(0, 3) i;
  insert into tracking_hits (send_id, number, kind, at, head, prefetch, verdict)
  select 100, i, i % 2, now(), false, false, i from generate_series(0, 6) i;
  insert into email_engagements (person_id, email_id, kind, first_at, last_at)
  select 1, 1, i, now(), now() from generate_series(0, 1) i;
  insert into payments (person_id, kind, external_id, amount_cents, occurred_at)
  select 1, i, 'p' || i, 5, now() from generate_series(0, 2) i;
  insert into opt_outs (person_id, held, status, due_at, created_at)
  select i, i = 1, i, now(), now() from generate_series(0, 1) i;
  insert into trigger_refusals (person_id, flow_id, reason, event_id, at)
  select 1, 1, i, 5, now() from generate_series(0, 2) i;
  insert into broadcasts (name, status, email_source, email_id, pace, filled_to, fill_through,
    next_due, clearing, created_at, updated_at)
  values ('b', 'sending', 'copy', 1, 60, 3, 9, '2026-02-03T04:05:06Z', true, now(), now());
  insert into imports (format, trigger, tags, created_at) values ('csv', true, '{}', now());
  insert into sequences (name, created_at, updated_at) values ('s', now(), now());
  insert into sequence_runs (sequence_id, person_id, started_at, taken, moved_at)
  values (1, 1, now(), '{4,2}', '2026-02-03T04:05:06Z');
  insert into stale_compiles (email_id, mark) values (1, nextval('compile_marks'));
  insert into stale_compiles (email_id, mark) values (2, nextval('compile_marks'));
  insert into key_fingerprints (fingerprint, first_used_at)
  values ('\\x01', '2026-01-01T00:00:00Z');
  update instance set secret_key = '\\x0102', name = 'Acme', timezone = 'Europe/Oslo',
    default_from_address = 'a@example.com', base_url = 'https://a.example', preview_person_id = 3,
    tracking = false, starter_loaded_at = '2026-01-02T00:00:00Z', flows_version = 12,
    guards_version = 13, test_now = '2030-01-01T00:00:00Z', created_at = '2026-01-01T00:00:00Z',
    judged_by = 1, judged_to = 104, renewals_scanned_at = '2026-01-03T00:00:00Z';`;

beforeAll(async () => {
  opened = await openEmptyDatabase();
  await withMigrations(migrationsUpTo(24), (directory) => migrate(opened.database, directory));
  await transaction(opened.database, {}, (tx) => runStatements(tx, rows));
});

afterAll(() => opened.drop());

describe('a database that is in use', () => {
  it('SCHEMA-04, SCHEMA-07, SCHEMA-08 is upgraded from before 0025', async () => {
    expect(await migrate(opened.database)).toBe(migrationsUpTo(Infinity).length - 24);
  });

  it.each(Object.entries(numbered))(
    'SCHEMA-04 has words for the numbers of %s',
    async (column, words) => {
      // Words that came later never had a number.
      expect(codes[column as keyof typeof codes]).toEqual(expect.arrayContaining([...words]));
      const [table = '', name = ''] = column.split('.');
      const { pool } = opened.database;
      const found = await pool<
        { word: string }[]
      >`select ${pool(name)} as word from ${pool(table)}`;
      expect(new Set(found.map(({ word }) => word))).toEqual(new Set(words));
    },
  );

  it('SCHEMA-04 has each row under the word of its own number', async () => {
    const { pool } = opened.database;
    const runs = await pool`select status from runs order by person_id`;
    expect(runs.map(({ status }) => status)).toEqual(numbered['runs.status']);
    const sends = await pool`select source_kind from sends order by person_id`;
    expect(sends.map((row) => row.source_kind).slice(0, 4)).toEqual(numbered['sends.source_kind']);
    const log = await pool`select status, source_kind from send_log order by id`;
    expect(log.map(({ status }) => status)).toEqual(numbered['send_log.status']);
    const hits = await pool`select verdict from tracking_hits order by number`;
    expect(hits.map(({ verdict }) => verdict)).toEqual(numbered['tracking_hits.verdict']);
    const paid = await pool`select kind from payments order by external_id`;
    expect(paid.map(({ kind }) => kind)).toEqual(numbered['payments.kind']);
  });

  it('HAND-01 has in hand what a process had claimed or was handing over', async () => {
    const { pool } = opened.database;
    const rows = await pool`
      select s.status, s.attempts, h.attempted from sends s left join in_hand h on h.send_id = s.id
      order by s.person_id`;
    expect([...rows]).toEqual([
      { status: 'scheduled', attempts: 0, attempted: null },
      { status: 'scheduled', attempts: 1, attempted: null },
      { status: 'scheduled', attempts: 1, attempted: true },
      { status: 'holding', attempts: 3, attempted: null },
      { status: 'uncertain', attempts: 4, attempted: null },
    ]);
  });

  it('SCHEMA-04 has the same defaults', async () => {
    const [row] = await transaction(opened.database, { rollback: true }, async ({ sql }) => {
      const [run] = await sql`insert into runs (flow_id, person_id, once, started_at)
        values (1, 9, false, now()) returning status`;
      const [send] = await sql`
        insert into sends (person_id, email_id, source_kind, due_at, created_at)
        values (9, 1, 'test', now(), now()) returning status`;
      const [optOut] = await sql`insert into opt_outs (person_id, suppressed, due_at, created_at)
        values (9, true, now(), now()) returning status`;
      return [[run?.status, send?.status, optOut?.status]];
    });
    expect(row).toEqual(['active', 'scheduled', 'waiting']);
  });

  it('SCHEMA-08 keeps what the renamed columns held', async () => {
    const { pool } = opened.database;
    const at = new Date('2026-02-03T04:05:06Z');
    expect([...(await pool`select recorded_at from run_steps where step_id = 1`)]).toEqual([
      { recorded_at: at },
    ]);
    expect([
      ...(await pool`select effective_emails_per_hour, last_queued_person_id, final_person_id,
        next_due_at, queue_cleanup_pending from broadcasts`),
    ]).toEqual([
      {
        ...{ effective_emails_per_hour: 60, last_queued_person_id: 3, final_person_id: 9 },
        ...{ next_due_at: at, queue_cleanup_pending: true },
      },
    ]);
    expect([...(await pool`select ended_step_ids, last_step_ended_at from sequence_runs`)]).toEqual(
      [{ ended_step_ids: [4, 2], last_step_ended_at: at }],
    );
    const [next] = await pool`select nextval('compile_generations') as next, max(generation) as last
      from stale_compiles`;
    expect(next).toEqual({ next: 3, last: 2 });
  });

  it('SCHEMA-07 has profile, keys and the state of the engine each in a table of its own', async () => {
    const { pool } = opened.database;
    const [gone] = await pool`select to_regclass('instance') as instance,
      to_regclass('key_fingerprints') as fingerprints`;
    expect(gone).toEqual({ instance: null, fingerprints: null });
    expect([...(await pool`select * from profile`)]).toEqual([
      {
        ...{ only_row: true, name: 'Acme', timezone: 'Europe/Oslo', base_url: 'https://a.example' },
        ...{ default_from_address: 'a@example.com', preview_person_id: 3, tracking: false },
        ...{ reply_to: null, revision: 1, settings_revision: 1 },
      },
    ]);
    const keys = await pool`
      select encode(fingerprint, 'hex') as fingerprint, encode(secret, 'hex') as secret,
        first_used_at from instance_keys order by fingerprint`;
    expect([...keys]).toEqual([
      { fingerprint: '01', secret: null, first_used_at: new Date('2026-01-01T00:00:00Z') },
      {
        fingerprint: fingerprintOf(Buffer.from([1, 2])),
        ...{ secret: '0102', first_used_at: null },
      },
    ]);
    expect([...(await pool`select * from engine_state`)]).toEqual([
      {
        ...{ only_row: true, created_at: new Date('2026-01-01T00:00:00Z') },
        ...{ starter_loaded_at: new Date('2026-01-02T00:00:00Z'), flows_version: 12 },
        ...{
          hits_forgotten_at: null,
          hits_forgotten_send_id: null,
          runs_forgotten_at: null,
          runs_forgotten_run_id: null,
          backed_up_at: null,
          guards_version: 13,
          verdict_rules_version: 1,
          rejudged_through_send_id: 104,
          webhook_patterns: [],
        },
        renewals_scanned_at: new Date('2026-01-03T00:00:00Z'),
        ...{ test_clock_at: new Date('2030-01-01T00:00:00Z'), figures_zone: null },
      },
    ]);
  });
});
