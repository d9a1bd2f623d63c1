import { skipReasons } from '@postroad/core/queue/hold-reasons';
import { lockBroadcastsKeyShare } from '@postroad/store/broadcasts/broadcast-queue';
import { findEvents } from '@postroad/store/events/event';
import { noteRemindersSent } from '@postroad/store/flows/renewal';
import { goalsThatEnded } from '@postroad/store/flows/run-goal';
import { lockPeopleShared } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { doubtRepeated } from '@postroad/store/queue/restored';
import { beginAttempts, type ClaimedSend, unclaimSends } from '@postroad/store/queue/send';
import { shareSendingHold } from '@postroad/store/queue/sending-control';
import { loadMailSettings } from '../../account/mail-settings.ts';
import { loadRenewalsOver } from '../../flows/renewals/renewal-facts.ts';
import { renewalRuns } from '../../flows/renewals/renewal-values.ts';
import { loadMessages, suppressedCopies } from '../../messages/message-parts.ts';
import { countMail } from '../../queue/count-mail.ts';
import { holdForSequences, lockReceivers, repeats } from '../../sequences/sequence-sends.ts';
import type { MailParts } from '../compose.ts';
import { loadDraftTests, readersOf } from '../draft-tests.ts';
import { contentsOf } from '../sent/keep-content.ts';
import {
  type AttemptDeps,
  type ChunkFacts,
  type Events,
  idsOf,
  passesBy,
  type Templates,
} from './attempt-facts.ts';
import {
  deferBroken,
  holdForBroadcasts,
  holdForFlows,
  holdSenderless,
  insideWindows,
  withinCaps,
} from './hold-mail.ts';
import { loadParts } from './mail-parts.ts';
import { endCanceled, endSkipped, neverSent, skipGuarded, skipLeft } from './skip-mail.ts';

/** The result for a chunk. */
export interface Begun {
  /** Their attempts are committed with the transaction; some may have lost their claim. */
  mails: MailParts[];
  /** The sends with attempts, once they are committed; nothing is handed over before. */
  attempted: Promise<ReadonlySet<number>>;
  /** Still claimed: their emails have to be recompiled first. */
  stale: ClaimedSend[];
}

export const nothingBegun: Begun = {
  mails: [],
  attempted: Promise.resolve(new Set<number>()),
  stale: [],
};

/**
 * Checks a chunk and commits its attempts. Rows are locked in the order of every writer: flows,
 * sequences, broadcasts, people, sends. An unsubscribe, an erasure or a pause is either seen here or
 * waits until the attempt is committed.
 */
export async function beginChunk(
  tx: Tx,
  deps: AttemptDeps,
  leaseId: string,
  chunk: readonly ClaimedSend[],
): Promise<Begun> {
  countMail(tx, chunk);
  const running = await holdForFlows(tx, leaseId, chunk);
  const { rest: on, sequences } = await holdForSequences(tx, leaseId, running);
  const readers = await readersOf(tx, on);
  // Sent together, in this order: one round trip.
  const [hold, broadcasts, , people, emails, account, guards, events, over, messages, goals] =
    await Promise.all([
      shareSendingHold(tx),
      lockBroadcastsKeyShare(tx, broadcastsOf(on)),
      lockReceivers(tx, on, sequences),
      lockPeopleShared(tx, [
        ...new Set([...chunk.map((send) => send.person_id), ...readers.values()]),
      ]),
      deps.templates.load(tx, emailIdsOf(on)),
      loadMailSettings(tx),
      deps.guards.enabled(tx),
      eventsOf(tx, on),
      loadRenewalsOver(tx, renewalRuns(on)),
      loadMessages(tx, on),
      loadGoals(tx, on),
    ]);
  const templates: Templates = ({ id, email_id }) =>
    email_id === null ? (messages.get(id)?.own ?? undefined) : emails.get(email_id);
  if (hold !== null) {
    await unclaimSends(tx, leaseId, idsOf(on));
    return nothingBegun;
  }
  const fresh = await withoutRepeated(tx, deps, leaseId, on);
  const uncanceled = await endCanceled(tx, leaseId, fresh, { broadcasts, goals });
  const rest = await holdForBroadcasts(tx, leaseId, uncanceled, broadcasts);
  const skips = await suppressedCopies(tx, deps, rest, messages, (send) =>
    passesBy(send, templates),
  );
  for (const send of rest) {
    const reason = neverSent(send, deps, { people, templates, account, over });
    if (reason !== null) skips.set(send.id, reason);
  }
  const due = rest.filter(({ id }) => !skips.has(id));
  const sendable = await holdSenderless(tx, deps, leaseId, {
    sends: due,
    templates,
    messages,
    account,
  });
  const timed = { people, templates, account };
  const open = await insideWindows(tx, deps, leaseId, { ...timed, sends: sendable });
  await skipGuarded(tx, deps, guards, { sends: open, people, templates, skips });
  await skipLeft(tx, open, broadcasts, skips);
  const unskipped = open.filter(({ id }) => !skips.has(id));
  for (const { id } of await repeats(tx, unskipped, sequences))
    skips.set(id, skipReasons.receivedBefore);
  if (skips.size > 0) await endSkipped(tx, leaseId, rest, skips);
  const wanted = open.filter(({ id }) => !skips.has(id));
  const facts = { account, events, people, readers, templates, messages };
  return await beginWanted(tx, deps, leaseId, wanted, facts);
}

/** Begins the attempts of mail that nothing holds or skips: with its email compiled, and within caps. */
async function beginWanted(
  tx: Tx,
  deps: AttemptDeps,
  leaseId: string,
  wanted: readonly ClaimedSend[],
  facts: ChunkFacts,
): Promise<Begun> {
  const { account, people, templates } = facts;
  const drafts = await loadDraftTests(tx, wanted, templates);
  const isStale = (send: ClaimedSend) => !drafts.has(send.id) && templates(send)?.stale;
  const stale = wanted.filter(isStale);
  const compiled = wanted.filter((send) => !stale.includes(send));
  const waiting = await deferBroken(tx, leaseId, stale, templates);
  // The last check, since what it lets go counts for the next.
  const timed = { people, templates, account };
  const going = await withinCaps(tx, deps, leaseId, { ...timed, sends: compiled });
  if (going.length === 0) return { ...nothingBegun, stale: waiting };
  const mails = await loadParts(tx, deps, going, { ...facts, drafts });
  const contents = account.keepContentDays === 0 ? [] : await contentsOf(tx, deps, mails, account);
  const attempted = beginAttempts(tx, leaseId, idsOf(going), contents);
  return { mails, attempted, stale: waiting };
}

/** Leaves out mail that was sent before the database was restored, as far as one can tell (BACK-03). */
async function withoutRepeated(
  tx: Tx,
  { restored }: Pick<AttemptDeps, 'restored'>,
  leaseId: string,
  chunk: readonly ClaimedSend[],
): Promise<readonly ClaimedSend[]> {
  if (restored === null || chunk.length === 0) return chunk;
  const doubted = await doubtRepeated(tx, leaseId, idsOf(chunk));
  const ids = new Set(doubted.map(({ id }) => id));
  const sends = chunk.filter(({ id }) => ids.has(id));
  const reminders = renewalRuns(sends);
  if (reminders.length > 0) await noteRemindersSent(tx, reminders);
  return chunk.filter(({ id }) => !ids.has(id));
}

function broadcastsOf(chunk: readonly ClaimedSend[]): number[] {
  const ids = chunk.flatMap(({ source_kind, source_id }) =>
    source_kind === 'broadcast' && source_id !== null ? [source_id] : [],
  );
  return [...new Set(ids)];
}

function emailIdsOf(sends: ClaimedSend[]): number[] {
  return [...new Set(sends.flatMap((send) => send.email_id ?? []))];
}

/** The goals that ended runs with mail among these, which was being handed over then (GOAL-05). */
async function loadGoals(tx: Tx, sends: readonly ClaimedSend[]): Promise<Map<number, string>> {
  const runs = sends.flatMap(({ source_kind, run_id }) =>
    source_kind === 'flow' && run_id !== null ? [run_id] : [],
  );
  return runs.length === 0 ? new Map() : await goalsThatEnded(tx, runs);
}

/** The events that led to the mails, if any. */
async function eventsOf(tx: Tx, sends: readonly ClaimedSend[]): Promise<Events> {
  const ids = sends.flatMap((send) => send.event_id ?? []);
  return ids.length > 0 ? await findEvents(tx, ids) : new Map();
}
