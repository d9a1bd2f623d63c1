import type { Log } from '../../platform/log.ts';
import type { Measures } from '../../platform/observing/measures.ts';
import type { Observe } from '../engine.ts';

/** Logs every round that had work (OBS-01), and measures all of them (OBS-04). */
export function observeRounds<Name extends string>({
  log,
  measures,
}: {
  log: Log;
  measures: Measures;
}): Observe<Name> {
  return async (lane, run) => {
    const began = performance.now();
    const end = (outcome: 'work' | 'idle' | 'failed') => {
      const ms = performance.now() - began;
      measures.rounds.observe(ms, { lane, outcome });
      return Math.round(ms * 10) / 10;
    };
    try {
      const round = await run();
      const ms = end(round.count > 0 ? 'work' : 'idle');
      if (round.count > 0) log.info('A round is done.', { lane, count: round.count, ms });
      return round;
    } catch (error) {
      end('failed');
      throw error;
    }
  };
}
