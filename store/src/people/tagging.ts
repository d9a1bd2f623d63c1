import type { Code } from '../platform/codes.ts';
import type { Fragment } from '../platform/fragment.ts';
import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';
import { withoutPrepare } from '../platform/unprepared.ts';

export type TaggingStatus = Code<'taggings.status'>;

export interface TaggingRow {
  id: number;
  status: TaggingStatus;
  add_tags: string[];
  remove_tags: string[];
  /** The filters of the list of people; what found an erased person reads `(erased)`. */
  filter: Record<string, unknown>;
  /** People up to this id have been examined. */
  after_id: number;
  /** The highest id when the tagging began. */
  last_id: number;
  people: number;
  changed: number;
  reason: string | null;
  created_at: Date;
  finished_at: Date | null;
}

export async function insertTagging(
  { sql, now }: Tx,
  wanted: Pick<TaggingRow, 'add_tags' | 'remove_tags' | 'filter' | 'last_id'>,
): Promise<TaggingRow> {
  const [row] = await sql<[TaggingRow]>`
    insert into taggings (add_tags, remove_tags, filter, last_id, created_at)
    values (${wanted.add_tags}, ${wanted.remove_tags},
      ${JSON.stringify(wanted.filter)}::text::jsonb, ${wanted.last_id}, ${now})
    returning *`;
  return row;
}

export async function findTagging({ sql }: Tx, id: number): Promise<TaggingRow | null> {
  const [row] = await sql<TaggingRow[]>`select * from taggings where id = ${id}`;
  return row ?? null;
}

export async function listTaggings(tx: Tx, page: IdPage): Promise<TaggingRow[]> {
  const { behind, order } = idPage(tx, page);
  return await tx.sql<TaggingRow[]>`select * from taggings where true ${behind} ${order}`;
}

/** Claims the oldest tagging, or the given one, that no other process works on. */
export async function claimTagging({ sql }: Tx, id: number | null): Promise<TaggingRow | null> {
  const [row] = await sql<TaggingRow[]>`
    select * from taggings
    where status = 'working' and (${id}::bigint is null or id = ${id})
    order by id limit 1 for update skip locked`;
  return row ?? null;
}

/**
 * The ids of the next people whom a condition means, at most `most` of the next `looked` people.
 * `through` is the last id examined, null at the end.
 */
export async function nextOfTagging(
  { sql }: Tx,
  holds: Fragment,
  { after_id, last_id }: Pick<TaggingRow, 'after_id' | 'last_id'>,
  { looked, most }: { looked: number; most: number },
): Promise<{ ids: number[]; through: number | null }> {
  const [edge] = await sql<{ id: number }[]>`
    select id from people where id > ${after_id} and id <= ${last_id}
    order by id offset ${looked - 1} limit 1`;
  const rows = await withoutPrepare(sql<{ id: number }[]>`
    select p.id from (
      select * from people where id > ${after_id} and id <= ${edge?.id ?? last_id}
      order by id limit ${looked}
    ) p
    where ${holds} order by p.id limit ${most}`);
  const ids = rows.map(({ id }) => id);
  const full = ids.length === most ? ids.at(-1) : undefined;
  return { ids, through: full ?? edge?.id ?? null };
}

/** The filter without what identifies an erased person. */
const withoutNames = (sql: Tx['sql']) => sql`
  filter || (
    select coalesce(jsonb_object_agg(name, '(erased)'), '{}')
    from unnest(array['q', 'external_id']) as name where filter ? name)`;

/** What the filter of a tagging that ends becomes. */
const filterAtEnd = (sql: Tx['sql']) =>
  sql`case when filter_expires then ${withoutNames(sql)} else filter end`;

/**
 * Forgets what taggings searched for and found a person by who is about to be erased; what is being
 * worked on needs it until its end. Waits for batches, which lock people behind their tagging, so it
 * comes before the person is locked.
 */
export async function forgetFiltersOf({ sql }: Tx, personId: number): Promise<void> {
  await sql`
    update taggings set filter_expires = status = 'working',
      filter = case status when 'working' then filter else ${withoutNames(sql)} end
    where id = any(array(
      select t.id from taggings t, people p
      where p.id = ${personId} and (
        t.filter ->> 'external_id' = p.external_id
        or exists (
          select from unnest(search_forms(t.filter ->> 'q')) as form
          where strpos(search_terms(p.email, p.first_name, p.last_name), form) > 0))
      order by t.id for update of t))`;
}

/** Writes down that a batch is done; `through` is null after the last one, which ends the tagging. */
export async function settleTaggingBatch(
  { sql, now }: Tx,
  id: number,
  { through, people, changed }: { through: number | null; people: number; changed: number },
): Promise<void> {
  await sql`
    update taggings set people = people + ${people}, changed = changed + ${changed},
      after_id = coalesce(${through}::bigint, last_id),
      status = case when ${through}::bigint is null then 'done' else status end,
      filter = case when ${through}::bigint is null then ${filterAtEnd(sql)} else filter end,
      finished_at = case when ${through}::bigint is null then ${now}::timestamptz end
    where id = ${id}`;
}

/** Ends a tagging; null if it had ended already. */
export async function endTagging(
  { sql, now }: Tx,
  id: number,
  status: 'failed' | 'canceled',
  reason: string | null = null,
): Promise<TaggingRow | null> {
  const [row] = await sql<TaggingRow[]>`
    update taggings set status = ${status}, reason = ${reason}, finished_at = ${now},
      filter = ${filterAtEnd(sql)}
    where id = ${id} and status = 'working' returning *`;
  return row ?? null;
}

/** Deletes taggings that ended before an instant. */
export async function forgetTaggings({ sql }: Tx, before: Date): Promise<void> {
  await sql`delete from taggings where finished_at < ${before}`;
}
