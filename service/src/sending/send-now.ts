import { limits } from '@postroad/core/platform/limits';
import { withheld } from '@postroad/mail/providers/provider';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { type ClaimedSend, enqueueClaimed, type NewSend } from '@postroad/store/queue/send';
import { type DraftTest, keepDraftTest } from '@postroad/store/sending/draft-test';
import { keepTestReader } from '@postroad/store/sending/test-reader';
import { refreshEmails } from '../content/compile/recompile-stale.ts';
import type { LeaseKeeper } from '../queue/lease-keeper.ts';
import { handOver, type MadeMail, makeMail, type SlowMail } from './make-mail.ts';
import { type SendDeps, settleAndBegin, settleLast } from './send-mail.ts';
import type { Attempt, SendOutcome } from './settle.ts';

/** Decides what is sent, in the transaction that queues it. Throws a Refusal to send nothing. */
export type PrepareSends = (tx: Tx) => Promise<PreparedSend[]>;

export interface PreparedSend {
  send: NewSend;
  /** A draft of the email that is sent in its place. */
  draft: (Pick<DraftTest<object>, 'from_address' | 'kind'> & { compiled: object }) | null;
  /** The person whose values it has, if not its recipient. */
  readerId: number | null;
}

/** What became of one of them. */
export interface SentNow {
  sendId: number;
  /** Null if it was skipped. */
  outcome: SendOutcome | null;
}

const dayMs = 86_400_000;

/** Queues what was prepared, claimed already. */
async function enqueuePrepared(
  tx: Tx,
  leaseId: string,
  { send, draft, readerId }: PreparedSend,
): Promise<ClaimedSend> {
  const claimed = await enqueueClaimed(tx, leaseId, send);
  const forget = new Date(tx.now.getTime() - limits.draftTestDays * dayMs);
  if (draft !== null) await keepDraftTest(tx, claimed.id, draft, forget);
  if (readerId !== null) await keepTestReader(tx, claimed.id, readerId);
  return claimed;
}

async function enqueueAll(tx: Tx, leaseId: string, prepared: PreparedSend[]) {
  const claimed: ClaimedSend[] = [];
  for (const one of prepared) claimed.push(await enqueuePrepared(tx, leaseId, one));
  return claimed;
}

/** Sends mails at once, in their order; answers null for a dry run. */
export type SendNow = (prepare: PrepareSends, dryRun: boolean) => Promise<SentNow[] | null>;

/**
 * Takes sends through the pipeline at once: queued and claimed, attempted, handed over and settled
 * like any other, each step in its own transaction. Returns their outcomes; null for a dry run, which
 * is rolled back before anything is queued.
 */
export async function sendNow(
  deps: SendDeps,
  leases: LeaseKeeper,
  prepare: PrepareSends,
  dryRun: boolean,
): Promise<SentNow[] | null> {
  const clock = { testClock: deps.config.testClock };
  if (dryRun) {
    await transaction(deps.database, { ...clock, rollback: true }, prepare);
    return null;
  }
  return await leases.under(async (leaseId) => {
    try {
      return await sendUnder(leaseId, { deps, leases, prepare });
    } catch (error) {
      // What is in the queue goes back with the lease.
      leases.giveUp(leaseId);
      throw error;
    }
  });
}

async function sendUnder(
  leaseId: string,
  { deps, leases, prepare }: { deps: SendDeps; leases: LeaseKeeper; prepare: PrepareSends },
): Promise<SentNow[]> {
  const clock = { testClock: deps.config.testClock };
  const sends = await transaction(deps.database, clock, async (tx) =>
    enqueueAll(tx, leaseId, await prepare(tx)),
  );
  const begin = (some: ClaimedSend[]) =>
    settleAndBegin(deps, leaseId, [], some, (parts) => makeMail(deps, parts, true));
  const { mails, stale } = await begin(sends);
  for (let waiting = stale; waiting.length > 0; ) {
    await refreshEmails(deps, [...new Set(waiting.flatMap(({ email_id }) => email_id ?? []))]);
    const more = await begin(waiting);
    mails.push(...more.mails);
    waiting = more.stale;
  }
  const holds = () => leases.holds(leaseId);
  const attempts = await Promise.all(mails.map((mail) => handOverMade(deps, mail, holds)));
  await settleLast(deps, leaseId, attempts);
  const outcomes = new Map(attempts.map(({ send, outcome }) => [send.id, outcome]));
  return sends.map(({ id }) => ({ sendId: id, outcome: outcomes.get(id) ?? null }));
}

async function handOverMade(
  deps: SendDeps,
  mail: MadeMail | SlowMail,
  mayProceed: () => boolean,
): Promise<Attempt> {
  if ('message' in mail) return await handOver(deps, mail, mayProceed);
  const made = await mail.making;
  return made === null
    ? { send: mail.send, outcome: withheld }
    : await handOver(deps, made, mayProceed);
}
