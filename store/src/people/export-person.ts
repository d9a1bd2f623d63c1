import type { ExportedKind } from '@postroad/core/people/person-export-operations';
import type { Sql } from '../platform/connection/database.ts';
import type { Fragment } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';

/** Numbers that rank the records of a kind; unused ones are 0. */
export type RecordRank = readonly [number, number, number];

/** Before the first record of every kind. */
export const firstRank: RecordRank = [0, 0, 0];

export interface ExportedRecord {
  rank: RecordRank;
  record: Record<string, unknown>;
}

interface PlacedRow extends Record<string, unknown> {
  k1: number;
  k2?: number;
  k3?: number;
}

/** Kinds that `k1` alone does not put in order. */
const twoRanks: ReadonlySet<ExportedKind> = new Set([
  ...(['run_steps', 'run_goals', 'trigger_refusals', 'split_choices', 'send_feedback'] as const),
  ...(['tracking_hits', 'send_contents', 'email_engagements', 'import_errors'] as const),
]);

/**
 * The records of each kind about a person, with columns `k1` and `k2` that put them in order. They are
 * found by an index on the person, or by the keys of what was found by one.
 */
const records: Record<Exclude<ExportedKind, 'events'>, (sql: Sql, person: number) => Fragment> = {
  notes: (sql, person) => sql`
    select id as k1, id, body, author, created_at from notes where person_id = ${person}`,
  subscriptions: (sql, person) => sql`
    select s.id as k1, s.id, s.external_id, p.key as product_key, s."interval", s.status,
      s.renewal_amount_cents, s.currency, s.next_renewal_at, s.cancel_at_period_end, s.started_at,
      s.ended_at, s.created_at, s.updated_at
    from subscriptions s left join products p on p.id = s.product_id where s.person_id = ${person}`,
  payments: (sql, person) => sql`
    select y.id as k1, y.id, y.kind, y.external_id, p.key as product_key, y.amount_cents,
      y.occurred_at, y.event_id
    from payments y left join products p on p.id = y.product_id where y.person_id = ${person}`,
  runs: (sql, person) => sql`
    select r.id as k1, r.id, r.flow_id, f.key as flow_key, r.event_id, r.subscription_id, r.step_id,
      r.status, r.reason, r.wait_event, r.due_at, r.started_at, r.arrived_at, r.ended_at
    from runs r join flows f on f.id = r.flow_id where r.person_id = ${person}`,
  run_steps: (sql, person) => sql`
    select s.run_id as k1, s.id as k2, s.run_id, s.step_id, s.outcome, s.arm, s.reason, s.recorded_at
    from runs r join run_steps s on s.run_id = r.id where r.person_id = ${person}`,
  run_goals: (sql, person) => sql`
    select g.run_id as k1, row_number() over (partition by g.run_id order by g.goal) as k2, g.run_id,
      g.goal, g.exits, g.reached_at, g.counted_sends
    from runs r join run_goals g on g.run_id = r.id where r.person_id = ${person}`,
  renewal_occurrences: (sql, person) => sql`
    select o.run_id as k1, o.run_id, o.subscription_id, o.renewal_at, o.target_at, o.days_before,
      o.sent_at
    from runs r join renewal_occurrences o on o.run_id = r.id where r.person_id = ${person}`,
  trigger_refusals: (sql, person) => sql`
    select t.flow_id as k1, row_number() over (partition by t.flow_id order by t.reason) as k2, t.flow_id, f.key as flow_key,
      t.reason, t.event_id, t.refused_at, t.count
    from trigger_refusals t join flows f on f.id = t.flow_id where t.person_id = ${person}`,
  split_choices: (sql, person) => sql`
    select c.flow_id as k1, c.step_id as k2, c.flow_id, f.key as flow_key, c.step_id, c.arm, c.chosen_at
    from split_choices c join flows f on f.id = c.flow_id where c.person_id = ${person}`,
  sequence_runs: (sql, person) => sql`
    select r.id as k1, r.id, r.sequence_id, s.key as sequence_key, r.started_at, r.finished_at,
      r.ended_step_ids, r.last_step_ended_at, r.next_step_id, r.send_id, r.due_at
    from sequence_runs r join sequences s on s.id = r.sequence_id where r.person_id = ${person}`,
  sends: (sql, person) => sql`
    select id as k1, id, email_id, source_kind, source_id, step_id, run_id, event_id, status, due_at,
      attempts, hold_reason, last_error, created_at
    from sends where person_id = ${person}`,
  send_log: (sql, person) => sql`
    select id as k1, id, email_id, source_kind, source_id, step_id, run_id, status, attempts, provider,
      provider_id, reason, due_at, ended_at
    from send_log where person_id = ${person}`,
  past_sends: (sql, person) => sql`
    select id as k1, id, email_id, source_kind, source_id, step_id, status, ended_at, delivered_at,
      soft_bounced_at, hard_bounced_at, complained_at
    from past_sends where person_id = ${person}`,
  // Also what tests showed of them, which went to somebody else.
  send_contents: (sql, person) => sql`
    select s.id as k1, c.id as k2, s.id as send_id, c.made_at,
      nullif(split_part(c.merge_values, chr(30), array_position(c.send_ids, s.id)), '')::json
        as merge_values
    from (${sendsOf(sql, person)} union select send_id from test_readers where person_id = ${person})
      as s (id)
    join send_contents c on c.send_range = s.id / 1000 and s.id = any(c.send_ids)`,
  send_feedback: (sql, person) => sql`
    select f.send_id as k1, f.id as k2, f.send_id, f.kind, f.provider, f.occurred_at, f.details
    from (${sendsOf(sql, person)}) s join send_feedback f on f.send_id = s.id`,
  test_readers: (sql, person) => sql`
    select send_id as k1, send_id from test_readers where person_id = ${person}`,
  tracking_hits: (sql, person) => sql`
    select h.send_id as k1, h.number as k2, h.send_id, h.kind, h.link, h.occurred_at, h.head,
      h.prefetch, h.provider, h.user_agent, h.verdict
    from (${sendsOf(sql, person)}) s join tracking_hits h on h.send_id = s.id`,
  messages: (sql, person) => sql`
    select send_id as k1, send_id, to_address, subject, from_address, reply_to, cc, bcc, headers,
      tracking, data, body_markdown, layout_id, forgotten_at, created_at, array(
        select filename from message_file_uses u where u.send_id = m.send_id and filename is not null
        order by position) as files
    from messages m where person_id = ${person}`,
  email_engagements: (sql, person) => sql`
    select email_id as k1, (kind = 'click')::int as k2, email_id, kind, first_at, last_at
    from email_engagements where person_id = ${person}`,
  unsubscribes: (sql, person) => sql`
    select id as k1, email_id, send_id, unsubscribed_at from unsubscribes where person_id = ${person}`,
  // By address, also before they are confirmed; the nonce would be half of the mailed link.
  sign_ups: (sql, person) => sql`
    select s.id as k1, s.id, f.key as form_key, s.address, s.answers, s.language, s.wording,
      s.purpose, s.ip, s.user_agent, s.mailed_at, s.last_error, s.confirmed_at, s.created_at
    from sign_ups s join forms f on f.id = s.form_id
    where s.address = (select email from people where id = ${person})`,
  opt_outs: (sql, person) => sql`
    select 1 as k1, suppressed, status, attempts, due_at, last_error, created_at
    from opt_outs where person_id = ${person}`,
  soft_bounces: (sql, person) => sql`
    select 1 as k1, count from soft_bounces where person_id = ${person}`,
  import_errors: (sql, person) => sql`
    select import_id as k1,
      row_number() over (partition by import_id order by "row", column_name, message) as k2,
      import_id, "row", column_name, message, excerpt, left_out, row_values
    from import_errors where email = (select email from people where id = ${person})`,
  changes: (sql, person) => sql`
    select id as k1, id, changed_at, action, operation, surface, actor_kind, actor_name
    from changes where resource = 'people' and record = ${String(person)}`,
};

/** Mail to the person, in the queue, in the log, or gone from it. */
function sendsOf(sql: Sql, person: number): Fragment {
  return sql`
    select id from sends where person_id = ${person}
    union all select id from send_log where person_id = ${person}
    union all select id from past_sends where person_id = ${person}`;
}

/** The next events in the order of their index, so that a batch costs the same however many there are. */
function nextEvents(
  { sql }: Tx,
  { person, after, limit }: { person: number; after: RecordRank; limit: number },
) {
  const [type, micros, id] = after;
  return sql<PlacedRow[]>`
    select e.type_id as k1, (extract(epoch from e.occurred_at) * 1000000)::bigint as k2, e.id as k3,
      e.id, t.name, e.details, e.occurred_at, e.recorded_at, e.source, e.historical
    from events e join event_types t on t.id = e.type_id
    where e.person_id = ${person} and (e.type_id, e.occurred_at, e.id) > (
      ${type}::bigint, timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)
    order by e.type_id, e.occurred_at, e.id limit ${limit}`;
}

function recordOf({ k1, k2 = 0, k3 = 0, ...row }: PlacedRow): ExportedRecord {
  const shown = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return { rank: [k1, k2, k3], record: Object.fromEntries(shown) as ExportedRecord['record'] };
}

/** The next records of a kind about a person, in their order. */
export async function nextRecords(
  tx: Tx,
  kind: ExportedKind,
  { person, after, limit }: { person: number; after: RecordRank; limit: number },
): Promise<ExportedRecord[]> {
  if (kind === 'events') return (await nextEvents(tx, { person, after, limit })).map(recordOf);
  const { sql } = tx;
  const [k1, k2] = after;
  const own = records[kind](sql, person);
  // Without the offset, the planner may walk the key of the whole table to find a few rows in order.
  const rows = twoRanks.has(kind)
    ? await sql<PlacedRow[]>`
        select * from (${own} offset 0) r where (k1, k2) > (${k1}::bigint, ${k2}::bigint)
        order by k1, k2 limit ${limit}`
    : await sql<PlacedRow[]>`
        select * from (${own} offset 0) r where k1 > ${k1}::bigint order by k1 limit ${limit}`;
  return rows.map(recordOf);
}
