import type { Tx } from '../platform/transaction.ts';
import { type Audience, idsOfAudience } from './audience.ts';
import type { PersonRow } from './person.ts';

/** The people to export; a null member does not filter. */
export interface ExportFilter {
  /** Prefix of an address or a name, in any case. */
  q: string | null;
  tagId: number | null;
  /** The audience of a segment. */
  audience: Audience | null;
}

/** The highest person id; an export ends with it. */
export async function lastPersonId({ sql }: Tx): Promise<number> {
  const [row] = await sql<[{ last: number }]>`
    select coalesce(max(id), 0)::bigint as last from people`;
  return row.last;
}

/** Sorts after every character that can follow the prefix. */
const last = '\u{10ffff}';

/**
 * The matching people among the next `looked` people in order of id, so that a batch costs the same
 * whatever the filter. `through` is the last id examined, null at the end.
 */
export async function exportBatch(
  tx: Tx,
  filter: ExportFilter,
  range: { after: number; last: number; looked: number },
): Promise<{ rows: PersonRow[]; through: number | null }> {
  const { sql } = tx;
  const { q, tagId, audience } = filter;
  const end = q === null ? null : q + last;
  const rows = await sql<(PersonRow & { matches: boolean })[]>`
    select *, (${tagId}::int is null or tag_ids @> array[${tagId}::int])
      and (${q}::text is null
        or (email >= lower(${q}) and email < lower(${end}))
        or (lower(first_name) collate "C" >= lower(${q}) and lower(first_name) collate "C" < lower(${end}))
        or (lower(last_name) collate "C" >= lower(${q}) and lower(last_name) collate "C" < lower(${end})))
      is true as matches
    from people where id > ${range.after} and id <= ${range.last}
    order by id limit ${range.looked}`;
  const lookedAt = rows.at(-1)?.id ?? range.after;
  const through = rows.length < range.looked ? null : lookedAt;
  const found = rows.filter(({ matches }) => matches);
  if (audience === null || found.length === 0) return { rows: found, through };
  const meant = await idsOfAudience(tx, audience, { after: range.after, through: lookedAt });
  const ids = new Set(meant);
  return { rows: found.filter(({ id }) => ids.has(id)), through };
}
