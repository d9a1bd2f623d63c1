import { reportRows } from '@postroad/core/sending/report-operations';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { BenchDatabase } from '../bench-database.ts';
import { metered, timed } from '../metered.ts';
import { runMigrationPart } from '../migration-part.ts';
import type { BenchContext, Line, Row } from '../row.ts';

const mails = 1_000_000;
const emails = 200;
const links = 10;
const days = 365;
/** Ten reports a second are 100 ms each (REPORT-06). */
const goal = 10;
const actor = { id: 'bench', name: 'bench', scopes: ['admin'] as const };

/** A year of mail: 60 % of 20 flows with five steps, 10 % of sequences, 30 % of 100 broadcasts. */
async function seedYear({ sql }: BenchDatabase): Promise<void> {
  const body = { subject: 'News', body_markdown: 'Hi' };
  await sql`
    insert into emails (key, title, subject, pre_header, body_markdown, labels, created_at, updated_at)
    select 'email-' || i, 'Email ' || i, ${body.subject}, '', ${body.body_markdown},
      array['label ' || i % 12, 'label ' || 12 + i % 5], now(), now() from generate_series(1, ${emails}::int) i`;
  await sql`
    insert into email_links (email_id, digest, urls)
    select e, sha256(e::text::bytea), array(
      select 'https://example.com/' || e || '/' || l from generate_series(1, ${links}::int) l)
    from generate_series(1, ${emails}::int) e`;
  await sql`
    insert into flows (key, name, run_policy, status, definition, created_at, updated_at)
    select 'flow-' || i, 'Flow ' || i, 'repeat', 'paused', '{"trigger": {"event": "x"}, "nodes": []}', now(), now()
    from generate_series(1, 20) i`;
  // Spread over the year by a prime, so that neighbours differ in everything.
  await sql`
    insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, status, attempts,
      provider, due_at, ended_at)
    select i, i % 100000 + 1, i % ${emails}::int + 1,
      case when i % 10 < 6 then 'flow' when i % 10 < 7 then 'sequence' else 'broadcast' end,
      case when i % 10 < 6 then i % 20 + 1 when i % 10 < 7 then i % 7 + 1 else i % 100 + 1 end,
      case when i % 10 < 7 then i % 5 + 1 end,
      case when i % 50 = 0 then 'failed' when i % 70 = 0 then 'skipped' else 'sent' end, 1,
      case when i % 3 = 0 then 'postmark' else 'smtp' end, at, at
    from (
      select i, now() - (i::bigint * 7919 % (${days}::int * 86400)) * interval '1 second' as at
      from generate_series(1, ${mails}::int) i) m`;
  await sql`
    insert into send_feedback (send_id, kind, provider, occurred_at)
    select id, case when id % 200 = 1 then 'hard_bounced' else 'delivered' end, provider, ended_at
    from send_log where status = 'sent'`;
  await sql`
    insert into tracking_hits (send_id, number, kind, link, occurred_at, head, prefetch, verdict)
    select id, 0, 'open', null, ended_at + interval '3 hours', false, false, 'human'
    from send_log where status = 'sent' and id % 3 = 0
    union all
    select id, 1, 'click', id / 10 % ${links}::int, ended_at + interval '3 hours', false, false, 'human'
    from send_log where status = 'sent' and id % 10 = 3`;
  await sql`vacuum analyze`;
}

/** Makes the figures as the migration does; returns its seconds. */
async function fillFigures({ sql }: BenchDatabase): Promise<number> {
  const start = performance.now();
  await runMigrationPart(sql, { name: 'figures', from: '-- What there is so far' });
  return (performance.now() - start) / 1000;
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  try {
    await seedYear(bench);
    const filled = await fillFigures(bench);
    const env = { DATABASE_URL: bench.url, STARTER: '0', LOG_LEVEL: 'error' };
    const service = await openService(readConfig(env));
    try {
      const start = performance.now();
      await service.round('upkeep');
      const made = (performance.now() - start) / 1000;
      await bench.sql`vacuum analyze`;
      const to = new Date();
      const from = new Date(to.getTime() - days * 86_400_000);
      const whole = { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) };
      const lines: Line[] = [];
      for (const by of reportRows) {
        const report = () => service.invoke('get_report', { by, ...whole }, { actor });
        const { totals } = (await report()).output;
        const run = () => timed(() => report().then(() => 1));
        const measured = await metered(bench, { ms: context.roundMs, pids: [process.pid], run });
        const counted = by === 'link' ? `${totals.clicked} clicked` : `${totals.sent} sent`;
        const what = `A report by ${by} over a year with ${mails} mails`;
        const notes = [`${Math.round(1000 / measured.rate)} ms`, counted];
        if (by === 'day') notes.push(`migration ${filled.toFixed(1)} s, days ${made.toFixed(1)} s`);
        lines.push({ what, unit: 'reports', ...measured, limit: null, goal, notes });
      }
      return lines;
    } finally {
      await service.close();
    }
  } finally {
    await bench.drop();
  }
}

export const row: Row = {
  name: 'report',
  about: 'Reports over a year of a million mails, by each of their rows',
  run,
};
