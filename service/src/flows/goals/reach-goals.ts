import type { CompiledGoal } from '@postroad/core/flows/goals/compiled-goals';
import { skipReasons } from '@postroad/core/queue/hold-reasons';
import { cancelSendsOfRuns } from '@postroad/store/flows/run-control';
import { endRunsByGoals, insertReachedGoals, sendsOfRuns } from '@postroad/store/flows/run-goal';
import type { Session, UnitOfWork } from '@postroad/store/platform/unit-of-work';
import { countFacts } from '@postroad/store/queue/figures';
import { stopCallsOfRuns } from '@postroad/store/webhooks/call';
import { countRuns } from '../run-wakeups.ts';

/** A run with goals that it has reached by now, in the order of the definition. */
export interface ReachedRun {
  run: { id: number; flow_id: number; person_id: number };
  goals: readonly Pick<CompiledGoal, 'name' | 'exit'>[];
}

/**
 * Notes the goals that runs have reached, counts the mails behind their people as converted, ends the
 * runs that a goal ends, and cancels their queued mail and calls (GOAL-01, GOAL-02). The caller holds the runs
 * and the people. With `waits`, the transaction returns once mail in hand-over has left.
 */
export async function reachGoals(
  tx: Session & { work: UnitOfWork },
  reached: readonly ReachedRun[],
  { waits }: { waits: boolean },
): Promise<void> {
  if (reached.length === 0) return;
  const { work } = tx;
  const over = reached.flatMap(({ run, goals }) => {
    const end = goals.find(({ exit }) => exit);
    return end === undefined ? [] : [{ run, goal: end.name }];
  });
  // First, so that no mail is between the two: what is still to be handed over is canceled, and all
  // else is counted.
  const canceled = await cancelSendsOfRuns(
    tx,
    over.map(({ run, goal }) => ({ ...run, reason: skipReasons.goalReached(goal) })),
  );
  const counted = await insertReachedGoals(
    tx,
    reached.flatMap(({ run: { id, person_id }, goals }) =>
      goals.map(({ name, exit }) => ({ run_id: id, person_id, goal: name, exits: exit })),
    ),
  );
  await countFacts(
    tx,
    counted.map((send_id) => ({ send_id, figure: 'converted', at: tx.now, link: null, count: 1 })),
  );
  if (over.length === 0) return;
  await endRunsByGoals(
    tx,
    over.map(({ run, goal }) => ({ run_id: run.id, goal })),
  );
  const runs = over.map(({ run }) => run);
  await stopCallsOfRuns(
    tx,
    runs.map(({ id }) => id),
  );
  if (canceled > 0) work.tell({ resource: 'queue', id: null, action: 'updated' });
  countRuns({ work }, runs);
  const inHand = sendsOfRuns(runs);
  if (waits && (await inHand.isUnderWay(tx))) work.block(inHand);
}
