import { setTimeout as pause } from 'node:timers/promises';
import { setTestClock } from '@postroad/store/account/instance';
import { anyStaleWaiting } from '@postroad/store/content/stale-compile';
import type { Database } from '@postroad/store/platform/connection/database';
import { mailInHand, nextDue } from '@postroad/store/platform/due';
import { type Tx, transaction } from '@postroad/store/platform/transaction';

/** Times at which something came due; a guard against work that stays due for ever. */
const stopsMost = 1_000_000;
const roundsMost = 100_000;

/** How long others are given before they are looked at again. */
const othersMs = 10;

/** What comes due by the calendar, and is in no queue before. */
export interface Calendar {
  /** Does what is due now. */
  scan(): Promise<unknown>;
  /** When something next may come due, after now and until `until`; null where nothing does. */
  next(tx: Tx, until: Date): Promise<Date | null>;
}

/**
 * Moves the test clock to what `targetOf` makes of its present time, and does all work that is due
 * along the way, in time order (contract §7, test clock). Answers the time it stands at. A dry run
 * only says where it would stand.
 */
export async function moveClock(
  database: Database,
  tick: () => Promise<boolean>,
  calendar: Calendar,
  targetOf: (now: Date) => Date,
  dryRun: boolean,
): Promise<Date> {
  const clock = { testClock: true };
  const now = await transaction(database, { ...clock, readOnly: true }, async (tx) => tx.now);
  const target = targetOf(now);
  if (dryRun) return target;
  // What became due since the clock stood still here.
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
    // Emails that wait to be recompiled are work of this very instant.
    // What stays due or in hand without any of it being ours is with another round or process.
    if (!(await settleNow(tick)) && planned === null) await pause(othersMs);
  }
  throw new Error('The test clock could not settle: something stays due for ever.');
}

/**
 * Each round may make work that is due at once; time stands still until none is left. Answers
 * whether there was any.
 */
async function settleNow(tick: () => Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < roundsMost; round += 1) {
    if (!(await tick())) return round > 0;
  }
  throw new Error('The test clock could not settle: one instant never ran out of work.');
}
