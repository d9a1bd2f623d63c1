import { inSpan } from '@postroad/core/platform/tracing/in-span';
import type { Span, Tracer } from '@postroad/core/platform/tracing/tracer';
import type { Log } from '../../platform/log.ts';
import type { Measures } from '../../platform/observing/measures.ts';
import { idleRound, laneOfRound } from '../../platform/observing/round-attributes.ts';
import type { Observe } from '../engine.ts';
import type { Round } from '../recurring.ts';

interface RoundDeps {
  log: Log;
  measures: Measures;
  tracer: Tracer | null;
}

/** Logs and traces every round that had work (OBS-01, OBS-03), and measures all of them (OBS-04). */
export function observeRounds<Name extends string>(deps: RoundDeps): Observe<Name> {
  const { tracer } = deps;
  const observe = measuredRounds(deps);
  if (tracer === null) return (lane, run) => observe(lane, run, null);
  return (lane, run) => {
    const attributes = { [laneOfRound]: lane };
    return inSpan(tracer, `round ${lane}`, { parent: null, attributes }, async (span) => {
      const round = await observe(lane, run, span);
      span.set({ 'postroad.count': round.count, [idleRound]: round.count === 0 });
      return round;
    });
  };
}

type RunRound = () => Promise<Round>;

function measuredRounds({ log, measures }: Pick<RoundDeps, 'log' | 'measures'>) {
  return async (lane: string, run: RunRound, span: Span | null): Promise<Round> => {
    const began = performance.now();
    const end = (outcome: 'work' | 'idle' | 'failed') => {
      const ms = performance.now() - began;
      measures.rounds.observe(ms, { lane, outcome });
      return Math.round(ms * 10) / 10;
    };
    try {
      const round = await run();
      const ms = end(round.count > 0 ? 'work' : 'idle');
      if (round.count > 0) {
        const fields = { lane, count: round.count, ms };
        log.info('A round is done.', { ...fields, trace_id: span?.point.traceId });
      }
      return round;
    } catch (error) {
      end('failed');
      throw error;
    }
  };
}
