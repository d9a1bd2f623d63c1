import type { Service } from '@postroad/service/service';
import { schedule } from 'node-cron';

export interface Worker {
  /** Resolves once no round is under way. */
  stop(): Promise<void>;
}

/** Rounds pause this long after a failure, so that a database that is away is not hammered. */
const restMs = 1_000;

/**
 * Runs the service's rounds: at once when it is woken or a round left more to do, and at every tick
 * of node-cron, which finds what came due by time. It decides nothing itself.
 */
export function startWorker(service: Service): Worker {
  let stopped = false;
  let wanted = true;
  let wakeUp: (() => void) | null = null;
  const wake = () => {
    wanted = true;
    wakeUp?.();
  };
  const ticks = schedule('* * * * * *', wake);
  const unsubscribe = service.onWake(wake);
  const rest = (ms: number | null) =>
    new Promise<void>((resolve) => {
      const timer = ms === null ? null : setTimeout(resolve, ms);
      wakeUp = () => {
        if (ms !== null && !stopped) return;
        if (timer) clearTimeout(timer);
        resolve();
      };
    });
  const loop = async () => {
    while (!stopped) {
      if (!wanted) await rest(null);
      wanted = false;
      if (stopped) break;
      try {
        if (await service.tick()) wanted = true;
      } catch (error) {
        service.log.error('A round failed; it is tried again.', { error });
        wanted = true;
        await rest(restMs);
      }
    }
  };
  const running = loop();
  return {
    async stop() {
      stopped = true;
      unsubscribe();
      await ticks.destroy();
      wake();
      await running;
    },
  };
}
