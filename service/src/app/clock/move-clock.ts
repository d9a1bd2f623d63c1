import { setTimeout as pause } from 'node:timers/promises';
import { setTestClock } from '@postroad/store/account/engine-state';
import type { Database } from '@postroad/store/platform/connection/database';
import { type DueLane, nextDue } from '@postroad/store/platform/due';
import { type Tx, transaction } from '@postroad/store/platform/transaction';

/** Looks on the way at most; a guard against work that stays due for ever. */
const looksMost = 1_000_000;

/** Milliseconds to wait for other processes before looking again. */
const othersMs = 10;

/**
 * The next time after now, and not after `until`, when work may fall due that is in no queue before;
 * null if there is none.
 */
export type NextPlanned = (tx: Tx, until: Date) => Promise<Date | null>;

export interface ClockWork<Name extends string> {
  /** Runs one round of each of these lanes, due or not. Returns whether any found work. */
  roundOf(lanes: readonly (Name | DueLane)[]): Promise<boolean>;
  /** The lanes with work that no queue has a time for. */
  unqueued: readonly Name[];
}

/**
 * Moves the test clock to the time that `targetOf` computes from its present time, and does all
 * work that falls due on the way, in order of time (contract §7, test clock). Returns the new time.
 * A dry run only answers what the time would be. Lanes without due work are left alone: with many times on the
 * way, most of a move would go into asking them.
 */
export async function moveClock<Name extends string>(
  database: Database,
  work: ClockWork<Name>,
  nextPlanned: NextPlanned,
  targetOf: (tx: Tx) => Promise<Date>,
  dryRun: boolean,
): Promise<Date> {
  const clock = { testClock: true };
  const target = await transaction(database, { ...clock, readOnly: true }, targetOf);
  if (dryRun) return target;
  const look = async (tx: Tx) => {
    const { at, lanes } = await nextDue(tx, target);
    const planned = await nextPlanned(tx, at ?? target);
    return { now: tx.now, lanes, due: planned ?? at, isPlanned: planned !== null };
  };
  const { unqueued } = work;
  for (let looked = 0; looked < looksMost; looked += 1) {
    const reading = { ...clock, readOnly: true };
    const { now, lanes, due, isPlanned } = await transaction(database, reading, look);
    if (due !== null && due <= now) {
      // If work stays due or in flight and none of it is ours, another round or process has it.
      const found = (await work.roundOf(lanes)) || (await work.roundOf(unqueued));
      if (!found) await pause(othersMs);
      continue;
    }
    // Before the clock moves, the lanes without a queue have nothing more to do at this time. What was
    // read still holds after rounds that found nothing.
    if (await work.roundOf(unqueued)) continue;
    await transaction(database, clock, (tx) => setTestClock(tx, due ?? target));
    if (due === null) return target;
    await work.roundOf(isPlanned ? [...lanes, ...unqueued] : lanes);
  }
  throw new Error('The test clock could not settle: something stays due for ever.');
}
