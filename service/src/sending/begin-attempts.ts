import { limits } from '@postroad/core/platform/limits';
import type { ZoneClocks } from '@postroad/core/platform/zone-clock';
import { holdReasons, skipReasons } from '@postroad/core/queue/hold-reasons';
import { lockBroadcastsKeyShare } from '@postroad/store/broadcasts/broadcast-queue';
import { findEvents } from '@postroad/store/events/event';
import { lockFlowsShared } from '@postroad/store/flows/flow';
import { noteRemindersSent } from '@postroad/store/flows/renewal';
import { goalsThatEnded } from '@postroad/store/flows/run-goal';
import { lockPeopleShared, type PersonRow } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import { doubtRepeated, type RestoredWindow } from '@postroad/store/queue/restored';
import {
  beginAttempts,
  type ClaimedSend,
  deferSends,
  endSends,
  holdSends,
  holdUntil,
  unclaimSends,
} from '@postroad/store/queue/send';
import { shareSendingHold } from '@postroad/store/queue/sending-control';
import { isExamplePerson, loadMailSettings, type MailSettings } from '../account/mail-settings.ts';
import { lacksSender, type SenderConfig } from '../account/sender.ts';
import { whoLeft } from '../broadcasts/recheck-segment.ts';
import type { ConditionDeps } from '../conditions/condition-facts.ts';
import { type ActingGuard, type Guards, guardsStopping } from '../conditions/guards.ts';
import {
  type CompiledEmailCache,
  type LoadedTemplate,
  templateFor,
} from '../content/compile/compiled-email-cache.ts';
import { loadRenewalsOver } from '../flows/renewals/renewal-facts.ts';
import { loadAutomations, renewalRuns } from '../flows/renewals/renewal-values.ts';
import { type LoadedMessages, loadMessages, suppressedCopies } from '../messages/message-parts.ts';
import type { SuppressionKeys } from '../people/suppression-hash.ts';
import { announceMail } from '../queue/announce-mail.ts';
import { countMail } from '../queue/count-mail.ts';
import { isTransactional, suppressionOf } from '../queue/suppression-of.ts';
import { holdForSequences, lockReceivers, repeats } from '../sequences/sequence-sends.ts';
import type { MailParts } from './compose.ts';
import { type DraftTemplates, loadDraftTests, readersOf } from './draft-tests.ts';
import { contentsOf, type KeepDeps } from './sent/keep-content.ts';
import { type BoundMail, outsideWindows, windowOpening } from './waiting/outside-windows.ts';
import { overCaps } from './waiting/over-caps.ts';

/** The template of a mail: of its email, or of the words of a message. */
type Templates = (send: ClaimedSend) => LoadedTemplate | undefined;
type People = ReadonlyMap<number, PersonRow>;
type Broadcasts = Awaited<ReturnType<typeof lockBroadcastsKeyShare>>;
type Events = Awaited<ReturnType<typeof findEvents>>;

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

/** The parts of the service that beginning attempts needs. */
export interface AttemptDeps extends ConditionDeps, KeepDeps, SuppressionKeys {
  guards: Guards;
  templates: CompiledEmailCache;
  zones: ZoneClocks;
  config: SenderConfig & KeepDeps['config'];
  restored: RestoredWindow | null;
}

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

/** What was read for a chunk, of which its mails are made. */
interface ChunkFacts {
  account: MailSettings;
  events: Events;
  people: People;
  /** Of a test, by its send: the person whose values it shows. */
  readers: ReadonlyMap<number, number>;
  templates: Templates;
  messages: LoadedMessages;
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

/**
 * Holds mail of flows that are not live; they stay so until the transaction ends. Returns the rest.
 */
async function holdForFlows(
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

function broadcastsOf(chunk: readonly ClaimedSend[]): number[] {
  const ids = chunk.flatMap(({ source_kind, source_id }) =>
    source_kind === 'broadcast' && source_id !== null ? [source_id] : [],
  );
  return [...new Set(ids)];
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

/** The goals that ended runs with mail among these, which was being handed over then (GOAL-05). */
async function loadGoals(tx: Tx, sends: readonly ClaimedSend[]): Promise<Map<number, string>> {
  const runs = sends.flatMap(({ source_kind, run_id }) =>
    source_kind === 'flow' && run_id !== null ? [run_id] : [],
  );
  return runs.length === 0 ? new Map() : await goalsThatEnded(tx, runs);
}

/** Ends mail of canceled broadcasts, and of runs that reached their goal; returns the rest. */
async function endCanceled(
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

/** Holds mail of paused broadcasts, and mail that a changed pace has not reached. Returns the rest. */
async function holdForBroadcasts(
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
 * Adds the mails that guards stop. A test is for the operator who asks for it, so no guard acts on
 * it, nor on transactional mail (MSG-03).
 */
async function skipGuarded(
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
async function skipLeft(
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

async function endSkipped(
  tx: Tx,
  leaseId: string,
  sends: readonly ClaimedSend[],
  skips: ReadonlyMap<number, string>,
): Promise<void> {
  announceMail(
    tx,
    'skipped',
    sends.filter(({ id }) => skips.has(id)),
  );
  const ended = { status: 'skipped' as const, provider: null, provider_id: null };
  await endSends(
    tx,
    leaseId,
    [...skips].map(([id, reason]) => ({ id, ...ended, reason })),
  );
}

/**
 * Holds mail that would come from nobody (SAFE-32); answers the rest. Such mail is looked at again when
 * the profile or an email gets a sender, and at intervals, since MAIL_FROM is read at a start.
 */
async function holdSenderless(
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

/** Mail that rules about times are asked about. */
interface TimedSends {
  sends: readonly ClaimedSend[];
  people: People;
  templates: Templates;
  account: MailSettings;
}

/** Holds the mail whose send window is not open. Answers the rest. */
async function insideWindows(
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
async function withinCaps(
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
async function deferBroken(
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

function passesBy(send: ClaimedSend, templates: Templates): boolean {
  return isTransactional(send.source_kind, templates(send)?.kind);
}

/** Why an email goes to nobody. A test shows an email as it is, blank or not (SAFE-31). */
function unsendable(send: ClaimedSend, email: LoadedTemplate | undefined): string | null {
  if (email?.archived) return skipReasons.emailArchived;
  return email?.blank && send.source_kind !== 'test' ? skipReasons.emailBlank : null;
}

/** Why a mail is never sent, whatever else waits; null where it may be. */
function neverSent(
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

/** Queued mail of a renewal that is over waits no longer for its window, and goes to nobody. */
function reminderOver(
  { run_id }: ClaimedSend,
  over: Awaited<ReturnType<typeof loadRenewalsOver>>,
): string | null {
  const code = over.get(run_id ?? 0);
  return code === undefined ? null : skipReasons.renewalOver(code);
}

function brokenRetryAt(now: Date): Date {
  return new Date(now.getTime() + limits.sendBrokenMs);
}

function emailIdsOf(sends: ClaimedSend[]): number[] {
  return [...new Set(sends.flatMap((send) => send.email_id ?? []))];
}

function idsOf(sends: readonly ClaimedSend[]): number[] {
  return sends.map((send) => send.id);
}

/** The events that led to the mails, if any. */
async function eventsOf(tx: Tx, sends: readonly ClaimedSend[]): Promise<Events> {
  const ids = sends.flatMap((send) => send.event_id ?? []);
  return ids.length > 0 ? await findEvents(tx, ids) : new Map();
}

/** One query for each kind of fact for the whole chunk. */
async function loadParts(
  tx: Tx,
  deps: AttemptDeps,
  sends: readonly ClaimedSend[],
  {
    account,
    events,
    people,
    readers,
    templates,
    messages,
    drafts,
  }: ChunkFacts & { drafts: DraftTemplates },
): Promise<MailParts[]> {
  const { profile, mailingAddress } = account;
  const automations = await loadAutomations(tx, renewalRuns(sends));
  const parts: MailParts[] = [];
  for (const send of sends) {
    const recipient = people.get(send.person_id);
    // Both exist, since the row locks or references them.
    if (!recipient) throw new Error(`Send ${send.id} has no person.`);
    const person = people.get(readers.get(send.id) ?? 0) ?? recipient;
    const message = messages.get(send.id) ?? null;
    const email = (drafts.has(send.id) ? drafts.get(send.id) : templates(send)) ?? null;
    parts.push({
      send,
      person,
      recipient: message === null ? recipient : { id: recipient.id, email: message.parts.to },
      message: message?.parts ?? null,
      files: message?.files ?? [],
      head: message?.head ?? null,
      data: message?.data ?? null,
      tags: await deps.tagNames.names(tx, person.tag_ids),
      event: events.get(send.event_id ?? 0) ?? null,
      automation: automations.get(send.run_id ?? 0) ?? null,
      email: email && templateFor(email, person.fields),
      profile,
      mailingAddress,
      now: tx.now,
    });
  }
  return parts;
}
