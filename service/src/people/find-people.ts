import { encodeCursor } from '@postroad/core/platform/cursor';
import { limits } from '@postroad/core/platform/limits';
import {
  type FoundPeople,
  type PeopleQuery,
  searchPeople,
} from '@postroad/store/people/person-search';
import type { Tx } from '@postroad/store/platform/transaction';
import { type AudienceDeps, audiencePage, searchingWithin } from './audience.ts';

const bounds = {
  narrowed: limits.peopleNarrowed,
  passedOver: limits.peoplePassedOver,
  narrowedLate: limits.peopleNarrowedLate,
};

/**
 * People matching the filters, newest first. A segment alone is searched among all people; with
 * another filter it narrows the result of that filter.
 */
export async function findPeople(
  tx: Tx,
  deps: AudienceDeps,
  query: PeopleQuery,
): Promise<FoundPeople> {
  const { audience, q, tagId, externalId, before, limit } = query;
  if (audience === null) return await searchPeople(tx, query, bounds);
  if (q === null && tagId === null && externalId === null) {
    return await audiencePage(tx, deps, audience, { before, limit });
  }
  return await searchingWithin(tx, () => searchPeople(tx, query, bounds));
}

/** The cursor of the next page if a search stopped before its page was full. */
export function furtherFrom({ stoppedAt }: FoundPeople): string | null {
  return stoppedAt === null ? null : encodeCursor([stoppedAt], '-id');
}
