import type { Fragment } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';
import { withoutPrepare } from '../platform/unprepared.ts';
import type { PersonRow } from './person.ts';

/** The highest person id; work that passes through everybody ends with it. */
export async function lastPersonId({ sql }: Tx): Promise<number> {
  const [row] = await sql<[{ last: number }]>`
    select coalesce(max(id), 0)::bigint as last from people`;
  return row.last;
}

/**
 * The people whom a condition means among the next `looked` people in order of id, so that a batch
 * costs the same whatever the condition. `through` is the last id examined, null at the end.
 */
export async function exportBatch(
  { sql }: Tx,
  holds: Fragment,
  { after, last, looked }: { after: number; last: number; looked: number },
): Promise<{ rows: PersonRow[]; through: number | null }> {
  const [edge] = await sql<{ id: number }[]>`
    select id from people where id > ${after} and id <= ${last}
    order by id offset ${looked - 1} limit 1`;
  const rows = await withoutPrepare(sql<PersonRow[]>`
    select p.* from (
      select * from people where id > ${after} and id <= ${edge?.id ?? last} order by id limit ${looked}
    ) p
    where ${holds} order by p.id`);
  return { rows, through: edge?.id ?? null };
}
