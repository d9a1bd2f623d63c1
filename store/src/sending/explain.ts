import type { RunStatus, SendStatus } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';
import { shownHoldReason, shownStatus } from '../queue/send-view.ts';

export interface ExplainedSend {
  id: number;
  status: SendStatus;
  due_at: Date;
  ended_at: Date | null;
  attempts: number;
  reason: string | null;
  broadcast_id: number | null;
  /** Whether retention left only what counts of it, so that nobody can read or retry it. */
  is_past: boolean;
}

/** Sends to one person, live, ended and past, by email, flow or both; newest first. */
export async function explainedSends(
  { sql, now }: Tx,
  query: { personId: number; emailId: number | null; flowId: number | null; limit: number },
): Promise<ExplainedSend[]> {
  const { personId, emailId, flowId, limit } = query;
  const wanted = sql`person_id = ${personId}
    and (${emailId}::bigint is null or email_id = ${emailId})
    and (${flowId}::bigint is null or (source_kind = 'flow' and source_id = ${flowId}))`;
  const ofBroadcast = sql`case when source_kind = 'broadcast' then source_id end`;
  return await sql<ExplainedSend[]>`
    select id, ${shownStatus({ sql, now })} as status, due_at, null::timestamptz as ended_at,
      attempts::int as attempts, coalesce(${shownHoldReason({ sql, now })}, s.last_error) as reason,
      ${ofBroadcast} as broadcast_id, false as is_past
    from sends s where ${wanted}
    union all
    select id, status, due_at, ended_at, attempts::int, reason, ${ofBroadcast}, false
    from send_log where ${wanted}
    union all
    select id, status, ended_at, ended_at, 0, null, ${ofBroadcast}, true
    from past_sends where ${wanted}
    order by id desc limit ${limit}`;
}

export interface ExplainedRun {
  id: number;
  flow_id: number;
  step_id: number | null;
  status: RunStatus;
  started_at: Date;
  ended_at: Date | null;
  due_at: Date | null;
  reason: string | null;
}

/** The person's newest run of each flow. */
export async function newestRuns(
  { sql }: Tx,
  personId: number,
  flowIds: number[],
): Promise<ExplainedRun[]> {
  return await sql<ExplainedRun[]>`
    select distinct on (flow_id) id, flow_id, step_id, status, started_at, ended_at,
      due_at, reason
    from runs where person_id = ${personId} and flow_id = any(${flowIds}::bigint[])
    order by flow_id, id desc`;
}

/** The flows in which the person is; of more than `limit` those that were entered last. */
export async function flowsInside(
  { sql }: Tx,
  query: { personId: number; limit: number },
): Promise<number[]> {
  const rows = await sql<{ flow_id: number }[]>`
    select flow_id from runs where person_id = ${query.personId} and ended_at is null
    group by flow_id order by max(id) desc limit ${query.limit}`;
  return rows.map(({ flow_id }) => flow_id);
}

export interface ExplainedStep {
  run_id: number;
  step_id: number | null;
  outcome: string;
  arm: string | null;
  reason: string | null;
}

export async function stepsOfRuns({ sql }: Tx, runIds: number[]): Promise<ExplainedStep[]> {
  return await sql<ExplainedStep[]>`
    select run_id, step_id, outcome, arm, reason from run_steps
    where run_id = any(${runIds}::bigint[]) order by id`;
}

export interface ExplainedEvent {
  name: string;
  details: Record<string, unknown>;
  historical: boolean;
  recorded_at: Date;
}

/** The names of the person's newest events. */
export async function newestEventNames(
  { sql }: Tx,
  query: { personId: number; limit: number },
): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct t.name from event_types t
    join (
      select type_id from events where person_id = ${query.personId}
      order by occurred_at desc limit ${query.limit}
    ) e on e.type_id = t.id
    order by t.name`;
  return rows.map(({ name }) => name);
}

/** The person's newest events of each name. */
export async function newestEvents(
  { sql }: Tx,
  query: { personId: number; names: string[]; limit: number },
): Promise<ExplainedEvent[]> {
  return await sql<ExplainedEvent[]>`
    select t.name, e.details, e.historical, e.recorded_at
    from event_types t
    cross join lateral (
      select * from events e where e.person_id = ${query.personId} and e.type_id = t.id
      order by e.occurred_at desc limit ${query.limit}
    ) e
    where t.name = any(${query.names}::text[])
    order by e.id desc`;
}
