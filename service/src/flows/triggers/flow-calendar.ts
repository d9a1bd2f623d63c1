import type { Tx } from '@postroad/store/platform/transaction';
import { nextRenewalDue, type RenewalDeps, scanRenewals } from '../renewals/scan-renewals.ts';
import { compareSegments, nextSegmentDue, type SegmentDeps } from './compare-segments.ts';
import { nextScheduleDue, runSchedules, type ScheduleDeps } from './run-schedules.ts';
import { type DateDeps, nextDateDue, scanDates } from './scan-dates.ts';

/** What the calendar starts, for the test clock: renewals, dates of people, schedules and segments. */
export function flowCalendar(deps: RenewalDeps & DateDeps & ScheduleDeps & SegmentDeps) {
  const running = () => false;
  return {
    async scan() {
      while ((await compareSegments(deps)) !== 0);
      await scanDates(deps, running);
      await runSchedules(deps, running);
      await scanRenewals(deps, running);
    },
    async next(tx: Tx, until: Date): Promise<Date | null> {
      const renewal = await nextRenewalDue(tx, deps, until);
      const date = (await nextDateDue(tx, deps, renewal ?? until)) ?? renewal;
      const time = (await nextScheduleDue(tx, deps, date ?? until)) ?? date;
      return (await nextSegmentDue(tx, time ?? until)) ?? time;
    },
  };
}
