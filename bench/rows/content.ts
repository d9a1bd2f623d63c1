import { alternateRounds, type Measured, medianMeasured, pairedRatio } from '../measure.ts';
import { metered } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { refillSends } from '../seed.ts';
import { drained, withParty } from './send.ts';

const count = 16_000;
/** Many and short: what is looked for is as small as the spread of a rate. */
const rounds = 12;

/** The same of the processor time of a mail, in all processes. */
function costRatio(kept: readonly Measured[], without: readonly Measured[]): number {
  const byTime = ({ cost }: Measured): Measured => ({
    rate: 1 / ((cost?.node_us ?? Number.NaN) + (cost?.database_us ?? Number.NaN)),
    cost: null,
  });
  return pairedRatio(kept.map(byTime), without.map(byTime));
}

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
      return () => measure(count, context.roundMs / 4);
    };
    const runs = {
      none: await rated(null, 30),
      noneLimit: await rated(null, 0),
      smtp: await rated(smtpUrl, 30),
      smtpLimit: await rated(smtpUrl, 0),
    };
    const { none, noneLimit, smtp, smtpLimit } = await alternateRounds(runs, rounds);
    const lineOf = (to: string, kept: Measured[], without: Measured[]): Line => ({
      ...{ what: `Send with what each mail said kept, two processes: ${to}`, unit: 'mails' },
      ...medianMeasured(kept),
      limit: { what: 'the same, content not kept', ...medianMeasured(without) },
      ratio: pairedRatio(kept, without),
      goal: 0.9,
      notes: [`${rounds} pairs; by processor time ${costRatio(kept, without).toFixed(2)}`],
    });
    return [lineOf('null provider', none, noneLimit), lineOf('SMTP', smtp, smtpLimit)];
  });
}

export const row: Row = {
  name: 'content',
  about: 'Sending with and without keeping what each mail said',
  run,
};
