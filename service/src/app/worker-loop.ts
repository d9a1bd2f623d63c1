import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from './service.ts';

export interface Worker {
  /** Resolves once no round is running. */
  stop(): Promise<void>;
}

/** Milliseconds within which due work is found. */
const tickMs = 1_000;
/** Milliseconds that a lane waits after a failure, to spare an unreachable database. */
const retryDelayMs = 1_000;

/**
 * Runs the lanes of the service. A round starts at once when the lane is woken or its last round
 * left work, and at every tick, which finds work that has fallen due. The worker decides nothing:
 * each round claims its work in the database, so any number of workers may run. An idle worker
 * costs one round for each lane and second.
 */
export function startWorker(service: Pick<Service, 'lanes' | 'round' | 'onWake' | 'log'>): Worker {
  const stopping = new AbortController();
  // Each lane listens while it rests after a failure; Node warns from the eleventh on.
  setMaxListeners(service.lanes.length, stopping.signal);
  const running = service.lanes.map((lane) =>
    runLane(() => service.round(lane), { lane, log: service.log }, stopping.signal),
  );
  const wake = () => {
    for (const lane of running) lane.wake();
  };
  const ticks = setInterval(wake, tickMs);
  const unsubscribe = service.onWake(wake);
  return {
    async stop() {
      stopping.abort();
      unsubscribe();
      clearInterval(ticks);
      wake();
      await Promise.all(running.map((lane) => lane.ended));
    },
  };
}

/** What a process does that leaves due work to others: it takes no more writes either once it is outdated. */
export function watchVersion(service: Pick<Service, 'isOutdated' | 'log'>): Worker {
  const ticks = setInterval(() => {
    service
      .isOutdated()
      .catch((error: unknown) => service.log.error('A look at the version failed.', { error }));
  }, tickMs);
  return {
    async stop() {
      clearInterval(ticks);
    },
  };
}

interface RunningLane {
  wake(): void;
  ended: Promise<void>;
}

/** Runs rounds of one lane until it is stopped. Sleeps between rounds and retries failed ones. */
function runLane(
  round: () => Promise<boolean>,
  { lane, log }: { lane: string } & Pick<Service, 'log'>,
  stopping: AbortSignal,
): RunningLane {
  let pending = true;
  let wakeUp = () => {};
  const loop = async () => {
    while (!stopping.aborted) {
      pending = false;
      try {
        if (await round()) pending = true;
      } catch (error) {
        log.error('A round failed and will be retried.', { lane, error });
        await pause(retryDelayMs, undefined, { signal: stopping }).catch(() => {});
        pending = true;
      }
      if (!pending && !stopping.aborted) {
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
        });
      }
    }
  };
  return {
    wake() {
      pending = true;
      wakeUp();
    },
    ended: loop(),
  };
}
