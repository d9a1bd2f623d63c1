import { limits } from '@postroad/core/platform/limits';
import { holdReasons } from '@postroad/core/queue/hold-reasons';
import { lockFlowsShared } from '@postroad/store/flows/flow';
import type { Tx } from '@postroad/store/platform/transaction';
import { type ClaimedSend, deferSends, holdSends, holdUntil } from '@postroad/store/queue/send';
import type { MailSettings } from '../../account/mail-settings.ts';
import { lacksSender } from '../../account/sender.ts';
import type { LoadedMessages } from '../../messages/message-parts.ts';
import { type BoundMail, outsideWindows, windowOpening } from '../waiting/outside-windows.ts';
import { overCaps } from '../waiting/over-caps.ts';
import {
  type AttemptDeps,
  type Broadcasts,
  idsOf,
  type People,
  passesBy,
  type Templates,
  type TimedSends,
} from './attempt-facts.ts';
import { endSkipped } from './skip-mail.ts';

/**
 * Holds mail of flows that are not live; they stay so until the transaction ends. Returns the rest.
 */
export async function holdForFlows(
  tx: Tx,
  leaseId: string,
  chunk: readonly ClaimedSend[],
): Promise<ClaimedSend[]> {
  const flowIds = chunk.flatMap((send) =>
    send.source_kind === 'flow' && send.source_id !== null ? [send.source_id] : [],
  );
  const flows = await lockFlowsShared(tx, [...new Set(flowIds)]);
  const isPaused = ({ source_kind, source_id }: ClaimedSend) =>
    source_kind === 'flow' && flows.get(source_id ?? 0) !== 'live';
  const paused = chunk.filter(isPaused);
  if (paused.length > 0) await holdSends(tx, leaseId, idsOf(paused), holdReasons.flowPaused);
  return chunk.filter((send) => !isPaused(send));
}

/** Holds mail of paused broadcasts, and mail that a changed pace has not reached. Returns the rest. */
export async function holdForBroadcasts(
  tx: Tx,
  leaseId: string,
  chunk: readonly ClaimedSend[],
  broadcasts: Broadcasts,
): Promise<ClaimedSend[]> {
  const held = new Map<string, number[]>();
  const rest = chunk.filter((send) => {
    const reason = pauseOf(send, broadcasts);
    if (reason !== null) held.set(reason, [...(held.get(reason) ?? []), send.id]);
    return reason === null;
  });
  for (const [reason, ids] of held) await holdSends(tx, leaseId, ids, reason);
  return rest;
}

function pauseOf(
  { source_kind, source_id, person_id }: ClaimedSend,
  broadcasts: Broadcasts,
): string | null {
  const broadcast = source_kind === 'broadcast' ? broadcasts.get(source_id ?? 0) : undefined;
  if (broadcast === undefined) return null;
  if (broadcast.status === 'paused') return holdReasons.broadcastPaused;
  const { adjusted_person_id: adjusted } = broadcast;
  return adjusted !== null && person_id > adjusted ? holdReasons.paceChanging : null;
}

/**
 * Holds mail that would come from nobody (SAFE-32); answers the rest. Such mail is looked at again when
 * the profile or an email gets a sender, and at intervals, since MAIL_FROM is read at a start.
 */
export async function holdSenderless(
  tx: Tx,
  deps: AttemptDeps,
  leaseId: string,
  {
    sends,
    templates,
    messages,
    account,
  }: {
    sends: ClaimedSend[];
    templates: Templates;
    messages: LoadedMessages;
    account: MailSettings;
  },
): Promise<ClaimedSend[]> {
  if (deps.config.mailProvider === 'outbox') return sends;
  const without = sends.filter((send) => {
    const from = messages.get(send.id)?.parts.from ?? templates(send)?.fromAddress ?? null;
    return lacksSender(deps.config, account.profile, from);
  });
  if (without.length === 0) return sends;
  const dueAt = new Date(tx.now.getTime() + limits.senderAgainMs);
  const reason = holdReasons.noSender;
  await holdUntil(
    tx,
    leaseId,
    without.map(({ id }) => ({ id, due_at: dueAt, reason })),
  );
  return sends.filter((send) => !without.includes(send));
}

/**
 * The mail that send windows and frequency caps are for. A test is for the operator who asks for it and
 * never waits, nor does transactional mail (MSG-03, CAP-02).
 */
function boundOf(
  sends: readonly ClaimedSend[],
  { people, templates }: { people: People; templates: Templates },
): BoundMail[] {
  return sends.flatMap((send) => {
    if (send.source_kind === 'test' || passesBy(send, templates)) return [];
    const { id, person_id, email_id } = send;
    const timezone = people.get(person_id)?.timezone ?? null;
    return [{ id, person_id, email_id, timezone, labels: templates(send)?.labels ?? [] }];
  });
}

/** Holds the mail whose send window is not open. Answers the rest. */
export async function insideWindows(
  tx: Tx,
  { zones }: AttemptDeps,
  leaseId: string,
  { sends, people, templates, account }: TimedSends,
): Promise<readonly ClaimedSend[]> {
  const mails = boundOf(sends, { people, templates });
  const outside = outsideWindows(mails, account, { now: tx.now, zones });
  if (outside.length === 0) return sends;
  await holdUntil(tx, leaseId, outside);
  const held = new Set(outside.map(({ id }) => id));
  return sends.filter(({ id }) => !held.has(id));
}

/** Holds or skips the mail that a frequency cap keeps from going now (CAP-01). Answers the rest. */
export async function withinCaps(
  tx: Tx,
  { zones }: AttemptDeps,
  leaseId: string,
  { sends, people, templates, account }: TimedSends,
): Promise<readonly ClaimedSend[]> {
  if (account.caps.length === 0) return sends;
  const mails = boundOf(sends, { people, templates });
  const over = await overCaps(tx, mails, account);
  if (over.size === 0) return sends;
  const skips = new Map<number, string>();
  const held = mails.flatMap((mail) => {
    const verdict = over.get(mail.id);
    if (verdict?.then === 'skip') skips.set(mail.id, verdict.reason);
    if (verdict?.then !== 'hold') return [];
    const dueAt = windowOpening(mail, account, { at: verdict.until, zones });
    return [{ id: mail.id, due_at: dueAt, reason: verdict.reason }];
  });
  if (held.length > 0) await holdUntil(tx, leaseId, held);
  if (skips.size > 0) await endSkipped(tx, leaseId, sends, skips);
  return sends.filter(({ id }) => !over.has(id));
}

/** Mail of an email that no longer compiles waits until it does. Returns the rest. */
export async function deferBroken(
  tx: Tx,
  leaseId: string,
  stale: ClaimedSend[],
  templates: Templates,
): Promise<ClaimedSend[]> {
  const deferred = stale.flatMap((send) => {
    const reason = templates(send)?.broken ?? null;
    if (reason === null) return [];
    const lastError = `Email ${send.email_id} no longer compiles: ${reason}`;
    return [
      {
        id: send.id,
        due_at: brokenRetryAt(tx.now),
        attempts: send.attempts,
        last_error: lastError,
      },
    ];
  });
  if (deferred.length > 0) await deferSends(tx, leaseId, deferred);
  const ids = new Set(deferred.map(({ id }) => id));
  return stale.filter(({ id }) => !ids.has(id));
}

function brokenRetryAt(now: Date): Date {
  return new Date(now.getTime() + limits.sendBrokenMs);
}
