import { setTimeout as pause } from 'node:timers/promises';
import { setTestClock } from '@postroad/store/account/engine-state';
import { anyStaleWaiting } from '@postroad/store/content/stale-compile';
import type { Database } from '@postroad/store/platform/connection/database';
import { mailInHand, nextDue } from '@postroad/store/platform/due';
import { type Tx, transaction } from '@postroad/store/platform/transaction';

/** Stops on the way at most; a guard against work that stays due for ever. */
const stopsMost = 1_000_000;
const roundsMost = 100_000;

/** Milliseconds to wait for other processes before looking again. */
const othersMs = 10;

/** Work that falls due by the calendar and is in no queue before that. */
export interface Calendar {
  /** Does the work that is due now. */
  scan(): Promise<unknown>;
  /**
   * The next time after now, and not after `until`, when work may fall due; null if there is none.
   */
  next(tx: Tx, until: Date): Promise<Date | null>;
}

/**
 * Moves the test clock to the time that `targetOf` computes from its present time, and does all
 * work that falls due on the way, in order of time (contract §7, test clock). Returns the new time.
 * A dry run only answers what the time would be.
 */
export async function moveClock(
  database: Database,
  tick: () => Promise<boolean>,
  calendar: Calendar,
  targetOf: (tx: Tx) => Promise<Date>,
  dryRun: boolean,
): Promise<Date> {
  const clock = { testClock: true };
  const target = await transaction(database, { ...clock, readOnly: true }, targetOf);
  if (dryRun) return target;
  // Work that has fallen due since the clock last stopped here.
  await calendar.scan();
  for (let stop = 0; stop < stopsMost; stop += 1) {
    const { queued, inHand, planned } = await transaction(
      database,
      { ...clock, readOnly: true },
      async (tx) => {
        const queued = await nextDue(tx, target);
        const inHand = (await mailInHand(tx)) || (await anyStaleWaiting(tx));
        return { queued, inHand, planned: await calendar.next(tx, queued ?? target) };
      },
    );
    const due = planned ?? queued;
    if (!inHand) await transaction(database, clock, (tx) => setTestClock(tx, due ?? target));
    if (due === null && !inHand) return target;
    // Stale emails are due at this very instant. If work stays due or in flight and none of it is
    // ours, another round or process has it.
    if (!(await settleNow(tick)) && planned === null) await pause(othersMs);
  }
  throw new Error('The test clock could not settle: something stays due for ever.');
}

/**
 * Runs rounds until no work is left, since each may create more that is due at once. Time does not
 * move meanwhile. Returns whether there was any work.
 */
async function settleNow(tick: () => Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < roundsMost; round += 1) {
    if (!(await tick())) return round > 0;
  }
  throw new Error('The test clock could not settle: one instant never ran out of work.');
}
