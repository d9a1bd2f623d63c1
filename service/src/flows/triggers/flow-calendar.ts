import type { Tx } from '@postroad/store/platform/transaction';
import { nextRenewalDue, type RenewalDeps, scanRenewals } from '../renewals/scan-renewals.ts';
import { type DateDeps, nextDateDue, scanDates } from './scan-dates.ts';

/** What the calendar starts, for the test clock: renewals and dates of people. */
export function flowCalendar(deps: RenewalDeps & DateDeps) {
  const running = () => false;
  return {
    async scan() {
      await scanDates(deps, running);
      await scanRenewals(deps, running);
    },
    async next(tx: Tx, until: Date): Promise<Date | null> {
      const renewal = await nextRenewalDue(tx, deps, until);
      return (await nextDateDue(tx, deps, renewal ?? until)) ?? renewal;
    },
  };
}
