import { limits } from '@postroad/core/platform/limits';
import { indexFor } from '@postroad/core/sending/tracking/kept-hits';
import {
  type Hit,
  judgeHits,
  type Verdict,
  verdictRules,
} from '@postroad/core/sending/tracking/verdict';
import { lockPeople } from '@postroad/store/people/person';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { type AuthoredLink, countFacts, type MailFact } from '@postroad/store/queue/figures';
import {
  findTrackedSends,
  type HitRow,
  listHitSends,
  readHits,
  readJudging,
  recountEngagements,
  type TrackedSend,
  writeHits,
  writeJudging,
} from '@postroad/store/sending/tracking-hit';
import { changedAbout } from '../../flows/goals/changed-about.ts';
import type { FlowDeps } from '../../flows/live-flows.ts';
import { changedBy } from '../../flows/run-wakeups.ts';
import type { Counters } from '../../platform/counters.ts';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import { announceMail } from '../../queue/announce-mail.ts';
import { countMail } from '../../queue/count-mail.ts';
import { factsBetween, firstActs } from './first-acts.ts';
import type { HitBuffer, PendingHit } from './hit-buffer.ts';

/** A request with its mail. */
export interface NewHit extends KeptHit {
  sendId: number;
}

interface KeptHit extends Hit {
  /** The clicked link as its author wrote it, where that is known. */
  authored: AuthoredLink | null;
}

function bySend<T>(entries: readonly T[], sendOf: (entry: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const entry of entries) {
    const group = groups.get(sendOf(entry));
    if (group) group.push(entry);
    else groups.set(sendOf(entry), [entry]);
  }
  return groups;
}

function authoredBy({ link_set, link_number }: HitRow): AuthoredLink | null {
  return link_set === null || link_number === null ? null : { set: link_set, number: link_number };
}

function hitOf(row: HitRow): KeptHit {
  return {
    authored: authoredBy(row),
    kind: row.kind,
    link: row.link,
    at: row.occurred_at.getTime(),
    head: row.head,
    prefetch: row.prefetch,
    userAgent: row.user_agent,
    provider: row.provider,
  };
}

function rowOf(sendId: number, number: number, hit: KeptHit, verdict: Verdict): HitRow {
  return {
    send_id: sendId,
    number,
    kind: hit.kind,
    link: hit.link,
    link_set: hit.authored?.set ?? null,
    link_number: hit.authored?.number ?? null,
    occurred_at: new Date(hit.at),
    head: hit.head,
    prefetch: hit.prefetch,
    provider: hit.provider,
    user_agent: hit.userAgent,
    verdict,
  };
}

/**
 * The rows to write for one mail: the new requests, and earlier ones whose verdict they change. With
 * what they change of its figures.
 */
function judged(
  send: TrackedSend,
  held: readonly HitRow[],
  fresh: readonly KeptHit[],
): { rows: HitRow[]; facts: MailFact[] } {
  const sentAt = send.sent_at?.getTime() ?? null;
  const hits = held.map(hitOf);
  const changed = new Set<number>();
  for (const hit of fresh) {
    const index = indexFor(hits, hit, sentAt);
    if (index === null) continue;
    hits[index] = hit;
    changed.add(index);
  }
  const verdicts = judgeHits(hits, sentAt);
  const rows = hits.flatMap((hit, number) => {
    const verdict = verdicts[number] ?? 'human';
    const stays = !changed.has(number) && held[number]?.verdict === verdict;
    return stays ? [] : [rowOf(send.id, number, hit, verdict)];
  });
  const before = firstActs(
    held.map(hitOf),
    held.map(({ verdict }) => verdict),
  );
  return { rows, facts: factsBetween(send.id, before, firstActs(hits, verdicts)) };
}

/** Announces the first open and the first click of each mail, each once. */
function announceActs(tx: Tx, sends: readonly TrackedSend[], facts: readonly MailFact[]): void {
  const ofMail = facts.filter(({ link }) => link === null);
  const before = new Set(
    ofMail.filter(({ count }) => count === -1).map(({ send_id, figure }) => `${figure} ${send_id}`),
  );
  const bySend = new Map(sends.map((send) => [send.id, send]));
  for (const { send_id, figure, at, count } of ofMail) {
    const send = bySend.get(send_id);
    if (count === -1 || send === undefined || before.has(`${figure} ${send_id}`)) continue;
    if (figure !== 'opened' && figure !== 'clicked') continue;
    announceMail(tx, figure, [{ ...send, about: { [`${figure}_at`]: at.toISOString() } }]);
  }
}

/**
 * Judges all requests of these mails together with the new ones; counts and wakes where a verdict
 * changes.
 */
async function judgeSends(
  tx: Tx,
  deps: FlowDeps,
  ids: number[],
  came: ReadonlyMap<number, NewHit[]>,
): Promise<void> {
  const found = await findTrackedSends(tx, ids);
  // In the order of every writer: people before rows that refer to them.
  const there = await lockPeople(tx, [...new Set(found.map(({ person_id }) => person_id))]);
  const sends = found.filter(({ person_id }) => there.has(person_id));
  const kept = await readHits(
    tx,
    sends.map(({ id }) => id),
  );
  const held = bySend(kept, ({ send_id }) => send_id);
  const all = sends.map((send) => judged(send, held.get(send.id) ?? [], came.get(send.id) ?? []));
  const rows = all.flatMap((one) => one.rows);
  await writeHits(tx, rows);
  await countFacts(
    tx,
    all.flatMap(({ facts }) => facts),
  );
  announceActs(
    tx,
    sends,
    all.flatMap(({ facts }) => facts),
  );
  const touched = new Set(rows.map(({ send_id }) => send_id));
  const again = sends.filter(({ id }) => touched.has(id));
  countMail(tx, again);
  const changed = await recountEngagements(tx, again);
  if (changed.length === 0) return;
  changedAbout(
    tx,
    await deps.liveFlows.running(tx),
    ['engaged'],
    [...new Set(changed)].map((id) => changedBy(id, undefined)),
  );
}

/** Stores requests with their verdicts, and which people opened and clicked by them (EVENT-21). */
export async function keepHits(tx: Tx, deps: FlowDeps, hits: readonly NewHit[]): Promise<void> {
  if (hits.length === 0) return;
  const came = bySend(hits, ({ sendId }) => sendId);
  await judgeSends(tx, deps, [...came.keys()], came);
}

/**
 * The time of the request by the clock of the transaction; the test clock does not move meanwhile.
 */
function timeOf(tx: Tx, { testClock }: TransactionDeps['config'], { heardAt }: PendingHit): number {
  return tx.now.getTime() - (testClock ? 0 : Math.max(0, performance.now() - heardAt));
}

/** The parts of the service that writing opens and clicks needs. */
export interface FlushDeps extends TransactionDeps, FlowDeps {
  /** Opens and clicks that are not yet in the database. */
  hits: HitBuffer;
  counters: Counters;
}

/**
 * Writes the requests that this process received, and answers how many. If that fails, they are kept for
 * the next time.
 */
export async function flushHits(deps: FlushDeps): Promise<number> {
  let written = 0;
  const rest = [...bySend(deps.hits.take(), ({ sendId }) => sendId).values()];
  while (rest.length > 0) {
    const batch = rest.splice(0, limits.trackingSendsAtOnce).flat();
    try {
      await transaction(deps.database, { testClock: deps.config.testClock }, (tx) =>
        keepHits(
          tx,
          deps,
          batch.map((hit) => ({ ...hit, at: timeOf(tx, deps.config, hit) })),
        ),
      );
    } catch (error) {
      deps.hits.giveBack([...batch, ...rest.flat()]);
      throw error;
    }
    deps.counters.add('opens_and_clicks', batch.length);
    written += batch.length;
  }
  return written;
}

/** Judges the hits again that older rules have judged; true if there are more. */
export async function rejudgeHits(deps: TransactionDeps & FlowDeps): Promise<boolean> {
  return await transaction(deps.database, { testClock: deps.config.testClock }, async (tx) => {
    const judging = await readJudging(tx, verdictRules);
    if (judging === null) return false;
    const limit = limits.trackingSendsAtOnce;
    const ids = await listHitSends(tx, { after: judging.afterSend, limit });
    await judgeSends(tx, deps, ids, new Map());
    await writeJudging(tx, verdictRules, ids.at(-1) ?? null);
    return ids.length > 0;
  });
}
