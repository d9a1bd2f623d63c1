import type { OperationInput } from '@postroad/core/catalog/catalog';
import { encodeCursor } from '@postroad/core/platform/cursor';
import { limits } from '@postroad/core/platform/limits';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import { everybody, windowBelow } from '@postroad/store/people/audience';
import {
  filterHolds,
  indexedParts,
  meansEverybody,
  type PeopleFilter,
  readSearch,
} from '@postroad/store/people/person-filter';
import {
  countAmong,
  countPeople,
  type FoundPeople,
  idsWithin,
  type PeoplePage,
  peopleAmong,
  walkPeople,
} from '@postroad/store/people/person-search';
import type { Fragment } from '@postroad/store/platform/fragment';
import type { Tx } from '@postroad/store/platform/transaction';
import { TookTooLong, withinTime } from '@postroad/store/platform/within-time';
import { type AccountTime, clockFor } from '../platform/account-clock.ts';
import {
  type AudienceDeps,
  type AudienceNamed,
  audiencePage,
  searchingWithin,
} from './audience.ts';
import type { TagNames } from './tag-names.ts';

/** The parts of the service that finding people needs. */
export interface FilterDeps extends AudienceDeps, AccountTime {
  tagNames: TagNames;
  /** Resolves segments, which the people room does not know. */
  audienceNamed: AudienceNamed;
}

/** The filters of the list of people, as every operation takes them that means people. */
export type FilterInput = Pick<
  OperationInput<'list_people'>,
  | 'q'
  | 'tag'
  | 'segment'
  | 'external_id'
  | 'suppression'
  | 'created_since'
  | 'created_until'
  | 'updated_since'
  | 'updated_until'
>;

/** Limits on the cost of a page, however many people there are. */
export interface SearchBounds {
  /** People looked at first: what many match fills the page with them. */
  probed: number;
  /** A filter with at most this many matches is answered from its index. */
  narrowed: number;
  /** How many people to pass over in the order of the page if every filter matches more. */
  passedOver: number;
  /** As `narrowed`, used if those people do not fill the page. */
  narrowedLate: number;
  /** How many of the people of an index are read at first for a page by id. */
  readFirst: number;
}

const usualBounds: SearchBounds = {
  probed: limits.peopleProbed,
  narrowed: limits.peopleNarrowed,
  passedOver: limits.peoplePassedOver,
  narrowedLate: limits.peopleNarrowedLate,
  readFirst: limits.peopleReadFirst,
};

/** Reads the filters; null where nobody can match, because nobody ever had the tag. Throws a 404. */
export async function readFilter(
  tx: Tx,
  deps: FilterDeps,
  input: FilterInput,
): Promise<PeopleFilter | null> {
  const { created_since, created_until, updated_since, updated_until } = input;
  const times = [created_since, created_until, updated_since, updated_until];
  const clock = await clockFor(tx, deps, times);
  const at = (text: string | undefined) =>
    text === undefined ? null : parseTimestamp(text, clock);
  const tagId = input.tag === undefined ? null : await deps.tagNames.find(tx, input.tag);
  if (input.tag !== undefined && tagId === null) return null;
  return {
    search: await readSearch(tx, input.q),
    tagId,
    externalId: input.external_id?.trim() ?? null,
    audience: input.segment === undefined ? null : await deps.audienceNamed(tx, input.segment),
    suppression: input.suppression ?? null,
    createdSince: at(created_since),
    createdUntil: at(created_until),
    updatedSince: at(updated_since),
    updatedUntil: at(updated_until),
  };
}

/** Whether a segment is the only filter. */
function isSegmentAlone(filter: PeopleFilter): boolean {
  return filter.audience !== null && meansEverybody({ ...filter, audience: null });
}

/**
 * A page of the people whom the filter means. What many match fills the page with the first people
 * that are looked at; what few match is found by an index; else people are passed over in the order
 * of the page, up to a limit. So a page never reads the whole table, and may be short although there
 * is more (FIND-03).
 */
export async function findPeople(
  tx: Tx,
  deps: AudienceDeps,
  filter: PeopleFilter,
  page: PeoplePage,
  bounds: SearchBounds = usualBounds,
): Promise<FoundPeople> {
  if (filter.audience !== null && isSegmentAlone(filter) && page.order === '-id') {
    return await audiencePage(tx, deps, filter.audience, { before: page.after, limit: page.limit });
  }
  const holds = filterHolds(tx.sql, filter);
  const walk = (passedOver: number) =>
    searchingWithin(tx, () => walkPeople(tx, holds, page, passedOver));
  const among = async (ids: number[]) => ({
    rows: await searchingWithin(tx, () => firstAmong(tx, holds, page, ids, bounds)),
    stoppedAt: null,
  });
  if (filter.externalId === null) {
    const first = await walk(bounds.probed);
    if (first.rows.length >= page.limit || first.stoppedAt === null) return first;
  }
  const few = await fewIds(tx, filter, bounds.narrowed);
  if (few !== null) return await among(few);
  const walked = await walk(bounds.passedOver);
  if (walked.stoppedAt === null) return walked;
  const late = await fewIds(tx, filter, bounds.narrowedLate);
  return late === null ? walked : await among(late);
}

/**
 * The people of a page among these. Where the page is by id they are read in its order, in portions that
 * grow, until it is full: most pages are full long before everybody was read.
 */
async function firstAmong(
  tx: Tx,
  holds: Fragment,
  page: PeoplePage,
  ids: readonly number[],
  { readFirst }: SearchBounds,
): Promise<FoundPeople['rows']> {
  const { order, after, limit } = page;
  if (order !== 'id' && order !== '-id') return await peopleAmong(tx, holds, page, ids);
  const sign = order === 'id' ? 1 : -1;
  const left = ids
    .filter((id) => after === null || sign * (id - after) > 0)
    .toSorted((one, other) => sign * (one - other));
  const rows: FoundPeople['rows'] = [];
  for (let from = 0, size = readFirst; from < left.length; from += size, size *= 2) {
    const rest = { ...page, limit: limit - rows.length };
    rows.push(...(await peopleAmong(tx, holds, rest, left.slice(from, from + size))));
    if (rows.length >= limit) break;
  }
  return rows;
}

/** The ids of the first part of the filter that an index shows to mean few; null if none does. */
async function fewIds(tx: Tx, filter: PeopleFilter, most: number): Promise<number[] | null> {
  for (const part of indexedParts(tx, filter, most + 1)) {
    const ids = await withinTime(tx, limits.peopleIndexMs, () => idsWithin(part, most)).catch(
      noneInTime,
    );
    if (ids !== null) return ids;
  }
  return null;
}

function noneInTime(error: unknown): null {
  if (error instanceof TookTooLong) return null;
  throw error;
}

/** The cursor of the next page if a search stopped before its page was full. */
export function furtherFrom({ stoppedAt }: FoundPeople, order = '-id'): string | null {
  return stoppedAt === null ? null : encodeCursor([stoppedAt], order);
}

/** How many people a filter means; `more` where counting stopped before it had seen everybody. */
export interface PeopleCounted {
  people: number;
  more: boolean;
}

/** Limits on the cost of a count: people, milliseconds, and people of a window. */
export interface CountBounds {
  most: number;
  ms: number;
  window: number;
}

const usualCount: CountBounds = {
  most: limits.peopleCounted,
  ms: limits.peopleCountMs,
  window: limits.peopleCountWindow,
};

/**
 * Counts the people whom a filter means: exactly up to a limit where that takes no longer than a
 * limit, else as far as windows of people were counted in that time.
 */
export async function countFiltered(
  tx: Tx,
  { database }: AudienceDeps,
  filter: PeopleFilter,
  bounds: CountBounds = usualCount,
): Promise<PeopleCounted> {
  const { most, ms } = bounds;
  const holds = filterHolds(tx.sql, filter);
  // Counting without the index reads the texts of everybody, one by one.
  const narrowed = filter.search?.grams ? limits.peopleNarrowedLate : limits.peopleNarrowed;
  const few = await fewIds(tx, filter, narrowed);
  if (few !== null) return bounded(await countAmong(tx, holds, few), most);
  if (database.kind === 'server' || meansEverybody(filter)) {
    const whole = () => countPeople(tx, holds, everybody, most + 1);
    const counted = await withinTime(tx, ms, whole).catch(noneInTime);
    if (counted !== null) return bounded(counted, most);
  }
  return await countInWindows(tx, holds, bounds);
}

function bounded(people: number, most: number): PeopleCounted {
  return { people: Math.min(people, most), more: people > most };
}

/** Counts in windows from the newest people on, for as long as there is time. */
async function countInWindows(
  tx: Tx,
  holds: Fragment,
  { most, ms, window }: CountBounds,
): Promise<PeopleCounted> {
  const end = performance.now() + ms;
  let people = 0;
  for (let before: number | null = null; ; ) {
    const after: number | null = await windowBelow(tx, before, window);
    const range = { after, through: before === null ? null : before - 1 };
    const left = Math.max(1, end - performance.now());
    const found = await withinTime(tx, left, () =>
      countPeople(tx, holds, range, most + 1 - people),
    ).catch(noneInTime);
    people += found ?? 0;
    if (people > most) return bounded(people, most);
    if (found !== null && after === null) return { people, more: false };
    if (found === null || after === null || performance.now() > end) return { people, more: true };
    before = after + 1;
  }
}
