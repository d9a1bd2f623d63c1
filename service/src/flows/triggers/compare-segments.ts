import { changesAt } from '@postroad/core/conditions/changes-at';
import type { InSegment } from '@postroad/core/conditions/condition';
import { evaluate } from '@postroad/core/conditions/evaluate';
import { factKey } from '@postroad/core/conditions/facts';
import { LeafTypes } from '@postroad/core/conditions/valid-leaf';
import { limits } from '@postroad/core/platform/limits';
import { loadAudience } from '@postroad/store/conditions/audience';
import { loadSegments } from '@postroad/store/conditions/nested-segments';
import { findSegment } from '@postroad/store/conditions/segment';
import {
  findMemberships,
  findTaken,
  forgetMembers,
  listWatched,
  lockExisting,
  lockSegmentWatch,
  type Membership,
  noteSwept,
  peopleToRecheck,
  peopleToSweep,
  type SegmentCheck,
  takeSegmentChecks,
  tryLockSegmentWatch,
  unwatchSegments,
  type WatchedPerson,
  type WatchedSegment,
  watchSegment,
  writeMemberships,
} from '@postroad/store/flows/segment-watch';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { RestoredWindow } from '@postroad/store/queue/restored';
import { type ConditionDeps, conditionFactsOf } from '../../conditions/condition-facts.ts';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import type { FlowDeps, LiveFlow } from '../live-flows.ts';
import { refuseTimedStarts, startTimedRuns, type TimedStart } from './start-timed-runs.ts';

/** The parts of the service that triggers of segments need. */
export type SegmentDeps = TransactionDeps &
  FlowDeps &
  ConditionDeps & { restored: RestoredWindow | null };

/**
 * One round: compares people who changed, people whom time alone may have moved, and a part of those
 * of a segment whose members were just taken, with what is kept of them, and starts flows for who
 * entered or left. Costs the people that are compared, and for each kind of fact one query. One process
 * at a time does it. Answers how many people were compared or forgotten; null where another process is
 * at it.
 */
export async function compareSegments(deps: SegmentDeps): Promise<number | null> {
  const clock = { testClock: deps.config.testClock };
  return await transaction(deps.database, clock, async (tx) => {
    if (!(await tryLockSegmentWatch(tx))) return null;
    const watched = await keepWatch(tx, deps);
    const forgotten = await forgetMembers(tx, limits.segmentPeopleForgottenAtOnce);
    const batch = limits.segmentCheckPeople;
    const changed = await takeSegmentChecks(tx, batch);
    if (watched.length === 0) return forgotten + changed.length;
    const due = await peopleToRecheck(tx, batch);
    const chains = new Map(changed.map(({ person_id, chain }) => [person_id, chain]));
    const people = [...new Set([...chains.keys(), ...due])].map((person_id): SegmentCheck => {
      return { person_id, chain: chains.get(person_id) ?? 0 };
    });
    await compare(tx, deps, watched, people, { sweeping: false });
    return forgotten + changed.length + due.length + (await sweep(tx, deps, watched));
  });
}

/** Watches the segments of the flows that people may be in, and no others. */
async function keepWatch(tx: Tx, deps: SegmentDeps): Promise<WatchedSegment[]> {
  const named = new Set((await segmentFlows(tx, deps)).map(({ segment }) => segment.segment));
  const watched = await listWatched(tx);
  const [kept, idle] = [
    watched.filter(({ key }) => named.has(key)),
    watched.filter(({ key }) => !named.has(key)),
  ];
  if (idle.length > 0) {
    await unwatchSegments(
      tx,
      idle.map(({ segment_id }) => segment_id),
    );
  }
  const missing = [...named].filter((key) => !kept.some((one) => one.key === key));
  for (const key of missing) await takeMembers(tx, key);
  return missing.length === 0 ? kept : await listWatched(tx);
}

type SegmentFlow = LiveFlow & { segment: NonNullable<LiveFlow['segment']> };

async function segmentFlows(tx: Tx, deps: FlowDeps): Promise<SegmentFlow[]> {
  const { byId, paused } = await deps.liveFlows.running(tx);
  return [...byId.values(), ...paused].filter((flow): flow is SegmentFlow => flow.segment !== null);
}

async function takeMembers(tx: Tx, key: string): Promise<void> {
  const segment = await findSegment(tx, key);
  if (segment !== null)
    await watchSegment(tx, segment.id, await loadAudience(tx, segment.definition));
}

/** Takes the members of a segment that is not watched yet; in the transaction that activates a flow. */
export async function beginWatch(tx: Tx, key: string): Promise<void> {
  await lockSegmentWatch(tx);
  const watched = await listWatched(tx);
  if (!watched.some((one) => one.key === key)) await takeMembers(tx, key);
}

/**
 * Takes the members of watched segments again that an edit changes, directly or through segments that
 * they name: an edit makes nobody enter or leave.
 */
export async function watchAnew(
  tx: Tx,
  segments: readonly { id: number; key: string }[],
): Promise<void> {
  if (segments.length === 0 || (await listWatched(tx)).length === 0) return;
  await lockSegmentWatch(tx);
  for (const { key } of await listWatched(tx)) {
    const reached = await loadSegments(tx, [inSegment(key)]);
    const isChanged = segments.some((one) =>
      [one.key, one.id].some((segment) => reached.has(factKey({ kind: 'segment', segment }))),
    );
    if (isChanged) await takeMembers(tx, key);
  }
}

function inSegment(segment: string): InSegment {
  return { type: 'in_segment', segment };
}

/** The next people of a segment whose members were taken, to compare them for the first time. */
async function sweep(
  tx: Tx,
  deps: SegmentDeps,
  watched: readonly WatchedSegment[],
): Promise<number> {
  const segment = watched.find((one) => one.after_person_id < one.last_person_id);
  if (segment === undefined) return 0;
  const limit = limits.segmentCheckPeople;
  const ids = await peopleToSweep(tx, segment, limit);
  const people = ids.map((person_id) => ({ person_id, chain: 0 }));
  await compare(tx, deps, [segment], people, { sweeping: true });
  const through = ids.length < limit ? segment.last_person_id : (ids.at(-1) ?? 0);
  await noteSwept(tx, segment, through);
  return Math.max(1, ids.length);
}

/** Somebody who entered or left a segment. */
interface Move extends SegmentCheck {
  key: string;
  on: 'enters' | 'leaves';
}

/**
 * Compares these people with the segments, keeps what is so now, and starts flows for who moved. Until
 * the round has reached somebody (`sweeping`), the members that were taken have the person too.
 */
async function compare(
  tx: Tx,
  deps: SegmentDeps,
  watched: readonly WatchedSegment[],
  people: readonly SegmentCheck[],
  { sweeping }: { sweeping: boolean },
): Promise<void> {
  if (people.length === 0) return;
  const there = await lockExisting(
    tx,
    people.map(({ person_id }) => person_id),
  );
  const conditions = watched.map(({ key }) => inSegment(key));
  const facts = await conditionFactsOf(tx, deps, conditions, [...there]);
  const rows = await findMemberships(tx, [...there]);
  const held = new Map(rows.map((one) => [pairOf(one), one] as const));
  const taken = new Set((await findTaken(tx, [...there])).map(pairOf));
  const types = new LeafTypes();
  const [kept, gone, moves]: [Membership[], WatchedPerson[], Move[]] = [[], [], []];
  for (const { person_id, chain } of people) {
    if (!there.has(person_id)) continue;
    const known = facts.of(person_id);
    for (const { segment_id, key, taking } of watched) {
      const condition = inSegment(key);
      const inside = evaluate(condition, known, tx.now, types).result;
      const recheckAt = changesAt(condition, known, tx.now, types);
      const now: Membership = { segment_id, person_id, inside, recheck_at: recheckAt, taking };
      const row = held.get(pairOf(now));
      const isTaken = taken.has(pairOf(now));
      const wasInside = row?.taking === taking ? row.inside : isTaken;
      if (inside !== wasInside) {
        moves.push({ person_id, chain, key, on: inside ? 'enters' : 'leaves' });
      }
      // Those outside whom time does not move have no row, unless they are still among those taken.
      const hasRow = inside || recheckAt !== null || (isTaken && !sweeping);
      if (hasRow && !isSame(row, now)) kept.push(now);
      if (!hasRow && row) gone.push(now);
    }
  }
  await writeMemberships(tx, kept, gone);
  await startMoved(tx, deps, moves);
}

function isSame(row: Membership | undefined, now: Membership): boolean {
  return (
    row?.taking === now.taking &&
    row.inside === now.inside &&
    row.recheck_at?.getTime() === now.recheck_at?.getTime()
  );
}

function pairOf({ segment_id, person_id }: WatchedPerson): string {
  return `${segment_id} ${person_id}`;
}

/** Starts the flows of those who entered or left; those that are paused refuse them, as they do events. */
async function startMoved(tx: Tx, deps: SegmentDeps, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  for (const { id, once, live, segment } of await segmentFlows(tx, deps)) {
    const fired = moves
      .filter(({ key, on }) => key === segment.segment && on === segment.on)
      .map(({ person_id, chain }): TimedStart => ({ person_id, at: tx.now, chain }));
    if (live) await startTimedRuns(tx, { id, once }, fired, deps);
    else refuseTimedStarts(tx, id, fired);
  }
}
