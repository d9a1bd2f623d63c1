import { limits } from '@postroad/core/platform/limits';
import { queueAudience } from '@postroad/store/broadcasts/broadcast-audience';
import {
  type BroadcastPart,
  broadcastWork,
  clearBroadcast,
  type FillingBroadcast,
  finishBroadcasts,
  lockClearing,
  lockFilling,
  noteFilled,
  startDueBroadcasts,
} from '@postroad/store/broadcasts/broadcast-queue';
import { loadAudience } from '@postroad/store/conditions/audience';
import { findSegmentById } from '@postroad/store/conditions/segment';
import { endOfPart } from '@postroad/store/people/audience';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { RestoredWindow } from '@postroad/store/queue/restored';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import { broadcastPace } from './broadcast-pace.ts';
import { decideOne, noteSamples } from './decide-winner.ts';
import { loadExclusions } from './exclusions.ts';
import { giveLocalTimes } from './local-times.ts';
import { adjustPart } from './pause-broadcast.ts';

/** The parts of the service that broadcasts need. */
export type FillDeps = TransactionDeps & { restored: RestoredWindow | null };

/**
 * One round of broadcasts: starts those that are due, queues one part of one, removes one part of a
 * canceled one from the queue, adjusts one part of one that was paused or resumed, decides the winner of
 * one, and ends those that are done. Each step is a transaction of its own
 * that any number of processes may try, and that skips what another process has locked. Those that find
 * nothing are left out, but for the ones after a step that did something. Returns how many of them did
 * anything.
 */
export async function workBroadcasts(deps: FillDeps): Promise<number> {
  const { database, config } = deps;
  const clock = { testClock: config.testClock };
  const found = await transaction(database, { ...clock, readOnly: true }, broadcastWork);
  let worked = 0;
  for (const [name, work] of parts) {
    if (worked === 0 && !found.has(name)) continue;
    if (await transaction(database, clock, (tx) => work(tx, deps))) worked += 1;
  }
  return worked;
}

const parts: readonly [BroadcastPart, (tx: Tx, deps: FillDeps) => Promise<boolean>][] = [
  ['start', startDue],
  ['fill', fillPart],
  ['clear', clearPart],
  ['adjust', adjust],
  ['sample', noteSamples],
  ['decide', decideOne],
  ['finish', finish],
];

function noteUpdated(tx: Tx, ids: readonly number[]): void {
  tx.work.tellAll(ids, { resource: 'broadcasts', action: 'updated' });
}

/** Tells clients that mail was queued, or taken out of the queue (CON-09). */
function noteMail(tx: Tx): void {
  for (const resource of ['queue', 'sends']) tx.work.count(resource, [null]);
}

async function startDue(tx: Tx, { restored }: FillDeps): Promise<boolean> {
  const pace = await broadcastPace(tx);
  const limit = limits.broadcastsStarted;
  const ids = await startDueBroadcasts(tx, { pace, limit, restored });
  noteUpdated(tx, ids);
  announceBroadcasts(tx, 'broadcast.started', ids);
  return ids.length > 0;
}

/** Tells webhook endpoints of broadcasts. */
export function announceBroadcasts(
  tx: Tx,
  type: 'broadcast.started' | 'broadcast.finished',
  ids: readonly number[],
): void {
  tx.work.announce(
    type,
    ids.map((id) => ({ subject_id: id, person_id: null })),
  );
}

/**
 * The audience is evaluated now, by the present rules of the segment (BCAST-18). The progress is
 * written together with the mail, so that a part is queued completely or not at all.
 */
async function fillPart(tx: Tx, deps: FillDeps): Promise<boolean> {
  const broadcast = await lockFilling(tx);
  if (broadcast === null) return false;
  const { lastQueuedPersonId, queued, waiting, nextDue } = await queuePart(tx, deps, broadcast);
  const part = { lastQueuedPersonId, queued, waiting, nextDueAt: nextDue };
  await noteFilled(tx, broadcast.id, part);
  if (queued > 0) {
    const range = { after: broadcast.last_queued_person_id, through: lastQueuedPersonId };
    await giveLocalTimes(tx, broadcast.id, range, deps.restored);
    tx.work.wake('sends');
  }
  noteUpdated(tx, [broadcast.id]);
  noteMail(tx);
  return true;
}

async function queuePart(tx: Tx, { database, restored }: FillDeps, broadcast: FillingBroadcast) {
  const { last_queued_person_id: after, final_person_id: through, segment_id } = broadcast;
  const { next_due_at: due } = broadcast;
  // Time in which no worker ran is not made up for by sending faster. After a restore the due times
  // show whom the lost service has reached.
  const isPast = due < tx.now && (restored === null || due > restored.until);
  const from = isPast ? tx.now : due;
  const segment = segment_id === null ? null : await findSegmentById(tx, segment_id);
  if (segment === null)
    return { queued: 0, waiting: 0, nextDue: from, lastQueuedPersonId: through };
  const size =
    database.kind === 'server' ? limits.broadcastFillPeople : limits.broadcastFillPeopleEmbedded;
  const lastQueuedPersonId = await endOfPart(tx, { after, through, size });
  const audience = await loadAudience(tx, segment.definition);
  const exclusions = await loadExclusions(tx, broadcast);
  const range = { after, through: lastQueuedPersonId };
  const queued = await queueAudience(tx, { audience, exclusions }, range, { broadcast, from });
  return { ...queued, lastQueuedPersonId };
}

async function clearPart(tx: Tx): Promise<boolean> {
  const id = await lockClearing(tx);
  if (id === null) return false;
  await clearBroadcast(tx, id, limits.broadcastCancelSends);
  tx.work.count('broadcasts', [id]);
  noteMail(tx);
  return true;
}

async function adjust(tx: Tx): Promise<boolean> {
  return await adjustPart(tx);
}

async function finish(tx: Tx): Promise<boolean> {
  const ids = await finishBroadcasts(tx);
  noteUpdated(tx, ids);
  announceBroadcasts(tx, 'broadcast.finished', ids);
  return ids.length > 0;
}
