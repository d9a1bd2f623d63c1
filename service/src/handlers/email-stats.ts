import { invalid } from '@postroad/core/refusal';
import { statsRange } from '@postroad/core/stats/stats-range';
import { readProfile } from '@postroad/store/instance';
import { emailStats, emailStatsBetween } from '@postroad/store/send-stats';
import { requireEmail } from '../find-email.ts';
import type { Handlers } from '../handler.ts';

const faults = {
  from: 'from must be a date such as 2026-01-31, or an ISO 8601 timestamp.',
  to: 'to must be a date such as 2026-01-31, or an ISO 8601 timestamp.',
  order: 'from must be before to.',
};

export const emailStatsHandlers: Pick<Handlers, 'get_email_stats'> = {
  async get_email_stats({ email_id, from, to }, { tx }) {
    await requireEmail(tx, email_id);
    const { timezone } = await readProfile(tx);
    const range = statsRange({ from, to }, tx.now, timezone);
    if (typeof range === 'string') {
      const path = range === 'order' ? 'from' : range;
      throw invalid([{ path, code: 'value_invalid', message: faults[range] }]);
    }
    const byDay = await emailStatsBetween(tx, email_id, range.borders);
    const days = range.dates.flatMap((date, place) => {
      const counted = byDay.get(place);
      return counted ? [{ date, ...counted }] : [];
    });
    return { ...(await emailStats(tx, email_id, range)), days };
  },
};
