import { advanceRuns } from '@postroad/service/flows/advance-runs';
import { nullProvider, openEngineDeps } from '../engine-deps.ts';
import { serveTasks } from '../workers.ts';

/** Advances due runs until none is left or the time is over. */
export interface AdvanceTask {
  batch: number;
  ms: number;
}

export interface Advanced {
  runs: number;
  seconds: number;
}

const { url } = JSON.parse(process.argv[2] ?? '{}') as { url: string };
const deps = await openEngineDeps(url, nullProvider(1), 2);

async function work({ batch, ms }: AdvanceTask): Promise<Advanced> {
  const start = performance.now();
  let runs = 0;
  while (performance.now() - start < ms) {
    const taken = await advanceRuns(deps, batch);
    if (taken === 0) break;
    runs += taken;
  }
  return { runs, seconds: (performance.now() - start) / 1000 };
}

serveTasks(work, () => deps.database.close());
