import { holdReasons } from '@postroad/core/queue/hold-reasons';
import type { Code } from '../platform/codes.ts';
import { endedMail } from '../platform/ended-mail.ts';
import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';
import type { ExperimentColumns, VariantColumns } from './experiment.ts';

export type BroadcastStatus = Code<'broadcasts.status'>;

export interface BroadcastRow extends VariantColumns, ExperimentColumns {
  id: number;
  name: string;
  status: BroadcastStatus;
  segment_id: number | null;
  email_source: Code<'broadcasts.email_source'>;
  email_id: number;
  emails_per_hour: number | null;
  /** Null where operators left it open. */
  recheck_segment: boolean | null;
  excluded_broadcast_ids: number[];
  excluded_segment_ids: number[];
  send_at: Date | null;
  /** The local time of each recipient, `YYYY-MM-DDTHH:MM:SS`; null where all get it from `send_at` on. */
  send_at_local: string | null;
  started_at: Date | null;
  finished_at: Date | null;
  recipients: number | null;
  /** The pace of its due times; null before it is sent. */
  effective_emails_per_hour: number | null;
  /** When the next email is due that is not queued yet; null before it is sent. */
  next_due_at: Date | null;
  /** The last person to be queued; null before it is sent, and once all are queued. */
  final_person_id: number | null;
  /** How far its queued emails are held or have the due times of its pace; null where all have. */
  adjusted_person_id: number | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
  /** Joined from the segment and the email. */
  segment_key: string | null;
  segment_name: string | null;
  segment_definition: unknown;
  email_title: string;
  email_subject: string;
}

const shown = (sql: Tx['sql']) => sql`
  select b.id, b.name, b.status, b.segment_id, b.email_source, b.email_id, b.emails_per_hour,
    b.recheck_segment, b.excluded_broadcast_ids, b.excluded_segment_ids, b.send_at, b.send_at_local, b.started_at,
    b.finished_at, b.recipients, b.effective_emails_per_hour, b.next_due_at, b.final_person_id,
    b.adjusted_person_id, b.variant_names, b.variant_email_ids, b.variant_weights, b.winner_rule,
    b.experiment_status, b.waiting_recipients, b.decide_at, b.winner_variant, b.winner_low,
    b.winner_high, b.revision, b.created_at, b.updated_at,
    s.key as segment_key, s.name as segment_name,
    s.definition as segment_definition, e.name as email_title, e.subject as email_subject
  from broadcasts b join emails e on e.id = b.email_id left join segments s on s.id = b.segment_id`;

export async function findBroadcast({ sql }: Tx, id: number): Promise<BroadcastRow | null> {
  const [row] = await sql<BroadcastRow[]>`${shown(sql)} where b.id = ${id}`;
  return row ?? null;
}

/** Broadcasts by id. */
export async function findBroadcasts({ sql }: Tx, ids: readonly number[]): Promise<BroadcastRow[]> {
  return await sql<BroadcastRow[]>`${shown(sql)} where b.id = any(${[...ids]}::bigint[])`;
}

/**
 * Locks the row against every other change, and against attempts of its mail
 * (`lockBroadcastsKeyShare`).
 */
export async function lockBroadcast(tx: Tx, id: number): Promise<BroadcastRow | null> {
  await tx.sql`select from broadcasts where id = ${id} for update`;
  return await findBroadcast(tx, id);
}

/** Newest first; `before` is the id of the last row shown. */
export async function listBroadcasts(
  tx: Tx,
  { status, ...page }: IdPage & { status: BroadcastStatus | null },
): Promise<BroadcastRow[]> {
  const { sql } = tx;
  const { behind, order } = idPage(tx, page, 'b.id');
  return await sql<BroadcastRow[]>`
    ${shown(sql)}
    where (${status}::text is null or b.status = ${status}) ${behind} ${order}`;
}

export type BroadcastContent = Pick<
  BroadcastRow,
  | 'name'
  | 'segment_id'
  | 'email_source'
  | 'email_id'
  | 'emails_per_hour'
  | 'recheck_segment'
  | 'excluded_broadcast_ids'
  | 'excluded_segment_ids'
  | keyof VariantColumns
>;

type BroadcastBefore = BroadcastContent &
  Pick<BroadcastRow, 'status' | 'send_at' | 'send_at_local'>;

/** What a broadcast was before a change of the history; null if it was not there. */
export async function findBroadcastBefore(
  { sql }: Tx,
  changeId: number,
): Promise<BroadcastBefore | null> {
  const [row] = await sql<BroadcastBefore[]>`
    select b.name, b.segment_id, b.email_source, b.email_id, b.emails_per_hour,
      b.recheck_segment, coalesce(b.excluded_broadcast_ids, '{}') as excluded_broadcast_ids,
      coalesce(b.excluded_segment_ids, '{}') as excluded_segment_ids,
      coalesce(b.variant_names, '{}') as variant_names,
      coalesce(b.variant_email_ids, '{}') as variant_email_ids,
      coalesce(b.variant_weights, '{}') as variant_weights, b.winner_rule, b.status, b.send_at,
      b.send_at_local
    from changes c, json_populate_record(null::broadcasts, c.before) b
    where c.id = ${changeId} and c.before is not null`;
  return row ?? null;
}

function ruleText({ winner_rule }: Pick<BroadcastContent, 'winner_rule'>): string | null {
  return winner_rule === null ? null : JSON.stringify(winner_rule);
}

/** Returns the id. */
export async function insertBroadcast({ sql, now }: Tx, made: BroadcastContent): Promise<number> {
  const [row] = await sql<[{ id: number }]>`
    insert into broadcasts (name, segment_id, email_source, email_id, emails_per_hour,
      recheck_segment, excluded_broadcast_ids, excluded_segment_ids, variant_names,
      variant_email_ids, variant_weights, winner_rule, created_at, updated_at)
    values (${made.name}, ${made.segment_id}, ${made.email_source}, ${made.email_id},
      ${made.emails_per_hour}, ${made.recheck_segment}, ${made.excluded_broadcast_ids}::bigint[],
      ${made.excluded_segment_ids}::bigint[], ${made.variant_names}::text[],
      ${made.variant_email_ids}::bigint[], ${made.variant_weights}::int[],
      ${ruleText(made)}::text::json, ${now}, ${now})
    returning id`;
  return row.id;
}

export async function updateBroadcast(
  { sql, now }: Tx,
  id: number,
  content: BroadcastContent,
): Promise<void> {
  await sql`
    update broadcasts set name = ${content.name}, segment_id = ${content.segment_id},
      email_source = ${content.email_source}, email_id = ${content.email_id},
      emails_per_hour = ${content.emails_per_hour}, recheck_segment = ${content.recheck_segment},
      excluded_broadcast_ids = ${content.excluded_broadcast_ids}::bigint[],
      excluded_segment_ids = ${content.excluded_segment_ids}::bigint[],
      variant_names = ${content.variant_names}::text[],
      variant_email_ids = ${content.variant_email_ids}::bigint[],
      variant_weights = ${content.variant_weights}::int[],
      winner_rule = ${ruleText(content)}::text::json, updated_at = ${now}
    where id = ${id}`;
}

export async function deleteBroadcast({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from broadcasts where id = ${id}`;
}

/** When a broadcast starts, and the local time of its recipients where it has one. */
export interface BroadcastTime {
  at: Date;
  local: string | null;
}

/** Schedules the broadcast; null makes it a draft again. */
export async function scheduleBroadcast(
  { sql, now }: Tx,
  id: number,
  time: BroadcastTime | null,
): Promise<void> {
  await sql`
    update broadcasts set status = ${time === null ? 'draft' : 'scheduled'},
      send_at = ${time?.at ?? null}, send_at_local = ${time?.local ?? null}, updated_at = ${now}
    where id = ${id}`;
}

/** Ids of broadcasts, the newest first, for the one that an unknown id may be a slip of. */
export async function listBroadcastIds({ sql }: Tx, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from broadcasts order by id desc limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Those of these broadcasts that there are, with their emails. */
export async function findExcludedBroadcasts(
  { sql }: Tx,
  ids: readonly number[],
): Promise<{ id: number; email_ids: number[] }[]> {
  if (ids.length === 0) return [];
  return await sql<{ id: number; email_ids: number[] }[]>`
    select id, array_append(variant_email_ids, email_id) as email_ids from broadcasts where id = any(${[...ids]}::bigint[]) order by id`;
}

/** A broadcast as the refusal of a delete names it. */
export interface BroadcastName {
  id: number;
  name: string;
  status: BroadcastStatus;
}

/** A broadcast of an email, as explained to one person. */
export interface ExplainedBroadcast extends BroadcastName {
  send_at: Date | null;
  send_at_local: string | null;
  segment_id: number | null;
  recheck_segment: boolean | null;
  excluded_broadcast_ids: number[];
  excluded_segment_ids: number[];
  segment_definition: unknown;
  /** Whether it queued an email for the person. */
  queued: boolean;
  /** Whether that email is still in the queue. */
  waiting: boolean;
  /** Whether it queued another variant for the person. */
  other_variant: boolean;
  /** Whether the email of the person waits until a winner among its variants is decided. */
  winner_open: boolean;
}

/** The newest broadcasts of an email. */
export async function explainedBroadcasts(
  { sql }: Tx,
  query: { personId: number; emailId: number; limit: number },
): Promise<ExplainedBroadcast[]> {
  const { personId, emailId, limit } = query;
  return await sql<ExplainedBroadcast[]>`
    select b.*, b.waiting or exists (
        select from ${endedMail(sql)} s
        where s.person_id = ${personId} and s.email_id = ${emailId} and s.source_kind = 'broadcast'
          and s.source_id = b.id) as queued,
      b.waits_for_other or cardinality(b.variant_email_ids) > 0 and exists (
        select from ${endedMail(sql)} s
        where s.person_id = ${personId} and s.email_id = any(b.variant_email_ids)
          and s.email_id <> ${emailId} and s.source_kind = 'broadcast' and s.source_id = b.id
      ) as other_variant
    from (
      select b.id, b.name, b.status, b.send_at, b.send_at_local, b.email_id, b.segment_id, b.recheck_segment,
        b.excluded_broadcast_ids, b.excluded_segment_ids, g.definition as segment_definition,
        exists (
          select from sends s
          where s.source_kind = 'broadcast' and s.source_id = b.id and s.person_id = ${personId}
            and s.email_id = ${emailId}
        ) as waiting,
        exists (
          select from sends s
          where s.source_kind = 'broadcast' and s.source_id = b.id and s.person_id = ${personId}
            and s.email_id <> ${emailId} and s.hold_reason is distinct from ${holdReasons.winnerOpen}
        ) as waits_for_other,
        exists (
          select from sends s
          where s.source_kind = 'broadcast' and s.source_id = b.id and s.person_id = ${personId}
            and s.status = 'holding' and s.hold_reason = ${holdReasons.winnerOpen}
        ) as winner_open, b.variant_email_ids
      from broadcasts b left join segments g on g.id = b.segment_id
      where b.email_id = ${emailId} or b.variant_email_ids @> array[${emailId}::bigint] order by b.id desc limit ${limit}) b
    order by b.id desc`;
}
