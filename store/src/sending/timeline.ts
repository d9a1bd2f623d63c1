import type { Code, RunStatus, SendStatus, SourceKind } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';
import { shownHoldReason, shownStatus } from '../queue/send-view.ts';

/**
 * The start of a page for one kind of entry: rows before this instant (microseconds since 1970), or
 * at it with a smaller id.
 */
export interface TimelineBound {
  personId: number;
  us: number;
  id: number;
  limit: number;
}

interface TimelineEntry {
  id: number;
  at: Date;
  /** Microseconds since 1970. */
  at_us: number;
}

export interface TimelineEvent extends TimelineEntry {
  name: string;
  details: Record<string, unknown>;
  source: string;
  historical: boolean;
}

export interface TimelineSend extends TimelineEntry {
  email_id: number | null;
  email_title: string | null;
  source_kind: SourceKind;
  source_id: number | null;
  source_name: string | null;
  status: SendStatus;
  due_at: Date;
  attempts: number;
  reason: string | null;
}

export interface TimelineRun extends TimelineEntry {
  flow_key: string;
  flow_name: string;
  status: RunStatus;
  reason: string | null;
}

export interface TimelineStep extends TimelineEntry {
  run_id: number;
  flow_id: number;
  flow_key: string;
  flow_name: string;
  step_id: number | null;
  outcome: string;
  arm: string | null;
  reason: string | null;
}

export interface TimelineSequence extends TimelineEntry {
  sequence_id: number;
  sequence_name: string;
  /** The queued step and its planned time; null if none is queued. */
  step_id: number | null;
  position: number | null;
  due_at: Date | null;
  finished_at: Date | null;
}

/** A person's first open or click of an email; the id is the email's. */
export interface TimelineEngagement extends TimelineEntry {
  email_title: string | null;
  last_at: Date;
}

export interface TimelineNote extends TimelineEntry {
  body: string;
  author: string;
}

const instant = (sql: Tx['sql'], us: number) =>
  sql`('epoch'::timestamptz + ${us}::bigint * interval '1 microsecond')`;

/**
 * Events by time of occurrence. The index has a person's events by type and time, so the query
 * reads the newest of each type: a page costs the number of types, not of events.
 */
export async function timelineEvents(
  { sql }: Tx,
  { personId, us, id, limit }: TimelineBound,
): Promise<TimelineEvent[]> {
  return await sql<TimelineEvent[]>`
    with recursive kinds as (
      (select type_id from events where person_id = ${personId} order by type_id limit 1)
      union all
      select (select e.type_id from events e
        where e.person_id = ${personId} and e.type_id > k.type_id order by e.type_id limit 1)
      from kinds k where k.type_id is not null)
    select e.id, t.name, e.details, e.source, e.historical, e.occurred_at as at,
      (extract(epoch from e.occurred_at) * 1000000)::bigint as at_us
    from kinds k
    join event_types t on t.id = k.type_id
    cross join lateral (
      select * from events e where e.person_id = ${personId} and e.type_id = k.type_id
        and e.occurred_at <= ${instant(sql, us)}
        and (e.occurred_at, e.id) < (${instant(sql, us)}, ${id}::bigint)
      order by e.occurred_at desc, e.id desc limit ${limit}
    ) e
    order by e.occurred_at desc, e.id desc limit ${limit}`;
}

/** Sends: live ones at the time they were queued, ended ones at their end. */
export async function timelineSends(
  { sql, now }: Tx,
  { personId, us, id, limit }: TimelineBound,
): Promise<TimelineSend[]> {
  return await sql<TimelineSend[]>`
    select s.id, s.at, (extract(epoch from s.at) * 1000000)::bigint as at_us, s.email_id,
      coalesce(nullif(e.title, ''), e.subject, m.subject) as email_title, s.source_kind, s.source_id,
      coalesce(f.name, q.name, b.name) as source_name, s.status, s.due_at, s.attempts, s.reason
    from (
      select id, created_at as at, email_id, source_kind, source_id, ${shownStatus({ sql, now })} as status, due_at,
        attempts::int as attempts, coalesce(${shownHoldReason({ sql, now })}, s.last_error) as reason
      from sends s where person_id = ${personId}
      union all
      select id, ended_at, email_id, source_kind, source_id, status, due_at, attempts::int, reason
      from send_log where person_id = ${personId}
    ) s
    left join emails e on e.id = s.email_id
    left join messages m on s.email_id is null and m.send_id = s.id
    left join flows f on s.source_kind = 'flow' and f.id = s.source_id
    left join sequences q on s.source_kind = 'sequence' and q.id = s.source_id
    left join broadcasts b on s.source_kind = 'broadcast' and b.id = s.source_id
    where (s.at, s.id) < (${instant(sql, us)}, ${id}::bigint)
    order by s.at desc, s.id desc limit ${limit}`;
}

/** Runs at their start, or at their end. */
export async function timelineRuns(
  { sql }: Tx,
  which: 'started' | 'ended',
  { personId, us, id, limit }: TimelineBound,
): Promise<TimelineRun[]> {
  const at = which === 'started' ? sql`r.started_at` : sql`r.ended_at`;
  return await sql<TimelineRun[]>`
    select r.id, ${at} as at, (extract(epoch from ${at}) * 1000000)::bigint as at_us,
      f.key as flow_key, f.name as flow_name, r.status, r.reason
    from runs r join flows f on f.id = r.flow_id
    where r.person_id = ${personId} and (${at}, r.id) < (${instant(sql, us)}, ${id}::bigint)
    order by ${at} desc, r.id desc limit ${limit}`;
}

/** Sequences that the person started. */
export async function timelineSequences(
  { sql }: Tx,
  { personId, us, id, limit }: TimelineBound,
): Promise<TimelineSequence[]> {
  return await sql<TimelineSequence[]>`
    select r.id, r.started_at as at, (extract(epoch from r.started_at) * 1000000)::bigint as at_us,
      r.sequence_id, q.name as sequence_name, s.id as step_id, s.position, r.due_at, r.finished_at
    from sequence_runs r
    join sequences q on q.id = r.sequence_id
    left join sequence_steps s on s.id = r.next_step_id
    where r.person_id = ${personId} and (r.started_at, r.id) < (${instant(sql, us)}, ${id}::bigint)
    order by r.started_at desc, r.id desc limit ${limit}`;
}

export async function timelineSteps(
  { sql }: Tx,
  { personId, us, id, limit }: TimelineBound,
): Promise<TimelineStep[]> {
  return await sql<TimelineStep[]>`
    select s.id, s.recorded_at as at,
      (extract(epoch from s.recorded_at) * 1000000)::bigint as at_us, s.run_id,
      f.id as flow_id, f.key as flow_key, f.name as flow_name, s.step_id, s.outcome, s.arm, s.reason
    from runs r join run_steps s on s.run_id = r.id join flows f on f.id = r.flow_id
    where r.person_id = ${personId} and (s.recorded_at, s.id) < (${instant(sql, us)}, ${id}::bigint)
    order by s.recorded_at desc, s.id desc limit ${limit}`;
}

/** Emails that the person opened or clicked, at the first time; without bots. */
export async function timelineEngagements(
  { sql }: Tx,
  kind: Code<'email_engagements.kind'>,
  { personId, us, id, limit }: TimelineBound,
): Promise<TimelineEngagement[]> {
  return await sql<TimelineEngagement[]>`
    select g.email_id as id, g.first_at as at,
      (extract(epoch from g.first_at) * 1000000)::bigint as at_us, g.last_at,
      coalesce(nullif(e.title, ''), e.subject) as email_title
    from email_engagements g join emails e on e.id = g.email_id
    where g.person_id = ${personId} and g.kind = ${kind}
      and (g.first_at, g.email_id) < (${instant(sql, us)}, ${id}::bigint)
    order by g.first_at desc, g.email_id desc limit ${limit}`;
}

export async function timelineNotes(
  { sql }: Tx,
  { personId, us, id, limit }: TimelineBound,
): Promise<TimelineNote[]> {
  return await sql<TimelineNote[]>`
    select id, created_at as at, (extract(epoch from created_at) * 1000000)::bigint as at_us, body,
      author
    from notes
    where person_id = ${personId} and (created_at, id) < (${instant(sql, us)}, ${id}::bigint)
    order by created_at desc, id desc limit ${limit}`;
}
