import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import {
  type Audience,
  type AudienceCount,
  countAudience,
  everybody,
  type IdRange,
  newestOfAudience,
  windowBelow,
} from '@postroad/store/people/audience';
import type { PersonRow } from '@postroad/store/people/person';
import type { FoundPeople } from '@postroad/store/people/person-search';
import type { Database } from '@postroad/store/platform/connection/database';
import type { Tx } from '@postroad/store/platform/transaction';
import { TookTooLong, withinTime } from '@postroad/store/platform/within-time';

/** The parts of the service that counting and listing an audience needs. */
export interface AudienceDeps {
  database: Pick<Database, 'kind'>;
}

/** The audience of the segment with this key or id. Throws a 404 if there is none. */
export type AudienceNamed = (tx: Tx, segment: string) => Promise<Audience>;

/** Elapsed time in milliseconds, to two decimals. */
function since(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100;
}

/**
 * Number of people who match a condition, null if `ms` was not enough, and the time that counting
 * took.
 */
export async function countWithin(
  tx: Tx,
  deps: AudienceDeps,
  audience: Audience,
  ms: number,
): Promise<{ counted: AudienceCount | null; ms: number }> {
  return await countInTime(tx, deps, ms, {
    none: { people: 0, sendable: 0 },
    count: (range) => countAudience(tx, audience, range),
    add: (one, other) => ({
      people: one.people + other.people,
      sendable: one.sendable + other.sendable,
    }),
  });
}

/** How to count the people in a range of ids, and how to add the counts of two ranges. */
export interface Counting<Counts> {
  none: Counts;
  count(range: IdRange): Promise<Counts>;
  add(one: Counts, other: Counts): Counts;
}

/** Counts all people; null if `ms` was not enough. */
export async function countInTime<Counts>(
  tx: Tx,
  { database }: AudienceDeps,
  ms: number,
  counting: Counting<Counts>,
): Promise<{ counted: Counts | null; ms: number }> {
  const start = performance.now();
  const counted =
    database.kind === 'server'
      ? await withinTime(tx, ms, () => counting.count(everybody)).catch(noneInTime)
      : await countInWindows(tx, counting, start + ms);
  return { counted, ms: since(start) };
}

function noneInTime(error: unknown): null {
  if (error instanceof TookTooLong) return null;
  throw error;
}

/**
 * For a database that cannot end a statement: counts in windows of people and checks the time
 * between them.
 */
async function countInWindows<Counts>(
  tx: Tx,
  { none, count, add }: Counting<Counts>,
  end: number,
): Promise<Counts | null> {
  let total = none;
  for (let before: number | null = null; ; ) {
    const after: number | null = await windowBelow(tx, before, limits.segmentWindowEmbedded);
    const through: number | null = before === null ? null : before - 1;
    total = add(total, await count({ after, through }));
    if (after === null) return total;
    if (performance.now() > end) return null;
    before = after + 1;
  }
}

/**
 * Up to `limit` people, newest first, below `before`. Searches in windows that grow, so that a page
 * costs little if many people match and still ends if nobody does.
 */
export async function audiencePage(
  tx: Tx,
  { database }: AudienceDeps,
  audience: Audience,
  { before, limit }: { before: number | null; limit: number },
): Promise<FoundPeople> {
  const end = performance.now() + limits.segmentPageMs;
  const most = database.kind === 'server' ? limits.segmentWindowMost : limits.segmentWindowEmbedded;
  const rows: PersonRow[] = [];
  let size: number = limits.segmentWindowFirst;
  for (let below = before; ; size = Math.min(size * 10, most)) {
    const after: number | null = await windowBelow(tx, below, size);
    const range = { after, through: below === null ? null : below - 1 };
    const found = await searchingWithin(tx, () =>
      newestOfAudience(tx, audience, range, limit - rows.length),
    );
    rows.push(...found);
    if (rows.length >= limit || after === null) return { rows, stoppedAt: null };
    below = after + 1;
    if (performance.now() > end) return { rows, stoppedAt: below };
  }
}

/** Searches for people in a segment. Throws a 503 if one of the statements took too long. */
export async function searchingWithin<T>(tx: Tx, search: () => Promise<T>): Promise<T> {
  try {
    return await withinTime(tx, limits.segmentSearchMs, search);
  } catch (error) {
    throw error instanceof TookTooLong ? tooSlow() : error;
  }
}

function tooSlow(): Refusal {
  return new Refusal(
    'unavailable',
    `Who is in it could not be found within ${limits.segmentSearchMs / 1_000} s. Make the definition simpler, or try again when the database has less to do.`,
  );
}
