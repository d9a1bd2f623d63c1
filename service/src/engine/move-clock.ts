import type { Database } from '@postroad/store/database';
import { nextDue } from '@postroad/store/due';
import { setTestClock } from '@postroad/store/instance';
import { transaction } from '@postroad/store/transaction';

/** Times at which something came due; a guard against work that stays due for ever. */
const stopsMost = 1_000_000;
const roundsMost = 100_000;

/**
 * Moves the test clock to what `targetOf` makes of its present time, and does all work that is due
 * along the way, in time order (contract §7, test clock). Answers the time it stands at. A dry run
 * only says where it would stand.
 */
export async function moveClock(
  database: Database,
  tick: () => Promise<boolean>,
  targetOf: (now: Date) => Date,
  dryRun: boolean,
): Promise<Date> {
  const clock = { testClock: true };
  const now = await transaction(database, { ...clock, readOnly: true }, async (tx) => tx.now);
  const target = targetOf(now);
  if (dryRun) return target;
  for (let stop = 0; stop < stopsMost; stop += 1) {
    const due = await transaction(database, { ...clock, readOnly: true }, (tx) =>
      nextDue(tx, target),
    );
    await transaction(database, clock, (tx) => setTestClock(tx, due ?? target));
    if (due === null) return target;
    await settleNow(tick);
  }
  throw new Error('The test clock could not settle: something stays due for ever.');
}

/** Each round may make work that is due at once; time stands still until none is left. */
async function settleNow(tick: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < roundsMost; round += 1) {
    if (!(await tick())) return;
  }
  throw new Error('The test clock could not settle: one instant never ran out of work.');
}
