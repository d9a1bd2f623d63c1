import type { Sql } from '../platform/connection/database.ts';
import { type Fragment, joined } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';
import type { Audience } from './audience.ts';

/** Whether and why somebody gets no mail. */
export type Suppression = 'unsubscribed' | 'bounced' | 'complained' | 'any' | 'none';

/** A text that is searched for, in each of its forms. */
export interface SearchText {
  /** Patterns for `like`, of which a person matches one. */
  patterns: string[];
  /** What the index finds the forms by; null where a form is too short for the index. */
  grams: string[][] | null;
}

/** Which people are meant; a null member does not filter. */
export interface PeopleFilter {
  search: SearchText | null;
  tagId: number | null;
  externalId: string | null;
  /** The audience of a segment. */
  audience: Audience | null;
  suppression: Suppression | null;
  /** Since is inclusive, until exclusive. */
  createdSince: Date | null;
  createdUntil: Date | null;
  updatedSince: Date | null;
  updatedUntil: Date | null;
}

/** Reads what somebody searches for; null for a blank, and for what the search compares as one. */
export async function readSearch({ sql }: Tx, q: string | undefined): Promise<SearchText | null> {
  const text = q?.trim();
  if (!text) return null;
  const rows = await sql<{ form: string; grams: string[] }[]>`
    select form, search_grams(form) as grams from unnest(search_forms(${text})) form`;
  if (rows.every(({ form }) => form.trim() === '')) return null;
  const patterns = rows.map(({ form }) => `%${form.replace(/[\\%_]/g, '\\$&')}%`);
  const grams = rows.map((row) => row.grams);
  return { patterns, grams: grams.every((of) => of.length > 0) ? grams : null };
}

const suppressedBy = {
  unsubscribed: 'unsubscribed_at',
  bounced: 'hard_bounced_at',
  complained: 'complained_at',
} as const;

/** The times by which somebody is suppressed in this way; null where nobody is. */
function marksOf(suppression: Suppression): (typeof suppressedBy)[keyof typeof suppressedBy][] {
  if (suppression === 'any' || suppression === 'none') return Object.values(suppressedBy);
  return [suppressedBy[suppression]];
}

function suppressionHolds(sql: Sql, suppression: Suppression): Fragment {
  const marks = marksOf(suppression).map((mark) => sql`p.${sql(mark)} is not null`);
  const some = joined(sql, 'or', marks);
  return suppression === 'none' ? sql`not (${some})` : some;
}

/** True or false over a row `p` of people, as the condition of an audience is. */
export function filterHolds(sql: Sql, filter: PeopleFilter): Fragment {
  const parts: Fragment[] = [];
  const { search, tagId, externalId, audience, suppression } = filter;
  const { createdSince, createdUntil, updatedSince, updatedUntil } = filter;
  if (externalId !== null) parts.push(sql`p.external_id = ${externalId}`);
  if (tagId !== null) parts.push(sql`p.tag_ids @> array[${tagId}::int]`);
  if (suppression !== null) parts.push(suppressionHolds(sql, suppression));
  if (createdSince !== null) parts.push(sql`p.created_at >= ${createdSince}`);
  if (createdUntil !== null) parts.push(sql`p.created_at < ${createdUntil}`);
  if (updatedSince !== null) parts.push(sql`p.updated_at >= ${updatedSince}`);
  if (updatedUntil !== null) parts.push(sql`p.updated_at < ${updatedUntil}`);
  // As a value and not a join, so that no plan reads the texts of everybody.
  if (search !== null) {
    parts.push(sql`(select s.terms from people_search s where s.person_id = p.id)
      like any(${search.patterns}::text[])`);
  }
  if (audience !== null) parts.push(sql`(${audience.holds})`);
  return joined(sql, 'and', parts);
}

/** Whether a filter filters nobody. */
export function meansEverybody(filter: PeopleFilter): boolean {
  return Object.values(filter).every((member) => member === null);
}

/**
 * The queries that find the people of one part of the filter by an index, the part that most likely
 * means few first.
 */
export function indexedParts({ sql }: Tx, filter: PeopleFilter, limit: number): Fragment[] {
  const { search, tagId, externalId, suppression, createdSince, createdUntil } = filter;
  const parts: Fragment[] = [];
  if (externalId !== null) parts.push(sql`select id from people where external_id = ${externalId}`);
  if (search?.grams) {
    const forms = search.grams.map((grams) => sql`search_grams(terms) @> ${grams}::text[]`);
    parts.push(sql`
      select person_id as id from people_search
      where (${joined(sql, 'or', forms)}) and terms like any(${search.patterns}::text[])
      limit ${limit}`);
  }
  if (tagId !== null) {
    parts.push(sql`select id from people where tag_ids @> array[${tagId}::int] limit ${limit}`);
  }
  if (suppression !== null && suppression !== 'none') {
    const [first = sql``, ...others] = marksOf(suppression).map(
      (mark) =>
        sql`(select id from people where ${sql(mark)} is not null order by id desc limit ${limit})`,
    );
    parts.push(others.reduce((all, one) => sql`${all} union all ${one}`, first));
  }
  if (createdSince !== null || createdUntil !== null) {
    const since = createdSince === null ? sql`` : sql`and created_at >= ${createdSince}`;
    const until = createdUntil === null ? sql`` : sql`and created_at < ${createdUntil}`;
    parts.push(sql`
      select id from people where true ${since} ${until} order by created_at, id limit ${limit}`);
  }
  return parts;
}
