import {
  type DatePlan,
  datesOf,
  daysNow,
  dueStart,
  type HeldDate,
  nextDayOf,
} from '@postroad/core/flows/triggers/date-plan';
import { limits } from '@postroad/core/platform/limits';
import { isTimezone } from '@postroad/core/platform/timestamp';
import { dayMs, type ZoneClock, type ZoneClocks } from '@postroad/core/platform/zone-clock';
import {
  type DateWindow,
  findDated,
  listDated,
  noteDateStarts,
  valuesOfDates,
  zonesOfDated,
} from '@postroad/store/flows/date-start';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { RestoredWindow } from '@postroad/store/queue/restored';
import type { AccountTime } from '../../platform/account-clock.ts';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import type { FlowDeps, LiveFlow } from '../live-flows.ts';
import { startTimedRuns } from './start-timed-runs.ts';

/** The parts of the service that date triggers need. */
export type DateDeps = TransactionDeps &
  FlowDeps &
  AccountTime & { zones: ZoneClocks; restored: RestoredWindow | null };

type DateFlow = LiveFlow & { dates: DatePlan };

/** The dates that are due now by the triggers of these live flows. */
export async function dueDates(
  tx: Tx,
  deps: DateDeps,
  live: readonly LiveFlow[],
): Promise<DateWindow[]> {
  const flows = dateFlows(live);
  if (flows.length === 0) return [];
  const account = await deps.accountClock(tx);
  return flows.map((flow) => windowOf(deps, flow, account, tx.now));
}

/**
 * Starts runs for the people whose date is due, in batches with a transaction each. Costs the people
 * with such a date, whom the index of fields finds, and not all people. Any number of processes may scan
 * at once: a row of date_starts is written once.
 */
export async function scanDates(
  deps: DateDeps,
  windows: readonly DateWindow[],
  stopping: () => boolean,
): Promise<number> {
  const clock = { testClock: deps.config.testClock };
  let started = 0;
  for (const window of windows) {
    for (let after = 0; window.held.length > 0 && !stopping(); ) {
      const ids = await transaction(deps.database, { ...clock, readOnly: true }, (tx) =>
        listDated(tx, window, after, limits.dateCandidates),
      );
      for (let from = 0; from < ids.length && !stopping(); from += limits.timedStartBatch) {
        const batch = ids.slice(from, from + limits.timedStartBatch);
        started += await transaction(deps.database, clock, (tx) =>
          startDue(tx, deps, window.flowId, batch),
        );
      }
      if (ids.length < limits.dateCandidates) break;
      after = ids.at(-1) ?? 0;
    }
  }
  return started;
}

function dateFlows(flows: readonly LiveFlow[]): DateFlow[] {
  return flows.filter((flow): flow is DateFlow => flow.dates !== null);
}

function windowOf(
  deps: DateDeps,
  { id: flowId, dates }: DateFlow,
  account: ZoneClock,
  now: Date,
): DateWindow {
  const clock = clockOf(deps, dates, null, account);
  const held = daysNow(dates, clock, now.getTime()).flatMap((day) => datesOf(dates, day));
  return { flowId, field: dates.trigger.field, held };
}

/** The clock that counts for a person; a person without a time zone has that of the account. */
function clockOf(
  { zones }: Pick<DateDeps, 'zones'>,
  { zone }: DatePlan,
  own: string | null,
  account: ZoneClock,
): ZoneClock {
  const name = zone ?? own;
  return name !== null && isTimezone(name) ? zones.of(name) : account;
}

/** Starts runs for those of these people whose date is due. */
async function startDue(
  tx: Tx,
  deps: DateDeps,
  flowId: number,
  ids: readonly number[],
): Promise<number> {
  // Read again, since the flow may have been paused or changed meanwhile.
  const flow = (await deps.liveFlows.byId(tx)).get(flowId);
  if (!flow?.dates) return 0;
  const { dates, once } = flow;
  const account = await deps.accountClock(tx);
  const people = await findDated(tx, dates.trigger.field, ids);
  const due = people.flatMap(({ id, timezone, value }) => {
    const start = dueStart(dates, value, clockOf(deps, dates, timezone, account), tx.now.getTime());
    return start === null ? [] : [{ person_id: id, date_day: start.dateDay, at: start.at }];
  });
  if (due.length === 0) return 0;
  const fresh = await noteDateStarts(tx, flowId, due);
  const fired = due.flatMap(({ person_id, at }) =>
    fresh.has(person_id) ? [{ person_id, at: new Date(at) }] : [],
  );
  return await startTimedRuns(tx, { id: flowId, once }, fired, deps);
}

/**
 * The next time after now, and not after `until`, when the date of somebody falls due; null if there
 * is none. For the test clock, which moves from one such time to the next.
 */
export async function nextDateDue(
  tx: Tx,
  deps: DateDeps,
  live: readonly LiveFlow[],
  until: Date,
): Promise<Date | null> {
  let earliest: number | null = null;
  const flows = dateFlows(live);
  if (flows.length === 0) return null;
  const account = await deps.accountClock(tx);
  for (const flow of flows) {
    const at = await nextOf(tx, deps, flow, account, earliest ?? until.getTime());
    if (at !== null) earliest = at;
  }
  return earliest === null ? null : new Date(earliest);
}

/** Zones differ by up to 26 hours, so that a time of a later day may come first. */
const zoneDays = 2;

/** Days that are asked about one by one; further ones only where somebody's date is. */
const nearDays = 4;

/** The days between two, both included, on which the date of somebody may fall due, in order. */
async function* daysToAsk(
  tx: Tx,
  dates: DatePlan,
  first: number,
  last: number,
): AsyncGenerator<number> {
  const far = first + nearDays;
  for (let day = first; day <= last && day < far; day += 1) yield day;
  if (far > last) return;
  const values = await valuesOfDates(tx, dates.trigger.field);
  const days = values.map((value) => nextDayOf(dates, value, far));
  const asked = days.filter((day): day is number => day !== null && day <= last);
  yield* [...new Set(asked)].toSorted((one, other) => one - other);
}

/** Never later than `until`. */
async function nextOf(
  tx: Tx,
  deps: DateDeps,
  { id: flowId, dates }: DateFlow,
  account: ZoneClock,
  until: number,
): Promise<number | null> {
  const now = tx.now.getTime();
  const first = Math.floor(now / dayMs) - 1;
  let last = Math.floor(until / dayMs) + 1;
  let best: number | null = null;
  for await (const day of daysToAsk(tx, dates, first, last)) {
    if (day > last) break;
    const held: HeldDate[] = datesOf(dates, day);
    const zones = await zonesOfDated(tx, { flowId, field: dates.trigger.field, held });
    for (const zone of zones) {
      const clock = clockOf(deps, dates, zone, account);
      const at = clock.instantOfWall(day * dayMs + dates.minutes * 60_000);
      if (at > now && at <= (best ?? until)) best = at;
    }
    if (best !== null) last = Math.min(last, Math.floor(best / dayMs) + zoneDays);
  }
  return best;
}
