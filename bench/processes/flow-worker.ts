import { setTimeout as pause } from 'node:timers/promises';
import { Engine } from '@postroad/service/app/engine';
import { lanesOf } from '@postroad/service/app/lanes';
import { PendingSignals } from '@postroad/service/app/recurring';
import { finishUpkeep } from '@postroad/service/app/upkeep/upkeep';
import { LeaseKeeper } from '@postroad/service/queue/lease-keeper';
import { nullProvider, openEngineDeps } from '../engine-deps.ts';
import { serveTasks } from '../workers.ts';

/** Does a worker's runs and sends until nobody is at the step and nothing is due. */
export interface FlowTask {
  flowId: number;
  stepId: number;
}

const { url } = JSON.parse(process.argv[2] ?? '{}') as { url: string };
const deps = await openEngineDeps(url, nullProvider(20), 4);
const leases = new LeaseKeeper(deps);
const unused = { round: async () => 0 };
const engine = new Engine(new PendingSignals(), (signals, stopping) =>
  lanesOf(deps, { leases, deliverer: unused, signUpMails: unused }, signals, stopping),
);
const lookMs = 200;
const idleMs = 5;

async function isOver({ flowId, stepId }: FlowTask): Promise<boolean> {
  const [row] = await deps.database.pool<{ left: boolean }[]>`
    select exists (select from runs
      where flow_id = ${flowId} and step_id = ${stepId} and ended_at is null) as left`;
  return row?.left === false;
}

async function lane(name: 'runs' | 'sends', over: () => boolean): Promise<void> {
  while (!over()) if (!(await engine.round(name))) await pause(idleMs);
  while (await engine.round(name));
}

async function work(task: FlowTask): Promise<{ seconds: number }> {
  const start = performance.now();
  let over = false;
  const lanes = [lane('runs', () => over), lane('sends', () => over)];
  while (!over) {
    await pause(lookMs);
    over = await isOver(task);
  }
  const seconds = (performance.now() - start) / 1000;
  await Promise.all(lanes);
  return { seconds };
}

serveTasks(work, async () => {
  await engine.stop();
  await finishUpkeep(deps, leases);
  await deps.database.close();
});
