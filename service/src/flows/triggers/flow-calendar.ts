import { type Tx, transaction } from '@postroad/store/platform/transaction';
import {
  dueRenewals,
  nextRenewalDue,
  type RenewalDeps,
  type RenewalScan,
  scanRenewals,
} from '../renewals/scan-renewals.ts';
import { nextScheduleDue, runSchedules, type ScheduleDeps } from './run-schedules.ts';
import { type DateDeps, dueDates, nextDateDue, scanDates } from './scan-dates.ts';

export type CalendarDeps = RenewalDeps & DateDeps & ScheduleDeps;

/** Starts what is due by the calendar: renewals, dates of people and schedules. */
export async function startTimed(
  deps: CalendarDeps,
  stopping: () => boolean,
): Promise<RenewalScan> {
  const reading = { testClock: deps.config.testClock, readOnly: true };
  const { live, dates, renewals } = await transaction(deps.database, reading, async (tx) => {
    const live = await liveFlows(tx, deps);
    return {
      live,
      dates: await dueDates(tx, deps, live),
      renewals: await dueRenewals(tx, live),
    };
  });
  const dated = await scanDates(deps, dates, stopping);
  const scheduled = await runSchedules(deps, live, stopping);
  const { started, passedOver } = await scanRenewals(deps, renewals, stopping);
  return { started: dated + scheduled + started, passedOver };
}

async function liveFlows(tx: Tx, deps: CalendarDeps) {
  return [...(await deps.liveFlows.byId(tx)).values()];
}

/**
 * The next time after now, and not after `until`, when the calendar may start something; null if there is
 * none. For the test clock.
 */
export async function nextTimed(tx: Tx, deps: CalendarDeps, until: Date): Promise<Date | null> {
  const live = await liveFlows(tx, deps);
  const renewal = await nextRenewalDue(tx, live, until);
  // Before dates, for which every day until then may be asked about.
  const schedule = (await nextScheduleDue(tx, live, renewal ?? until)) ?? renewal;
  return (await nextDateDue(tx, deps, live, schedule ?? until)) ?? schedule;
}
