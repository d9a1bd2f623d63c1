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

/** The parts of the service that looking through an audience takes. */
export interface AudienceDeps {
  database: Pick<Database, 'kind'>;
}

/** Whom the segment with this key or id means. Throws a 404 where there is none. */
export type AudienceNamed = (tx: Tx, segment: string) => Promise<Audience>;

/** How long something took, in milliseconds to two decimals. */
function since(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100;
}

/** How many people a condition means, null where `ms` did not suffice, and how long counting took. */
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

/** How people of a range of ids are counted, and how the counts of two ranges come together. */
export interface Counting<Counts> {
  none: Counts;
  count(range: IdRange): Promise<Counts>;
  add(one: Counts, other: Counts): Counts;
}

/** Counts everybody; null where `ms` did not suffice. */
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

/** For a database that cannot end a statement: the clock is looked at between windows of people. */
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
 * Up to `limit` people newest first, below `before`. They are looked for in windows of people that
 * grow, so that a page costs little where many are meant and has an end where nobody is.
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

/** What a search for people of a segment finds. Throws a 503 where one of its statements took too long. */
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
