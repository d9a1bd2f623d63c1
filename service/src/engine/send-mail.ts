import { setTimeout as pause } from 'node:timers/promises';
import { liquidFailure } from '@postroad/core/email/liquid-failure';
import { limits } from '@postroad/core/limits';
import { nextOpen, OUTSIDE_WINDOW, windowRuleFor } from '@postroad/core/settings/send-window';
import { findEvents } from '@postroad/store/event';
import { shareFlows } from '@postroad/store/flow';
import { type PersonRow, sharePeople } from '@postroad/store/person';
import {
  beginAttempts,
  type ClaimedSend,
  claimDueSends,
  deferSends,
  endSends,
  holdForWindows,
  holdSends,
  releaseClaims,
  sendStatus,
  sourceKind,
} from '@postroad/store/send';
import { type Tx, transaction } from '@postroad/store/transaction';
import { type Account, loadAccount } from '../account.ts';
import type { Deps } from '../deps.ts';
import { loadAutomations, renewalRuns } from '../renewal-values.ts';
import type { LoadedTemplate } from '../templates.ts';
import { compose, type MailParts } from './compose.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { refreshEmails } from './recompile-stale.ts';
import { type Attempt, settle } from './settle.ts';

export const sendBatch = 200;
export const flowPausedReason = 'Flow is paused';
/** As a step that comes due is passed over (contract §4.8), so is what waits in the queue. */
const emailArchivedReason = 'Email is archived';

const settleTries = 20;

/**
 * Claims one batch of due sends and takes it through the pipeline in the provider's own width:
 * attempts are committed, with suppression and pauses checked in the same transaction, then mails
 * are made and handed over, then the outcomes are settled together with the next attempts. Only
 * what is being handed over can be in doubt after a kill. Answers how many it claimed.
 */
export async function sendMail(
  deps: Deps,
  leases: LeaseKeeper,
  stopping: () => boolean,
): Promise<number> {
  const token = await leases.token();
  try {
    return await sendClaimed(deps, leases, token, stopping);
  } catch (error) {
    // Whatever is claimed or attempted goes back by way of the lease, which nobody renews now.
    leases.abandon(token);
    throw error;
  }
}

async function sendClaimed(
  deps: Deps,
  leases: LeaseKeeper,
  token: string,
  stopping: () => boolean,
): Promise<number> {
  const clock = { testClock: deps.config.testClock };
  const claimed = await transaction(deps.database, clock, (tx) =>
    claimDueSends(tx, token, sendBatch),
  );
  let settling: Attempt[] = [];
  let rest = claimed;
  while (rest.length > 0) {
    if (stopping()) break;
    const chunk = rest.slice(0, deps.provider.concurrency);
    const { mails, stale } = await settleAndBegin(deps, token, settling, chunk);
    settling = await Promise.all(mails.map((parts) => handOver(deps, parts)));
    await refreshEmails(deps, emailIdsOf(stale));
    rest = [...stale, ...rest.slice(chunk.length)];
    await leases.renew();
    if (settling.length > 0 && settling.every(({ outcome }) => outcome.kind === 'unreachable')) {
      // The server is down: the rest of the batch waits with the same reason, untried.
      settling.push(...postponed(rest, settling));
      await settleAndBegin(deps, token, settling, []);
      return claimed.length;
    }
  }
  await settleAndBegin(deps, token, settling, []);
  if (stopping()) await transaction(deps.database, {}, (tx) => releaseClaims(tx, token));
  return claimed.length;
}

function postponed(rest: ClaimedSend[], failed: Attempt[]): Attempt[] {
  const first = failed[0];
  return first ? rest.map((send) => ({ send, outcome: first.outcome })) : [];
}

/** What a chunk came to. */
export interface Begun {
  /** To be handed over: their attempts are committed. */
  mails: MailParts[];
  /** Claimed still: their emails have to be compiled again first. */
  stale: ClaimedSend[];
}

/** Mails on their way out must not be forgotten: settling is tried again while the database is away. */
export async function settleAndBegin(
  deps: Deps,
  token: string,
  settling: Attempt[],
  next: ClaimedSend[],
): Promise<Begun> {
  const none = { mails: [], stale: [] };
  if (settling.length === 0 && next.length === 0) return none;
  const clock = { testClock: deps.config.testClock };
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction(deps.database, clock, async (tx) => {
        await settle(tx, deps, token, settling);
        return next.length > 0 ? await begin(tx, deps, token, next) : none;
      });
    } catch (error) {
      if (settling.length === 0 || tries >= settleTries) throw error;
      deps.log.warn('Outcomes could not be settled; trying again.', { error, tries });
      await pause(500);
    }
  }
}

/**
 * Commits the attempts of a chunk. Rows are locked in the order flows, people, sends, as by every
 * writer, and an unsubscribe or a pause either is seen here or waits until the attempt stands.
 */
async function begin(tx: Tx, deps: Deps, token: string, chunk: ClaimedSend[]): Promise<Begun> {
  const flowIds = chunk.flatMap((send) =>
    send.source_kind === sourceKind.flow && send.source_id !== null ? [send.source_id] : [],
  );
  const flows = await shareFlows(tx, [...new Set(flowIds)]);
  const people = await sharePeople(tx, [...new Set(chunk.map((send) => send.person_id))]);
  const paused = chunk.filter(
    (send) => send.source_kind === sourceKind.flow && flows.get(send.source_id ?? 0) !== 'live',
  );
  const rest = chunk.filter((send) => !paused.includes(send));
  if (paused.length > 0) await holdSends(tx, token, idsOf(paused), flowPausedReason);
  const [templates, account] = await Promise.all([
    deps.templates.load(tx, emailIdsOf(rest)),
    loadAccount(tx),
  ]);
  const reasonOf = (send: ClaimedSend) =>
    suppressionOf(people.get(send.person_id)) ??
    (templates.get(send.email_id)?.archived ? emailArchivedReason : null);
  const skipped = rest.filter((send) => reasonOf(send) !== null);
  const due = rest.filter((send) => !skipped.includes(send));
  const outside = outsideWindows(due, templates, account, tx.now);
  if (outside.length > 0) await holdForWindows(tx, token, outside, OUTSIDE_WINDOW);
  const held = new Set(outside.map(({ id }) => id));
  const wanted = due.filter((send) => !held.has(send.id));
  const stale = wanted.filter((send) => templates.get(send.email_id)?.stale);
  const going = wanted.filter((send) => !stale.includes(send));
  if (skipped.length > 0) {
    const ended = { status: sendStatus.skipped, provider: null, provider_id: null };
    await endSends(
      tx,
      token,
      skipped.map((send) => ({ id: send.id, ...ended, reason: reasonOf(send) })),
    );
  }
  const waiting = await deferBroken(tx, token, stale, templates);
  if (going.length === 0) return { mails: [], stale: waiting };
  const begun = await beginAttempts(tx, token, idsOf(going));
  const begunSends = going.filter((send) => begun.has(send.id));
  return {
    mails: await loadParts(tx, deps, account, begunSends, people, templates),
    stale: waiting,
  };
}

/**
 * What must wait for its window, each with the moment at which that opens (QUEUE-05 to QUEUE-08). A
 * test is for the operator who asks for it, and waits for nothing.
 */
function outsideWindows(
  sends: readonly ClaimedSend[],
  templates: ReadonlyMap<number, LoadedTemplate>,
  { windows, profile }: Account,
  now: Date,
): { id: number; due_at: Date }[] {
  if (windows.rules.length === 0) return [];
  const slots = new Map<number, Date>();
  return sends.flatMap(({ id, email_id, source_kind }) => {
    if (source_kind === sourceKind.test) return [];
    let due_at = slots.get(email_id);
    if (due_at === undefined) {
      const rule = windowRuleFor(windows, templates.get(email_id)?.labels ?? []);
      due_at = rule === null ? now : nextOpen(rule, now, profile.timezone);
      slots.set(email_id, due_at);
    }
    return due_at > now ? [{ id, due_at }] : [];
  });
}

/** Mail of an email that no longer compiles waits until it does; answers what is left. */
async function deferBroken(
  tx: Tx,
  token: string,
  stale: ClaimedSend[],
  templates: Map<number, LoadedTemplate>,
): Promise<ClaimedSend[]> {
  const deferred = stale.flatMap((send) => {
    const reason = templates.get(send.email_id)?.broken ?? null;
    if (reason === null) return [];
    const last_error = `Email ${send.email_id} no longer compiles: ${reason}`;
    return [{ id: send.id, due_at: brokenRetryAt(tx.now), attempts: send.attempts, last_error }];
  });
  if (deferred.length > 0) await deferSends(tx, token, deferred);
  const ids = new Set(deferred.map(({ id }) => id));
  return stale.filter(({ id }) => !ids.has(id));
}

function brokenRetryAt(now: Date): Date {
  return new Date(now.getTime() + limits.sendBrokenMs);
}

function emailIdsOf(sends: ClaimedSend[]): number[] {
  return [...new Set(sends.map((send) => send.email_id))];
}

function idsOf(sends: ClaimedSend[]): number[] {
  return sends.map((send) => send.id);
}

/** Why the service will never email this person, or null. */
export function suppressionOf(person: PersonRow | undefined): string | null {
  if (!person) return 'Person was deleted';
  if (person.unsubscribed_at) return 'Unsubscribed';
  if (person.hard_bounced_at) return 'Hard-bounced';
  return person.complained_at ? 'Complained' : null;
}

/** One query a kind of fact for the whole chunk. */
async function loadParts(
  tx: Tx,
  deps: Deps,
  { profile, mailingAddress }: Account,
  sends: ClaimedSend[],
  people: Map<number, PersonRow>,
  templates: Map<number, LoadedTemplate>,
): Promise<MailParts[]> {
  const eventIds = sends.flatMap((send) => send.event_id ?? []);
  const events = eventIds.length > 0 ? await findEvents(tx, eventIds) : new Map();
  const automations = await loadAutomations(tx, renewalRuns(sends));
  const parts: MailParts[] = [];
  for (const send of sends) {
    const person = people.get(send.person_id);
    // Neither can be missing: both are locked or referenced by the row.
    if (!person) throw new Error(`Send ${send.id} has no person.`);
    parts.push({
      send,
      person,
      tags: await deps.tagNames.names(tx, person.tag_ids),
      event: events.get(send.event_id ?? 0) ?? null,
      automation: automations.get(send.run_id ?? 0) ?? null,
      email: templates.get(send.email_id) ?? null,
      profile,
      mailingAddress,
      now: tx.now,
    });
  }
  return parts;
}

export async function handOver(deps: Deps, parts: MailParts): Promise<Attempt> {
  const { send } = parts;
  try {
    const message = compose(deps, parts);
    return { send, outcome: await deps.provider.send(message) };
  } catch (error) {
    const reason = `The mail could not be made: ${liquidFailure(error)}.`;
    deps.log.error('A mail could not be made.', { send: send.id, error });
    return { send, outcome: { kind: 'broken', reason } };
  }
}
