import { skipReasons } from '@postroad/core/queue/hold-reasons';
import type { Tx } from '@postroad/store/platform/transaction';
import { type ClaimedSend, endSends } from '@postroad/store/queue/send';
import { isExamplePerson } from '../../account/mail-settings.ts';
import { whoLeft } from '../../broadcasts/recheck-segment.ts';
import { type ActingGuard, guardsStopping } from '../../conditions/guards.ts';
import type { LoadedTemplate } from '../../content/compile/compiled-email-cache.ts';
import type { loadRenewalsOver } from '../../flows/renewals/renewal-facts.ts';
import { announceMail } from '../../queue/announce-mail.ts';
import { suppressionOf } from '../../queue/suppression-of.ts';
import {
  type AttemptDeps,
  type Broadcasts,
  type People,
  passesBy,
  type Templates,
  type TimedSends,
} from './attempt-facts.ts';

/** Ends mail of canceled broadcasts, and of runs that reached their goal; returns the rest. */
export async function endCanceled(
  tx: Tx,
  leaseId: string,
  chunk: readonly ClaimedSend[],
  { broadcasts, goals }: { broadcasts: Broadcasts; goals: ReadonlyMap<number, string> },
): Promise<ClaimedSend[]> {
  const over = new Map<number, string>();
  for (const { id, source_kind, source_id, run_id } of chunk) {
    const goal = source_kind === 'flow' ? goals.get(run_id ?? 0) : undefined;
    if (goal !== undefined) over.set(id, skipReasons.goalReached(goal));
    if (source_kind !== 'broadcast') continue;
    if ((broadcasts.get(source_id ?? 0)?.status ?? 'canceled') !== 'canceled') continue;
    over.set(id, skipReasons.broadcastCanceled);
  }
  const ended = { status: 'canceled' as const, provider: null, provider_id: null };
  if (over.size > 0) {
    await endSends(
      tx,
      leaseId,
      [...over].map(([id, reason]) => ({ id, ...ended, reason })),
    );
  }
  return chunk.filter(({ id }) => !over.has(id));
}

/** Why a mail is never sent, whatever else waits; null where it may be. */
export function neverSent(
  send: ClaimedSend,
  deps: Pick<AttemptDeps, 'config'>,
  {
    people,
    templates,
    account,
    over,
  }: Omit<TimedSends, 'sends'> & { over: Awaited<ReturnType<typeof loadRenewalsOver>> },
): string | null {
  return (
    suppressionOf(people.get(send.person_id), passesBy(send, templates)) ??
    (isExamplePerson(account, deps.config, send.person_id) ? skipReasons.example : null) ??
    unsendable(send, templates(send)) ??
    reminderOver(send, over)
  );
}

/** Why an email goes to nobody. A test shows an email as it is, blank or not (SAFE-31). */
function unsendable(send: ClaimedSend, email: LoadedTemplate | undefined): string | null {
  if (email?.archived) return skipReasons.emailArchived;
  return email?.blank && send.source_kind !== 'test' ? skipReasons.emailBlank : null;
}

/** Queued mail of a renewal that is over waits no longer for its window, and goes to nobody. */
function reminderOver(
  { run_id }: ClaimedSend,
  over: Awaited<ReturnType<typeof loadRenewalsOver>>,
): string | null {
  const code = over.get(run_id ?? 0);
  return code === undefined ? null : skipReasons.renewalOver(code);
}

/**
 * Adds the mails that guards stop. A test is for the operator who asks for it, so no guard acts on
 * it, nor on transactional mail (MSG-03).
 */
export async function skipGuarded(
  tx: Tx,
  deps: AttemptDeps,
  guards: readonly ActingGuard[],
  {
    sends,
    people,
    templates,
    skips,
  }: {
    sends: readonly ClaimedSend[];
    people: People;
    templates: Templates;
    skips: Map<number, string>;
  },
): Promise<void> {
  if (guards.length === 0) return;
  const asked = sends.filter((send) => send.source_kind !== 'test' && !passesBy(send, templates));
  const mails = asked.map((send) => ({
    personId: send.person_id,
    labels: templates(send)?.labels ?? [],
  }));
  const stopping = await guardsStopping(tx, deps, guards, mails, people);
  for (const [index, { id }] of asked.entries()) {
    const guard = stopping[index]?.[0];
    if (guard) skips.set(id, skipReasons.guarded(guard.key));
  }
}

/** Adds the mails of broadcasts to people whom its segments leave out by now (SAFE-46). */
export async function skipLeft(
  tx: Tx,
  sends: readonly ClaimedSend[],
  broadcasts: Broadcasts,
  skips: Map<number, string>,
): Promise<void> {
  const mails = sends.flatMap(({ id, person_id, source_kind, source_id }) => {
    const broadcast = source_kind === 'broadcast' ? broadcasts.get(source_id ?? 0) : undefined;
    return broadcast === undefined || skips.has(id) ? [] : [{ id, person_id, broadcast }];
  });
  if (mails.length === 0) return;
  for (const [id, reason] of await whoLeft(tx, mails)) skips.set(id, reason);
}

export async function endSkipped(
  tx: Tx,
  leaseId: string,
  sends: readonly ClaimedSend[],
  skips: ReadonlyMap<number, string>,
): Promise<void> {
  const skipped = { status: 'skipped' as const, provider: null, provider_id: null };
  const ended = await endSends(
    tx,
    leaseId,
    [...skips].map(([id, reason]) => ({ id, ...skipped, reason })),
  );
  announceMail(
    tx,
    'skipped',
    sends.filter(({ id }) => ended.has(id)),
  );
}
