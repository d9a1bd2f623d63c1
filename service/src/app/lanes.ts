import { noteRenewalScan } from '@postroad/store/platform/due';
import { transaction } from '@postroad/store/platform/transaction';
import { workBroadcasts } from '../broadcasts/fill-broadcasts.ts';
import { recompileStale } from '../content/compile/recompile-stale.ts';
import { advanceRuns } from '../flows/advance-runs.ts';
import { checkGates } from '../flows/check-gates.ts';
import { compareSegments } from '../flows/triggers/compare-segments.ts';
import { startTimed } from '../flows/triggers/flow-calendar.ts';
import type { SignUpMails } from '../forms/work-sign-ups.ts';
import { importRound } from '../people/import/work-imports.ts';
import { taggingRound } from '../people/work-taggings.ts';
import type { LeaseKeeper } from '../queue/lease-keeper.ts';
import { pushOptOuts } from '../sending/push-opt-outs.ts';
import { sendMail } from '../sending/send-mail.ts';
import { advanceSequences } from '../sequences/advance-sequences.ts';
import type { Deliverer } from '../webhooks/deliver.ts';
import type { Deps } from './deps.ts';
import type { Lane } from './engine.ts';
import {
  type Chore,
  doneIf,
  inOrder,
  moreIf,
  type PendingSignals,
  type Round,
} from './recurring.ts';
import { upkeep } from './upkeep/upkeep.ts';

/** Work that a stopped or killed process left behind is found within this time. */
const second = 1_000;
const minute = 60_000;

/** What is due once deliveries have ended: their endpoints may have more of them. */
export const afterDeliveries = ['webhooks'] as const;

/** What lanes keep between their rounds. */
export interface LaneParts {
  leases: LeaseKeeper;
  deliverer: Pick<Deliverer, 'round'>;
  signUpMails: Pick<SignUpMails, 'round'>;
}

/**
 * All background work, one row for each lane; adding a lane takes one row here. The worker loop
 * asks every lane for a round each second and whenever the service is woken; the lane looks for
 * work if its row says it is due.
 */
export function lanesOf(
  deps: Deps,
  { leases, deliverer, signUpMails }: LaneParts,
  signals: PendingSignals,
  stopping: () => boolean,
) {
  return [
    {
      name: 'runs',
      work: 'queued',
      every: 0,
      wakes: null,
      run: roundOfRuns(deps, signals),
    },
    {
      name: 'sequences',
      work: 'queued',
      every: second,
      wakes: 'sequences',
      run: async () => moreIf(await advanceSequences(deps)),
    },
    {
      name: 'sends',
      work: 'queued',
      every: 0,
      wakes: null,
      run: async () => moreIf(await sendMail(deps, leases, stopping)),
    },
    {
      name: 'broadcasts',
      work: 'unqueued',
      every: second,
      wakes: null,
      run: async () => moreIf(await workBroadcasts(deps)),
    },
    {
      name: 'segments',
      work: 'queued',
      every: second,
      wakes: null,
      run: async () => {
        const compared = await compareSegments(deps);
        return compared === null ? { found: 'held', count: 0 } : moreIf(compared);
      },
    },
    {
      name: 'renewals',
      work: 'unqueued',
      every: minute,
      wakes: null,
      run: () => renewalRound(deps, stopping),
    },
    {
      name: 'recompiles',
      work: 'queued',
      every: second,
      wakes: 'recompiles',
      run: async () => doneIf(await recompileStale(deps, stopping)),
    },
    {
      name: 'imports',
      work: 'queued',
      every: second,
      wakes: 'imports',
      run: async () => moreIf(await importRound(deps, stopping)),
    },
    {
      name: 'taggings',
      work: 'queued',
      every: second,
      wakes: 'taggings',
      run: async () => moreIf(await taggingRound(deps, stopping)),
    },
    {
      name: 'opt_outs',
      work: 'queued',
      every: second,
      wakes: null,
      run: async () => moreIf(await pushOptOuts(deps)),
    },
    {
      name: 'webhooks',
      work: 'queued',
      every: second,
      wakes: 'webhooks',
      run: async () => moreIf(await deliverer.round()),
    },
    {
      name: 'sign_ups',
      work: 'queued',
      every: second,
      wakes: null,
      run: async () => moreIf(await signUpMails.round()),
    },
    {
      name: 'upkeep',
      work: 'unqueued',
      every: 0,
      wakes: null,
      run: inOrder(upkeep(deps, leases), signals),
    },
  ] as const satisfies readonly Lane[];
}

export type LaneName = ReturnType<typeof lanesOf>[number]['name'];

/**
 * Waking people who wait at changed gates comes first, so that the same round advances their runs.
 */
function roundOfRuns(deps: Deps, signals: PendingSignals): () => Promise<Round> {
  const gates = async () => moreIf(await checkGates(deps));
  const runs = async () => moreIf(await advanceRuns(deps));
  const chores: Chore[] = [
    { every: second, wakes: 'gates', run: gates },
    { every: 0, wakes: null, run: runs },
  ];
  return inOrder(chores, signals);
}

/**
 * What the calendar starts: renewals, dates of people and schedules. Renewals that another process holds are
 * looked at again before the next minute.
 */
async function renewalRound(deps: Deps, stopping: () => boolean): Promise<Round> {
  const { started, passedOver } = await startTimed(deps, stopping);
  const { database, config } = deps;
  if (!config.testClock && !stopping()) await transaction(database, {}, noteRenewalScan);
  return passedOver ? { found: 'held', count: started } : doneIf(started);
}
