import { settingsWith } from '@postroad/core/account/settings';
import { limits } from '@postroad/core/platform/limits';
import { forgetChanges } from '@postroad/store/account/change';
import { forgetOAuth } from '@postroad/store/account/oauth/oauth-client';
import { forgetSessions } from '@postroad/store/account/session';
import { findSettings } from '@postroad/store/account/setting';
import { forgetSignUps } from '@postroad/store/forms/sign-up';
import { forgetMessageContents } from '@postroad/store/messages/message';
import { forgetFiles, sweepFiles } from '@postroad/store/messages/message-file';
import { forgetSubmissions } from '@postroad/store/messages/submission';
import { failSilentImports, forgetImports } from '@postroad/store/people/import';
import { forgetTaggings } from '@postroad/store/people/tagging';
import { forgetIdempotencyKeys } from '@postroad/store/platform/idempotency';
import { forgetZeroCounts } from '@postroad/store/platform/live-counts';
import { transaction } from '@postroad/store/platform/transaction';
import { lockFigures } from '@postroad/store/queue/figure-rollups';
import { closeRestoredWindow } from '@postroad/store/queue/restored';
import { forgetContents, forgetFrames } from '@postroad/store/queue/send-content';
import { forgetSentMinutes } from '@postroad/store/queue/sending-control';
import { forgetOptOuts } from '@postroad/store/sending/opt-out';
import { forgetWebhooks } from '@postroad/store/sending/send-feedback';
import { segmentCounter } from '../../conditions/count-segments.ts';
import { flushEventCounts } from '../../events/flush-event-counts.ts';
import { forgetOldDates } from '../../flows/triggers/forget-dates.ts';
import { brokenOff } from '../../people/import/receive-import.ts';
import type { LeaseKeeper } from '../../queue/lease-keeper.ts';
import { addUp } from '../../sending/add-up-figures.ts';
import { flushHits, rejudgeHits } from '../../sending/tracking/keep-hits.ts';
import type { Deps } from '../deps.ts';
import { type Chore, doneIf, idle, moreIf, type Round } from '../recurring.ts';
import { keepPartitions } from './partitions.ts';

const flushEveryMs = 1_000;
const sweepEveryMs = 5_000;
const forgetEveryMs = 600_000;

function chore(every: number, work: () => Promise<void>): Chore {
  const run = async (): Promise<Round> => {
    await work();
    return idle;
  };
  return { every, wakes: null, run };
}

/** The housekeeping of one process, in order. */
export function upkeep(deps: Deps, leases: LeaseKeeper): Chore[] {
  const count = segmentCounter(deps);
  return [
    chore(0, () => leases.renew()),
    chore(sweepEveryMs, () => sweep(deps, leases)),
    chore(flushEveryMs, () => flushEventCounts(deps)),
    chore(flushEveryMs, () => deps.sentMinutes.flush(deps.database)),
    chore(sweepEveryMs, () => deps.tokenUses.flush(deps.database)),
    chore(sweepEveryMs, () => deps.sessionUses.flush(deps.database)),
    chore(limits.partitionsEveryMs, () => keepPartitions(deps)),
    chore(forgetEveryMs, () => forget(deps)),
    {
      every: forgetEveryMs,
      wakes: null,
      run: async () => moreIf(Number(await forgetOldChanges(deps))),
    },
    {
      every: forgetEveryMs,
      wakes: null,
      run: async () => moreIf(Number(await forgetOldContents(deps))),
    },
    {
      every: forgetEveryMs,
      wakes: null,
      run: async () => moreIf(Number(await forgetOldDates(deps))),
    },
    {
      every: forgetEveryMs,
      wakes: null,
      run: async () => moreIf(await deps.retention.round(deps)),
    },
    {
      every: forgetEveryMs,
      wakes: 'erasures',
      run: async () => moreIf(Number(await deps.erasureList.follow(deps))),
    },
    { every: 0, wakes: null, run: async () => doneIf(await flushHits(deps)) },
    {
      every: limits.figuresEveryMs,
      wakes: null,
      run: async () => moreIf(Number(await addUp(deps))),
    },
    { every: limits.segmentLookMs, wakes: null, run: async () => moreIf(Number(await count())) },
    // Judges batch by batch, one a round, what older rules have judged; after that there is nothing
    // to do.
    {
      every: Number.POSITIVE_INFINITY,
      wakes: null,
      run: async () => moreIf(Number(await rejudgeHits(deps))),
    },
  ];
}

/** Releases claims and writes counts, once no round is running. */
export async function finishUpkeep(deps: Deps, leases: LeaseKeeper): Promise<void> {
  await leases.close();
  deps.hits.close();
  await writeKept(deps);
}

/** Writes what this process counts in memory. */
export async function writeKept(deps: Deps): Promise<void> {
  await flushEventCounts(deps);
  await deps.sentMinutes.flush(deps.database);
  await deps.tokenUses.flush(deps.database);
  await deps.sessionUses.flush(deps.database);
  await flushHits(deps);
}

/** Releases or ends the work of dead processes. */
async function sweep({ database, config }: Deps, leases: LeaseKeeper): Promise<void> {
  await leases.sweep();
  await transaction(database, { testClock: config.testClock }, (tx) =>
    failSilentImports(tx, { silentMs: limits.importSilentMs, reason: brokenOff }),
  );
}

/** Removes a portion of the changes that the account no longer keeps; true if there may be more. */
async function forgetOldChanges({ database, config }: Deps): Promise<boolean> {
  const most = limits.changesForgottenAtOnce;
  return await transaction(database, { testClock: config.testClock }, async (tx) => {
    const settings = settingsWith(await findSettings(tx, ['retention.changes_days']));
    const days = settings['retention.changes_days'];
    if (days === 0) return false;
    const before = new Date(tx.now.getTime() - days * 86_400_000);
    return (await forgetChanges(tx, before, most)) === most;
  });
}

/** The same for what sent mail said (SENT-03), and then for what no such mail shares any more. */
async function forgetOldContents({ database, config }: Deps): Promise<boolean> {
  const most = limits.contentsForgottenAtOnce;
  return await transaction(database, { testClock: config.testClock }, async (tx) => {
    const settings = settingsWith(await findSettings(tx, ['sending.keep_content_days']));
    const days = settings['sending.keep_content_days'];
    const before = new Date(tx.now.getTime() - days * 86_400_000);
    if ((await forgetContents(tx, before, most)) === most) return true;
    if ((await forgetFiles(tx, before, most)) === most) return true;
    if ((await forgetMessageContents(tx, before, most)) === most) return true;
    return (await forgetFrames(tx, { spareMs: limits.frameSpareMs, most })) === most;
  });
}

async function forget({ database, config }: Deps): Promise<void> {
  await transaction(database, { testClock: config.testClock }, async (tx) => {
    const before = new Date(tx.now.getTime() - limits.idempotencyHours * 3_600_000);
    await forgetIdempotencyKeys(tx, before);
    // Opt-outs that were queued while reporting them was still enabled.
    if (!config.pushOptOuts) await forgetOptOuts(tx);
    await sweepFiles(tx, new Date(tx.now.getTime() - limits.fileUnusedMs));
    await forgetSubmissions(tx, new Date(tx.now.getTime() - limits.submissionHours * 3_600_000));
    await forgetSentMinutes(tx, new Date(tx.now.getTime() - limits.sentMinutesHours * 3_600_000));
    await forgetWebhooks(tx, new Date(tx.now.getTime() - limits.webhookKeptDays * 86_400_000));
    const kept = new Date(tx.now.getTime() - limits.importKeptDays * 86_400_000);
    await closeRestoredWindow(tx);
    await forgetImports(tx, kept);
    await forgetTaggings(tx, kept);
    await forgetSignUps(tx, {
      signUps: new Date(tx.now.getTime() - limits.signUpKeptDays * 86_400_000),
      marks: new Date(tx.now.getTime() - 2 * 86_400_000),
    });
    await forgetSessions(tx, limits.sessionIdleMs);
    await forgetOAuth(tx, { unusedMs: limits.oauthUnusedMs, codesMs: limits.oauthCodeKeptMs });
    if (await lockFigures(tx)) await forgetZeroCounts(tx);
  });
}
