import { readConfig } from '@postroad/service/app/config/config';
import { ConfigError } from '@postroad/service/app/config/environment';
import { openService } from '@postroad/service/app/open-service';
import { startWorker } from '@postroad/service/app/worker-loop';
import { createLog } from '@postroad/service/platform/log';
import { logProcess } from '../output/process-log.ts';
import type { Terminal } from '../output/terminal.ts';
import { untilStopped } from './stop-signal.ts';

/** `postroad worker`: does all due work, without HTTP, until a signal stops it. */
export async function work(terminal: Terminal): Promise<number> {
  const config = readConfig(terminal.env);
  if (config.testClock) {
    throw new ConfigError(
      'TEST_CLOCK',
      'leaves nothing for a worker to do: moving the clock does the work. Unset it.',
    );
  }
  const stopped = untilStopped();
  const log = createLog(config.logLevel);
  const plain = logProcess(log);
  const service = await openService(config);
  try {
    // Asked before the worker runs: if the database is away, no lane keeps this process alive.
    const noSender = await service.lacksSender();
    // Only then, since HTTP takes time to load and memory to hold.
    const metrics =
      config.metricsPort === null
        ? null
        : await (await import('../connection/listen.ts')).listenForMetrics(service, config);
    await service.holdLease();
    const worker = startWorker(service);
    // Standard error is the log, each line of which is structured (SEC-27).
    terminal.out('Postroad does due work. Stop with Ctrl+C.\n');
    if (noSender) {
      terminal.out(
        'No sender address is set, so mail is held: set MAIL_FROM, or default_from_address of the profile.\n',
      );
    }
    await stopped;
    await service.stop(async () => {
      await Promise.all([worker.stop(), metrics?.close()]);
      await service.close();
    });
  } finally {
    await service.close();
    plain();
  }
  return 0;
}
