import { setTimeout as pause } from 'node:timers/promises';
import { lanes } from '@postroad/service/app/engine';
import type { Service } from '@postroad/service/app/service';
import { schedule } from 'node-cron';

export interface Worker {
  /** Resolves once no round is running. */
  stop(): Promise<void>;
}

/** Milliseconds that a lane waits after a failure, to spare an unreachable database. */
const retryDelayMs = 1_000;

/**
 * Runs the lanes of the service: a round starts at once when a lane is woken or its last round left
 * work, and at every tick of node-cron, which finds work that fell due. The worker decides nothing
 * itself: each round claims its work in the database, so any number of workers may run. An idle
 * worker costs one round per lane and second.
 */
export function startWorker(service: Service): Worker {
  const stopping = new AbortController();
  const running = lanes.map((lane) => runLane(() => service.round(lane), service, stopping.signal));
  const wake = () => {
    for (const lane of running) lane.wake();
  };
  const ticks = schedule('* * * * * *', wake);
  const unsubscribe = service.onWake(wake);
  return {
    async stop() {
      stopping.abort();
      unsubscribe();
      await ticks.destroy();
      wake();
      await Promise.all(running.map((lane) => lane.ended));
    },
  };
}

interface RunningLane {
  wake(): void;
  ended: Promise<void>;
}

/** Runs rounds of one lane until stopped. Sleeps between rounds, and retries a failed one. */
function runLane(
  round: () => Promise<boolean>,
  service: Service,
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
        service.log.error('A round failed and will be retried.', { error });
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
