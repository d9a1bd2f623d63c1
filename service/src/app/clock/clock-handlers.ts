import type { OperationInput } from '@postroad/core/catalog/catalog';
import { durationMs } from '@postroad/core/platform/duration';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import type { ZoneClock } from '@postroad/core/platform/zone-clock';
import type { Tx } from '@postroad/store/platform/transaction';
import { type AccountTime, clockFor } from '../../platform/account-clock.ts';
import { engine, type Handlers, read } from '../../platform/handler.ts';

/** Moves the test clock and does the work that falls due on the way; see `move-clock.ts`. */
export type MoveClock = (targetOf: (tx: Tx) => Promise<Date>, dryRun: boolean) => Promise<Date>;

interface ClockDeps extends AccountTime {
  config: { testClock: boolean };
  moveClock: MoveClock;
}

function requireTestClock(deps: Pick<ClockDeps, 'config'>): void {
  if (deps.config.testClock) return;
  throw new Refusal(
    'not_found',
    'There is no test clock here. Start the service with TEST_CLOCK=1 to get one.',
  );
}

type Move = OperationInput<'move_clock'>;

function refuse(path: string, message: string): never {
  throw invalid([{ path, code: 'value_invalid', message }]);
}

/** The requested time of the clock, which only moves forward. `zone` is the account's. */
function clockTarget(now: Date, move: Move, zone: ZoneClock): Date {
  if ((move.now === undefined) === (move.advance === undefined)) {
    return refuse('', 'Send either now or advance.');
  }
  if (move.advance) {
    const { amount, unit } = move.advance;
    const ms = unit === 'seconds' ? amount * 1_000 : durationMs({ amount, unit });
    const target = new Date(now.getTime() + ms);
    return (
      parseTimestamp(target.toISOString(), zone) ?? refuse('advance', 'The clock ends in 2200.')
    );
  }
  const target = parseTimestamp(move.now ?? '', zone);
  if (target === null) return refuse('now', 'now must be an ISO 8601 timestamp.');
  if (target < now) {
    return refuse('now', `The clock only moves forward; it is at ${now.toISOString()}.`);
  }
  return target;
}

export const clockHandlers: Pick<Handlers<ClockDeps>, 'get_clock' | 'move_clock'> = {
  get_clock: read(async (_input, { deps, now }) => {
    requireTestClock(deps);
    return { now: now.toISOString(), test: true };
  }),
  move_clock: engine(async (input, deps, dryRun) => {
    requireTestClock(deps);
    const reached = await deps.moveClock(
      async (tx) => clockTarget(tx.now, input, await clockFor(tx, deps, [input.now])),
      dryRun,
    );
    return { now: reached.toISOString(), settled: true };
  }),
};
