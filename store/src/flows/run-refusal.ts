import type { Code } from '../platform/codes.ts';
import type { Statement, Tx } from '../platform/transaction.ts';

export type RefusalReason = Code<'trigger_refusals.reason'>;

/** A trigger that fired for a person but started no run. */
export interface RefusedStart {
  flow_id: number;
  person_id: number;
  /** Null where no event fires the trigger. */
  event_id: number | null;
  paused: boolean;
}

/**
 * Records why triggers started no run, in one row for each person, flow and reason: the last event
 * and the count. Send it along with the commit, after the runs of the same events were started.
 */
export function recordRefusals({ sql, now }: Tx, refused: readonly RefusedStart[]): Statement {
  return sql`
    insert into trigger_refusals (person_id, flow_id, reason, event_id, refused_at, count)
    select person_id, flow_id, reason, max(event_id), ${now}, count(*)
    from (
      select w.*, case when w.paused = 1 then 'paused' when exists (
          select from runs r where r.flow_id = w.flow_id and r.person_id = w.person_id
            and r.ended_at is null) then 'inside' else 'ran_before' end as reason
      from unnest(
        ${refused.map((start) => start.flow_id)}::bigint[],
        ${refused.map((start) => start.person_id)}::bigint[],
        ${refused.map((start) => start.event_id)}::bigint[],
        ${refused.map((start) => (start.paused ? 1 : 0))}::int[]
      ) as w (flow_id, person_id, event_id, paused)
    ) wanted
    group by person_id, flow_id, reason
    order by person_id, flow_id, reason
    on conflict (person_id, flow_id, reason) do update set event_id = excluded.event_id,
      refused_at = excluded.refused_at, count = trigger_refusals.count + excluded.count`;
}

export interface RunRefusalRow {
  flow_id: number;
  flow_key: string;
  flow_name: string;
  reason: RefusalReason;
  /** How often it started no run for this reason. */
  count: number;
  /** Id of the last event; null where no event fires the trigger. */
  event_id: number | null;
  refused_at: Date;
}

/** Why events of a person started no run, newest first, optionally of one flow. */
export async function listRunRefusals(
  { sql }: Tx,
  query: { personId: number; flowId?: number | null; limit: number },
): Promise<RunRefusalRow[]> {
  const { personId, flowId = null, limit } = query;
  return await sql<RunRefusalRow[]>`
    select t.flow_id, f.key as flow_key, f.name as flow_name, t.reason, t.count,
      t.event_id, t.refused_at
    from trigger_refusals t join flows f on f.id = t.flow_id
    where t.person_id = ${personId} and (${flowId}::bigint is null or t.flow_id = ${flowId}::bigint)
    order by t.refused_at desc, t.event_id desc nulls last limit ${limit}`;
}
