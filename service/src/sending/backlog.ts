import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import type { WorkLane } from '@postroad/core/platform/work-lanes';
import { type DueWork, dueWork, triedInVain } from '@postroad/store/platform/due';
import type { Tx } from '@postroad/store/platform/transaction';
import { liveSendCounts } from '@postroad/store/queue/send-view';
import type { LiveFlows } from '../flows/live-flows.ts';

export interface BacklogDeps {
  config: { testClock: boolean };
  liveFlows: Pick<LiveFlows, 'byId'>;
}

/** Work that is due, and how much of it is late. Under the test clock nothing is ever late. */
export async function backlog(tx: Tx, deps: BacklogDeps): Promise<DueWork[]> {
  const flows = await deps.liveFlows.byId(tx);
  const renewing = [...flows.values()].some(
    ({ renewals, dates, schedule }) => renewals !== null || dates !== null || schedule !== null,
  );
  return await dueWork(tx, {
    before: new Date(tx.now.getTime() - limits.workLateMs),
    counted: limits.lateWorkCounted,
    // Moving the test clock scans for them on the way.
    renewing: renewing && !deps.config.testClock,
  });
}

/** What is due since when, how much of it is late, and what could not be sent so far. */
export async function overdueWork(
  tx: Tx,
  deps: BacklogDeps,
): Promise<OperationOutput<'list_overdue'>> {
  const [lanes, { count, reason }, { uncertain = 0 }] = [
    await backlog(tx, deps),
    await triedInVain(tx, limits.retryingLookedAt),
    await liveSendCounts(tx, limits.queueCounted),
  ];
  return {
    late: lanes.some(({ late }) => late > 0),
    lanes: lanes.map(({ lane, since, late }) => {
      return { lane, due_since: since?.toISOString() ?? null, late };
    }),
    retrying: { count, last_error: reason },
    uncertain,
  };
}

const waiting = (what: string) => (since: string) => `${what} due since ${since} wait.`;

const sentences: Record<WorkLane, (since: string) => string> = {
  sends: waiting('Mail'),
  runs: waiting('Runs of flows'),
  sequences: waiting('People in sequences'),
  broadcasts: waiting('Broadcasts'),
  renewals: (since) => `Renewals, dates and schedules were last looked for at ${since}.`,
  opt_outs: waiting('Opt-outs for the mail provider'),
};

/** One sentence for late work of each kind. */
export function latenessOf(work: readonly DueWork[]): string[] {
  return work
    .filter(({ late }) => late > 0)
    .map(({ lane, since }) => sentences[lane](since?.toISOString() ?? ''));
}
