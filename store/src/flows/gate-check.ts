import type { Tx } from '../platform/transaction.ts';

/** Notes that the people on these steps of a flow are to be looked at again. */
export async function addGateChecks(
  { sql, now }: Tx,
  flowId: number,
  stepIds: readonly number[],
): Promise<void> {
  await sql`
    insert into gate_checks (flow_id, step_id, created_at)
    select ${flowId}::bigint, step_id, ${now} from unnest(${[...stepIds]}::int[]) as s (step_id)`;
}

/**
 * Makes the next `limit` people of the oldest check due, and ends the check after its last. Answers
 * how many it took; null where there is no check. It locks runs only, so that it can wait for whoever
 * has them without anybody waiting for it in a circle.
 */
export async function workGateCheck({ sql, now }: Tx, limit: number): Promise<number | null> {
  const [check] = await sql<{ id: number; flow_id: number; step_id: number; after_run: number }[]>`
    select id, flow_id, step_id, after_run from gate_checks
    order by id limit 1 for update skip locked`;
  if (!check) return null;
  const rows = await sql<{ id: number }[]>`
    select id from runs
    where flow_id = ${check.flow_id} and step_id = ${check.step_id} and ended_at is null
      and id > ${check.after_run} and status in ('active', 'frozen') and waiting
    order by id limit ${limit} for update`;
  const ids = rows.map((row) => row.id);
  await sql`
    update runs set due_at = least(due_at, ${now}::timestamptz) where id = any(${ids}::bigint[])`;
  if (ids.length < limit) await sql`delete from gate_checks where id = ${check.id}`;
  else await sql`update gate_checks set after_run = ${ids.at(-1) ?? 0} where id = ${check.id}`;
  return ids.length;
}
