import { limits } from '@postroad/core/platform/limits';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { type ClaimedSend, enqueueClaimed, type NewSend } from '@postroad/store/queue/send';
import { keepDraftTest } from '@postroad/store/sending/draft-test';
import { refreshEmails } from '../content/compile/recompile-stale.ts';
import type { LeaseKeeper } from '../queue/lease-keeper.ts';
import { handOver, makeMail } from './make-mail.ts';
import { type SendDeps, settleAndBegin, settleLast } from './send-mail.ts';
import type { SendOutcome } from './settle.ts';

/** Decides what is sent, in the transaction that queues it. Throws a Refusal to send nothing. */
export type PrepareSend = (tx: Tx) => Promise<PreparedSend>;

export interface PreparedSend {
  send: NewSend;
  /** A draft of the email that is sent in its place. */
  draft: { from_address: string | null; compiled: object } | null;
}

const dayMs = 86_400_000;

/** Queues what was prepared, claimed already. */
async function enqueuePrepared(
  tx: Tx,
  leaseId: string,
  { send, draft }: PreparedSend,
): Promise<ClaimedSend> {
  const claimed = await enqueueClaimed(tx, leaseId, send);
  const forget = new Date(tx.now.getTime() - limits.draftTestDays * dayMs);
  if (draft !== null) await keepDraftTest(tx, claimed.id, draft, forget);
  return claimed;
}

/** Sends one mail at once; null if it was skipped, and for a dry run. */
export type SendNow = (prepare: PrepareSend, dryRun: boolean) => Promise<SendOutcome | null>;

/**
 * Takes one send through the pipeline at once: queued and claimed, attempted, handed over and
 * settled like any other, each in its own transaction. Returns its outcome; null if it was skipped,
 * and for a dry run, which is rolled back before anything is queued.
 */
export async function sendNow(
  deps: SendDeps,
  leases: LeaseKeeper,
  prepare: PrepareSend,
  dryRun: boolean,
): Promise<SendOutcome | null> {
  const clock = { testClock: deps.config.testClock };
  if (dryRun) {
    await transaction(deps.database, { ...clock, rollback: true }, prepare);
    return null;
  }
  const leaseId = await leases.id();
  const send = await transaction(deps.database, clock, async (tx) =>
    enqueuePrepared(tx, leaseId, await prepare(tx)),
  );
  const begin = () => settleAndBegin(deps, leaseId, [], [send], (parts) => makeMail(deps, parts));
  try {
    let { mails, stale } = await begin();
    while (stale.length > 0) {
      await refreshEmails(deps, [send.email_id]);
      ({ mails, stale } = await begin());
    }
    const [mail] = mails;
    if (!mail) return null;
    const attempt = await handOver(deps, mail);
    await settleLast(deps, leaseId, [attempt]);
    return attempt.outcome;
  } catch (error) {
    // The send in the queue is released with the lease, which is no longer renewed.
    leases.abandon(leaseId);
    throw error;
  }
}
