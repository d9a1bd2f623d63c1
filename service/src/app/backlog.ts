import { limits } from '@postroad/core/platform/limits';
import type { WorkLane } from '@postroad/core/platform/work-lanes';
import { type DueWork, dueWork } from '@postroad/store/platform/due';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Deps } from './deps.ts';

/** What is due and not done, and how much of it is late. Under the test clock nothing ever is. */
export async function backlog(tx: Tx, deps: Deps): Promise<DueWork[]> {
  const flows = await deps.liveFlows.byId(tx);
  const renewing = [...flows.values()].some(({ renewals }) => renewals !== null);
  return await dueWork(tx, {
    before: new Date(tx.now.getTime() - limits.workLateMs),
    counted: limits.lateWorkCounted,
    // Who moves the test clock looks for renewals along the way.
    renewing: renewing && !deps.config.testClock,
  });
}

const things: Record<WorkLane, string> = {
  sends: 'Mail',
  runs: 'Runs of flows',
  sequences: 'People in sequences',
  broadcasts: 'Broadcasts',
  renewals: 'Renewals',
  opt_outs: 'Opt-outs for the mail provider',
};

/** What is late, a sentence each. */
export function latenessOf(work: readonly DueWork[]): string[] {
  return work
    .filter(({ late }) => late > 0)
    .map(({ lane, since }) => {
      const when = since?.toISOString() ?? '';
      return lane === 'renewals'
        ? `Renewals were last looked for at ${when}.`
        : `${things[lane]} due since ${when} wait.`;
    });
}
