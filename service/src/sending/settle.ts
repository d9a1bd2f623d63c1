import { limits } from '@postroad/core/platform/limits';
import { isAddressGone } from '@postroad/core/queue/hard-bounce';
import { retryAt, unreachableRetryAt } from '@postroad/core/queue/retry';
import type { Outcome, RefusedCopy } from '@postroad/mail/providers/provider';
import { noteRemindersSent } from '@postroad/store/flows/renewal';
import { lockPeopleKeyShare } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import {
  type ClaimedSend,
  type DeferredSend,
  deferSends,
  type EndedSend,
  endSends,
  markSendsUncertain,
  reopenCapped,
} from '@postroad/store/queue/send';
import { addRefusedAddresses } from '@postroad/store/sending/send-feedback';
import { changedAbout, isWatched } from '../flows/goals/changed-about.ts';
import type { FlowDeps } from '../flows/live-flows.ts';
import { renewalRuns } from '../flows/renewals/renewal-values.ts';
import { changedBy } from '../flows/run-wakeups.ts';
import { changePeople, type PeopleDeps } from '../people/change-people.ts';
import type { Counters } from '../platform/counters.ts';
import type { Log } from '../platform/log.ts';
import type { LogFields } from '../platform/observing/log-fields.ts';
import { announceMail } from '../queue/announce-mail.ts';
import { countMail } from '../queue/count-mail.ts';
import type { SentMinutes } from './sent-minutes.ts';

/** The outcome of an attempt; `broken` means that the mail could not be made. */
export type SendOutcome = Outcome | { kind: 'broken'; reason: string };

export interface Attempt {
  send: ClaimedSend;
  outcome: SendOutcome;
}

/** The parts of the service that settling needs. */
export interface SettleDeps extends PeopleDeps, FlowDeps {
  provider: { name: string; deduplicates: boolean };
  config: { uncertainSends: 'hold' | 'retry' };
  counters: Counters;
  sentMinutes: SentMinutes;
  log: Log;
}

interface Settlement {
  ended: EndedSend[];
  deferred: DeferredSend[];
  doubted: { id: number; last_error: string }[];
  /** Mails that were refused because the address does not exist. */
  bounced: ClaimedSend[];
}

/** Decides how the outcome of each attempt changes its row in the queue (contract §4.10). */
function settlementOf(deps: SettleDeps, attempts: Attempt[], now: Date): Settlement {
  const settlement: Settlement = { ended: [], deferred: [], doubted: [], bounced: [] };
  for (const attempt of attempts) settleOne(deps, attempt, now, settlement);
  return settlement;
}

function settleOne(
  deps: SettleDeps,
  { send, outcome }: Attempt,
  now: Date,
  into: Settlement,
): void {
  const { provider, config } = deps;
  const end = (
    status: EndedSend['status'],
    reason: string | null,
    providerId: string | null = null,
  ) =>
    into.ended.push({
      id: send.id,
      status,
      provider: provider.name,
      provider_id: providerId,
      reason,
    });
  const attempts = send.attempts + 1;
  const defer = (due: Date | null, used: number, reason: string) => {
    if (due === null) end('failed', reason);
    else into.deferred.push({ id: send.id, due_at: due, attempts: used, last_error: reason });
  };
  switch (outcome.kind) {
    case 'accepted':
      end('sent', copiesRefused(outcome.refused ?? []), outcome.providerId);
      return;
    case 'broken':
      end('failed', outcome.reason);
      return;
    case 'refused':
      if (!outcome.permanent) {
        defer(retryAt(now, attempts, Math.random()), attempts, outcome.reason);
        return;
      }
      end('failed', outcome.reason);
      if (isAddressGone(outcome.status, outcome.enhanced)) into.bounced.push(send);
      return;
    case 'unreachable':
      defer(unreachableRetryAt(now, Math.random()), send.attempts, outcome.reason);
      return;
    case 'uncertain':
      if (provider.deduplicates || config.uncertainSends === 'retry') {
        defer(retryAt(now, attempts, Math.random()), attempts, outcome.reason);
      } else into.doubted.push({ id: send.id, last_error: outcome.reason });
  }
}

/** What a mail that was sent says of readers of copies whom the provider refused. */
function copiesRefused(refused: readonly RefusedCopy[]): string | null {
  if (refused.length === 0) return null;
  const each = refused.map(({ address, reason }) => `${address} (${reason})`).join('; ');
  const text = `Refused for readers of a copy: ${each}`;
  return text.length <= limits.smtpReasonChars
    ? text
    : `${text.slice(0, limits.smtpReasonChars - 1)}…`;
}

/** The part of a settlement that its rows took: a repeat after a lost answer finds nothing to settle. */
type Settled = Pick<Settlement, 'ended' | 'deferred' | 'doubted'>;

async function settledOf<Item extends { id: number }>(
  items: Item[],
  write: (items: Item[]) => Promise<ReadonlySet<number>>,
): Promise<Item[]> {
  if (items.length === 0) return [];
  const written = await write(items);
  return items.filter(({ id }) => written.has(id));
}

function announceEnded(tx: Tx, ended: readonly EndedSend[], attempts: readonly Attempt[]): void {
  const sends = new Map(attempts.map(({ send }) => [send.id, send]));
  for (const { id, status } of ended) {
    const send = sends.get(id);
    if (send !== undefined && (status === 'sent' || status === 'failed'))
      announceMail(tx, status, [send]);
  }
}

const receivedKinds = ['received', 'received_count'] as const;

/** Ends finished sends, and wakes people who wait for a condition about received mail. */
async function writeEnded(
  tx: Tx,
  deps: SettleDeps,
  leaseId: string,
  { ended, attempts }: { ended: EndedSend[]; attempts: readonly Attempt[] },
): Promise<ReadonlySet<number>> {
  // These do not depend on each other, so they share a round trip.
  const [written, running] = await Promise.all([
    endSends(tx, leaseId, ended),
    deps.liveFlows.running(tx),
  ]);
  if (!isWatched(running, ...receivedKinds)) return written;
  const sent = attempts.filter(({ outcome }) => outcome.kind === 'accepted');
  const people = [...new Set(sent.map(({ send }) => send.person_id))];
  if (people.length === 0) return written;
  await lockPeopleKeyShare(tx, people);
  changedAbout(
    tx,
    running,
    receivedKinds,
    people.map((id) => changedBy(id, undefined)),
    { waits: false },
  );
  return written;
}

/**
 * One line for a mail that failed or is in doubt (OBS-01). What a provider says can quote addresses, so
 * only its codes are logged.
 */
export function logFailure(
  { log, provider }: { log: Log; provider: { name: string } },
  sendId: number,
  outcome: SendOutcome,
  isInDoubt: boolean,
): void {
  const fields: LogFields = { send_id: sendId, provider: provider.name };
  if (isInDoubt) {
    log.warn('A mail may or may not have arrived.', { ...fields, reason_class: 'uncertain' });
    return;
  }
  const { status: reply, enhanced } = outcome.kind === 'refused' ? outcome : {};
  log.info('A mail failed.', { ...fields, reason_class: failureOf(outcome), reply, enhanced });
}

function logFailures(
  deps: SettleDeps,
  attempts: readonly Attempt[],
  { ended, doubted }: Pick<Settlement, 'ended' | 'doubted'>,
): void {
  const failed = new Set(ended.filter(({ status }) => status === 'failed').map(({ id }) => id));
  const inDoubt = new Set(doubted.map(({ id }) => id));
  if (failed.size + inDoubt.size === 0) return;
  for (const { send, outcome } of attempts) {
    const isInDoubt = inDoubt.has(send.id);
    if (isInDoubt || failed.has(send.id)) logFailure(deps, send.id, outcome, isInDoubt);
  }
}

function failureOf(outcome: SendOutcome): string {
  if (outcome.kind === 'broken') return 'broken';
  return outcome.kind === 'refused' && outcome.permanent ? 'refused' : 'gave_up';
}

/** Mail that may have arrived counts: nobody is reminded twice because of a doubt. */
function reminded(attempts: Attempt[]): number[] {
  const gone = attempts.filter(
    ({ outcome: { kind } }) => kind === 'accepted' || kind === 'uncertain',
  );
  return renewalRuns(gone.map(({ send }) => send));
}

/** Counts and logs what was settled, once it is committed. */
function noteSettled(
  tx: Tx,
  deps: SettleDeps,
  attempts: readonly Attempt[],
  { ended, deferred, doubted }: Settled,
): void {
  tx.work.afterCommit(() => {
    deps.counters.add('sends_ended', ended.length);
    deps.sentMinutes.add(tx.now, ended.filter(({ status }) => status === 'sent').length);
    deps.counters.add('sends_deferred', deferred.length);
    deps.counters.add('sends_doubted', doubted.length);
    logFailures(deps, attempts, { ended, doubted });
  });
}

/**
 * Writes outcomes with one statement for each kind, for rows that the lease still holds. Only these
 * are counted, logged and announced to webhook endpoints.
 */
export async function settle(
  tx: Tx,
  deps: SettleDeps,
  leaseId: string,
  attempts: Attempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  const settlement = settlementOf(deps, attempts, tx.now);
  const { bounced } = settlement;
  countMail(
    tx,
    attempts.map(({ send }) => send),
  );
  await changePeople(
    tx,
    deps,
    bounced.map(({ person_id }) => ({ person_id, hard_bounced: true, how: 'provider' })),
  );
  const reminders = reminded(attempts);
  if (reminders.length > 0) await noteRemindersSent(tx, reminders);
  const ended = await settledOf(settlement.ended, (some) =>
    writeEnded(tx, deps, leaseId, { ended: some, attempts }),
  );
  const endedIds = new Set(ended.map(({ id }) => id));
  const failed = new Set(ended.filter(({ status }) => status === 'failed').map(({ id }) => id));
  if (failed.size > 0) {
    const gone = attempts.filter(({ send }) => failed.has(send.id));
    await reopenCapped(tx, [...new Set(gone.map(({ send }) => send.person_id))]);
  }
  announceEnded(tx, ended, attempts);
  announceMail(
    tx,
    'bounced',
    bounced.filter(({ id }) => endedIds.has(id)),
  );
  await addRefusedAddresses(
    tx,
    bounced.map(({ id }) => id),
  );
  const deferred = await settledOf(settlement.deferred, (some) => deferSends(tx, leaseId, some));
  const doubted = await settledOf(settlement.doubted, (some) =>
    markSendsUncertain(tx, leaseId, some),
  );
  noteSettled(tx, deps, attempts, { ended, deferred, doubted });
}

/** Settles sends that a dead process noted as accepted. */
export async function settleAccepted(
  tx: Tx,
  deps: SettleDeps,
  leaseId: string,
  sends: readonly ClaimedSend[],
): Promise<void> {
  const outcome = { kind: 'accepted' as const, providerId: null };
  await settle(
    tx,
    deps,
    leaseId,
    sends.map((send) => ({ send, outcome })),
  );
}
