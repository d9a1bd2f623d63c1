import { retry } from '@postroad/store/platform/retry';
import { transaction } from '@postroad/store/platform/transaction';
import {
  type ClaimedSend,
  claimDueSends,
  releaseClaims,
  takeBackAttempts,
} from '@postroad/store/queue/send';
import { refreshEmails, type StaleDeps } from '../content/compile/recompile-stale.ts';
import type { LeaseKeeper } from '../queue/lease-keeper.ts';
import { type AttemptDeps, beginChunk, nothingBegun } from './begin-attempts.ts';
import type { MailParts } from './compose.ts';
import { handOver, type MailDeps, makeMail, makeMeanwhile } from './make-mail.ts';
import { type Attempt, type SettleDeps, settle } from './settle.ts';

/** The parts of the service that sending needs. */
export type SendDeps = StaleDeps & AttemptDeps & MailDeps & SettleDeps;

export const sendBatch = 200;

const settleTries = 20;
const settlePauseMs = 500;

/**
 * Claims one batch of due sends and takes it through the pipeline, in chunks as wide as the
 * provider is concurrent. For each chunk, one transaction settles the previous outcomes, checks
 * suppression and pauses, and commits the next attempts, while the mails are made; then the mails
 * are handed over. Only mail that is being handed over is uncertain after a kill. Returns how many
 * sends it claimed.
 */
export async function sendMail(
  deps: SendDeps,
  leases: LeaseKeeper,
  stopping: () => boolean,
): Promise<number> {
  const leaseId = await leases.id();
  try {
    return await sendClaimed(deps, leases, leaseId, stopping);
  } catch (error) {
    // The claims and attempts are released with the lease, which is no longer renewed.
    leases.abandon(leaseId);
    throw error;
  }
}

async function sendClaimed(
  deps: SendDeps,
  leases: LeaseKeeper,
  leaseId: string,
  stopping: () => boolean,
): Promise<number> {
  const clock = { testClock: deps.config.testClock };
  const claimed = await transaction(deps.database, clock, (tx) =>
    claimDueSends(tx, leaseId, sendBatch),
  );
  let settling: Attempt[] = [];
  let rest = claimed;
  while (rest.length > 0) {
    if (stopping()) break;
    const chunk = rest.slice(0, deps.provider.concurrency);
    const { mails, stale } = await settleAndBegin(deps, leaseId, settling, chunk, (parts) =>
      makeMail(deps, parts),
    );
    settling = await Promise.all(mails.map((mail) => handOver(deps, mail)));
    await refreshEmails(deps, emailIdsOf(stale));
    rest = [...stale, ...rest.slice(chunk.length)];
    await leases.renew();
    if (settling.length > 0 && settling.every(({ outcome }) => outcome.kind === 'unreachable')) {
      // The server is down: the rest of the batch is postponed untried, with the same reason.
      settling.push(...postponed(rest, settling));
      await settleLast(deps, leaseId, settling);
      return claimed.length;
    }
  }
  await settleLast(deps, leaseId, settling);
  if (stopping()) await transaction(deps.database, {}, (tx) => releaseClaims(tx, leaseId));
  return claimed.length;
}

function postponed(rest: ClaimedSend[], failed: Attempt[]): Attempt[] {
  const first = failed[0];
  return first ? rest.map((send) => ({ send, outcome: first.outcome })) : [];
}

/** Mails whose attempts are committed, and sends that are still claimed. */
interface Ready<Mail> {
  mails: Mail[];
  /** Their emails have to be recompiled first. */
  stale: ClaimedSend[];
}

/**
 * Settles attempts and begins the next ones. `make` is called for each of the next while the
 * database commits, and must not hand anything over.
 *
 * Settling is retried while the database is away, so that no outcome is lost.
 */
export async function settleAndBegin<Mail extends Pick<MailParts, 'send'>>(
  deps: SendDeps,
  leaseId: string,
  settling: Attempt[],
  next: ClaimedSend[],
  make: (parts: MailParts) => Mail,
): Promise<Ready<Mail>> {
  if (settling.length === 0 && next.length === 0) return { mails: [], stale: [] };
  const clock = { testClock: deps.config.testClock };
  const retrying = {
    tries: settleTries,
    pauseMs: settlePauseMs,
    after: () => settling.length > 0,
    failed: (error: unknown, tries: number) =>
      deps.log.warn('Outcomes could not be settled; trying again.', { error, tries }),
  };
  return await retry(retrying, async (attempt) => {
    const begun = await transaction(deps.database, clock, async (tx) => {
      await settle(tx, deps, leaseId, settling);
      // The previous try may have been committed, with its answer lost together with the
      // connection.
      if (attempt > 1) await takeBackAttempts(tx, leaseId, idsOf(next));
      const chunk = next.length > 0 ? await beginChunk(tx, deps, leaseId, next) : nothingBegun;
      return { ...chunk, making: makeMeanwhile(chunk.mails, make) };
    });
    const attempted = await begun.attempted;
    const made = await begun.making;
    return { mails: made.filter(({ send }) => attempted.has(send.id)), stale: begun.stale };
  });
}

export async function settleLast(
  deps: SendDeps,
  leaseId: string,
  settling: Attempt[],
): Promise<void> {
  await settleAndBegin(deps, leaseId, settling, [], (parts) => parts);
}

function idsOf(sends: ClaimedSend[]): number[] {
  return sends.map(({ id }) => id);
}

function emailIdsOf(sends: ClaimedSend[]): number[] {
  return [...new Set(sends.map((send) => send.email_id))];
}
