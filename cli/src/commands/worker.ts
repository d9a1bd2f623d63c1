import { startWorker } from '@postroad/cron/worker';
import { readConfig } from '@postroad/service/app/config/config';
import { ConfigError } from '@postroad/service/app/config/environment';
import { openService } from '@postroad/service/app/open-service';
import type { Terminal } from '../output/terminal.ts';
import { untilStopped } from './stop-signal.ts';

/** `postroad worker`: everything that moves by itself, without HTTP, until a signal stops it. */
export async function work(terminal: Terminal): Promise<number> {
  const config = readConfig(terminal.env);
  if (config.testClock) {
    throw new ConfigError(
      'TEST_CLOCK',
      'leaves a worker nothing to do: moving the clock does the work. Unset it.',
    );
  }
  const stopped = untilStopped();
  const service = await openService(config);
  try {
    const worker = startWorker(service);
    terminal.err('Postroad works off what is due. Stop with Ctrl+C.\n');
    await stopped;
    await worker.stop();
  } finally {
    await service.close();
  }
  return 0;
}
