import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from './service.ts';

export interface Worker {
  /** Resolves once no round is under way. */
  stop(): Promise<void>;
}

/** What came due by time is found this soon. */
const tickMs = 1_000;
/** A lane pauses this long after a failure, so that a database that is away is not hammered. */
const restMs = 1_000;

/**
 * Keeps every lane of the service going: at once when it is woken or a round left more to do, and at
 * every tick, which finds what came due by time. It decides nothing itself.
 */
export function startWorker(service: Pick<Service, 'lanes' | 'round' | 'onWake' | 'log'>): Worker {
  const stopping = new AbortController();
  const going = service.lanes.map((lane) =>
    keepGoing(() => service.round(lane), service, stopping.signal),
  );
  const wake = () => {
    for (const lane of going) lane.wake();
  };
  const ticks = setInterval(wake, tickMs);
  const unsubscribe = service.onWake(wake);
  return {
    async stop() {
      stopping.abort();
      unsubscribe();
      clearInterval(ticks);
      wake();
      await Promise.all(going.map((lane) => lane.ended));
    },
  };
}

interface RunningLane {
  wake(): void;
  ended: Promise<void>;
}

/** Runs rounds until told to stop; between them it sleeps, and a failed one is tried again. */
function keepGoing(
  round: () => Promise<boolean>,
  { log }: Pick<Service, 'log'>,
  stopping: AbortSignal,
): RunningLane {
  let wanted = true;
  let wakeUp = () => {};
  const loop = async () => {
    while (!stopping.aborted) {
      wanted = false;
      try {
        if (await round()) wanted = true;
      } catch (error) {
        log.error('A round failed; it is tried again.', { error });
        await pause(restMs, undefined, { signal: stopping }).catch(() => {});
        wanted = true;
      }
      if (!wanted && !stopping.aborted) {
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
        });
      }
    }
  };
  return {
    wake() {
      wanted = true;
      wakeUp();
    },
    ended: loop(),
  };
}
