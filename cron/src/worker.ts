import { setTimeout as pause } from 'node:timers/promises';
import { lanes } from '@postroad/service/app/engine';
import type { Service } from '@postroad/service/app/service';
import { schedule } from 'node-cron';

export interface Worker {
  /** Resolves once no round is under way. */
  stop(): Promise<void>;
}

/** A lane pauses this long after a failure, so that a database that is away is not hammered. */
const restMs = 1_000;

/**
 * Keeps every lane of the service going: at once when it is woken or a round left more to do, and at
 * every tick of node-cron, which finds what came due by time. It decides nothing itself.
 */
export function startWorker(service: Service): Worker {
  const stopping = new AbortController();
  const going = lanes.map((lane) => keepGoing(() => service.round(lane), service, stopping.signal));
  const wake = () => {
    for (const lane of going) lane.wake();
  };
  const ticks = schedule('* * * * * *', wake);
  const unsubscribe = service.onWake(wake);
  return {
    async stop() {
      stopping.abort();
      unsubscribe();
      await ticks.destroy();
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
  service: Service,
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
        service.log.error('A round failed; it is tried again.', { error });
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
