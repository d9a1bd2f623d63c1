import { alternateMeasured } from '../measure.ts';
import { metered } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { refillSends } from '../seed.ts';
import { drained, withParty } from './send.ts';

const count = 16_000;

/** What sending costs more where what each mail said is kept (SENT-04). */
function run(context: BenchContext): Promise<Line[]> {
  return withParty(context, async ({ bench, smtpUrl, sends, crewOf }) => {
    const rated = async (to: string | null, days: number) => {
      const crew = await crewOf('sender', { url: bench.url, smtpUrl: to });
      const prepare = async (mails: number) => {
        await bench.sql`
          insert into settings (key, value, updated_at)
          values ('sending.keep_content_days', ${String(days)}::text::json, now())
          on conflict (key) do update set value = excluded.value`;
        await refillSends(bench.sql, { ...sends, count: mails });
      };
      const measure = (mails: number, ms: number) =>
        metered(bench, {
          ...{ ms, pids: crew.map(({ pid }) => pid) },
          prepare: () => prepare(mails),
          run: () => drained(bench, crew, mails),
        });
      await measure(count / 4, 0);
      return () => measure(count, context.roundMs);
    };
    const { none, noneLimit, smtp, smtpLimit } = await alternateMeasured({
      none: await rated(null, 30),
      noneLimit: await rated(null, 0),
      smtp: await rated(smtpUrl, 30),
      smtpLimit: await rated(smtpUrl, 0),
    });
    const limit = 'the same, content not kept';
    const what = 'Send with what each mail said kept, two processes:';
    const shared = { unit: 'mails', goal: 0.9, notes: [] };
    return [
      { what: `${what} null provider`, ...none, limit: { what: limit, ...noneLimit }, ...shared },
      { what: `${what} SMTP`, ...smtp, limit: { what: limit, ...smtpLimit }, ...shared },
    ];
  });
}

export const row: Row = {
  name: 'content',
  about: 'Sending with and without keeping what each mail said',
  run,
};
