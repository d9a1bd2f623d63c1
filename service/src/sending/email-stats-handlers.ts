import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { statsRange } from '@postroad/core/sending/stats-range';
import { emailFigures } from '@postroad/store/queue/kept-stats';
import { clickedLinks } from '@postroad/store/queue/send-stats';
import { getEmail } from '../content/get-email.ts';
import type { AccountTime } from '../platform/account-clock.ts';
import { type Handlers, read } from '../platform/handler.ts';
import { statsInTime } from '../platform/stats-in-time.ts';

const faults = {
  from: 'from must be a date such as 2026-01-31, or an ISO 8601 timestamp.',
  to: 'to must be a date such as 2026-01-31, or an ISO 8601 timestamp.',
  order: 'from must be before to.',
};

const tooMuch = `Counting took over ${limits.statsMs / 1_000} s. Ask for fewer days with from and to.`;

export const emailStatsHandlers: Pick<Handlers<AccountTime>, 'get_email_stats'> = {
  get_email_stats: read(async ({ email_id, from, to }, { tx, deps }) => {
    await getEmail(tx, email_id);
    const range = statsRange({ from, to }, tx.now, await deps.accountClock(tx));
    if (typeof range === 'string') {
      const path = range === 'order' ? 'from' : range;
      throw invalid([{ path, code: 'value_invalid', message: faults[range] }]);
    }
    const counted = await statsInTime(tx, async () => ({
      figures: await emailFigures(tx, email_id, range, limits.statsExactMails),
      links: await clickedLinks(
        tx,
        { emailIds: [email_id], broadcastId: null },
        range,
        limits.emailLinksListed,
      ),
    }));
    if (counted === null) throw new Refusal('unavailable', tooMuch);
    const { all, periods, approximate } = counted.figures;
    const days = range.dates.flatMap((date, index) => {
      const stats = periods.get(index);
      return stats ? [{ date, ...stats }] : [];
    });
    const marked = approximate ? { approximate: true as const } : {};
    return { ...all, ...marked, days, links: counted.links };
  }),
};
