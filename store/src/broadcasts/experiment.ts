import type { Decision, WinnerRule } from '@postroad/core/broadcasts/experiment';
import type { Code } from '../platform/codes.ts';
import type { Fragment } from '../platform/fragment.ts';
import { readLiveCounts } from '../platform/live-counts.ts';
import type { Opening, Tx } from '../platform/transaction.ts';

/** What a broadcast keeps of its variants, in the order of its lists. */
export interface VariantColumns {
  variant_names: string[];
  variant_email_ids: number[];
  variant_weights: number[];
  winner_rule: WinnerRule | null;
}

/** The variants of a broadcast for SQL over people. */
export type Split = Pick<
  VariantColumns,
  'variant_email_ids' | 'variant_weights' | 'winner_rule'
> & {
  id: number;
  email_id: number;
};

/**
 * A number from 0 below `most`, the same for ever for one person in one broadcast. Sample and variant are
 * drawn with seeds of their own, so that neither tells of the other.
 */
function drawn(
  sql: Tx['sql'],
  person: Fragment,
  { id, draw, most }: { id: number; draw: 0 | 1; most: number },
): Fragment {
  return sql`abs(hashint8extended(${person}, ${id * 2 + draw}::bigint) % ${most}::bigint)`;
}

/** Whether a person gets their variant before the decision. True for all without a rule. */
export function inSample(sql: Tx['sql'], { id, winner_rule }: Split, person: Fragment): Fragment {
  if (winner_rule === null) return sql`true`;
  return sql`(${drawn(sql, person, { id, draw: 0, most: 100 })} < ${winner_rule.sample_percent}::bigint)`;
}

/** The email of a person by the split: the only one where there are no variants (EXP-02). */
export function emailBySplit(sql: Tx['sql'], split: Split, person: Fragment): Fragment {
  const { id, email_id, variant_email_ids: emails, variant_weights: weights } = split;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return sql`${email_id}::bigint`;
  const ends = weights.map((_, index) =>
    weights.slice(0, index + 1).reduce((sum, weight) => sum + weight, 0),
  );
  const cases = emails.reduce(
    (all, email, index) =>
      sql`${all} when bucket < ${ends[index] ?? 0}::bigint then ${email}::bigint`,
    sql``,
  );
  return sql`(
    select case ${cases} end
    from (select ${drawn(sql, person, { id, draw: 1, most: total })} as bucket) drawn)`;
}

export type ExperimentStatus = Code<'broadcasts.experiment_status'>;

/** What the engine found out about a broadcast with a rule. */
export interface ExperimentColumns {
  experiment_status: ExperimentStatus | null;
  waiting_recipients: number | null;
  decide_at: Date | null;
  winner_variant: string | null;
  winner_low: number | null;
  winner_high: number | null;
}

/** A broadcast whose sample is queued completely and not decided upon. */
export interface SamplingBroadcast {
  id: number;
  recipients: number;
  waiting_recipients: number;
  winner_rule: WinnerRule;
}

const sampling = (sql: Tx['sql']) => sql`
  experiment_status = 'sampling' and status = 'sending' and final_person_id is null
  and adjusted_person_id is null`;

/**
 * Locks broadcasts whose sample may be out: the last of it has been due. Others that look for one pass
 * over them until the transaction ends.
 */
export async function lockSampling({ sql, now }: Tx, limit: number): Promise<SamplingBroadcast[]> {
  return await sql<SamplingBroadcast[]>`
    select id, recipients, waiting_recipients, winner_rule from broadcasts
    where ${sampling(sql)} and decide_at is null
      and next_due_at - 3600000 / effective_emails_per_hour::float8 * interval '1 millisecond' <= ${now}
    order by id limit ${limit} for no key update skip locked`;
}

/**
 * Those of these broadcasts whose sample has left the queue, but for mail that may have been delivered.
 * The counts that are kept rule out most; they tell no mail of the sample from that of people who waited
 * for the winner and were erased, so those that are left are looked at.
 */
export async function sampleSent(
  tx: Tx,
  broadcasts: readonly SamplingBroadcast[],
): Promise<SamplingBroadcast[]> {
  const ids = broadcasts.map(({ id }) => id);
  const queued = new Map<number, number>();
  for (const { subject_id, measure, count } of await readLiveCounts(tx, 'broadcast', ids)) {
    if (measure !== 'uncertain') queued.set(subject_id, (queued.get(subject_id) ?? 0) + count);
  }
  const likely = broadcasts.filter(
    ({ id, waiting_recipients }) => (queued.get(id) ?? 0) <= waiting_recipients,
  );
  if (likely.length === 0) return [];
  const rows = await tx.sql<{ id: number }[]>`
    select b.id from unnest(${likely.map(({ id }) => id)}::bigint[]) as b (id)
    where exists (
      select from sends
      where source_kind = 'broadcast' and source_id = b.id and status = 'scheduled')`;
  const left = new Set(rows.map(({ id }) => id));
  return likely.filter(({ id }) => !left.has(id));
}

export async function noteDecideAt({ sql }: Tx, id: number, at: Date): Promise<void> {
  await sql`update broadcasts set decide_at = ${at} where id = ${id}`;
}

/** A broadcast that is to be decided upon now. */
export type DecidingBroadcast = VariantColumns & { id: number; waiting_recipients: number };

/** Locks a broadcast whose decision is due; null if none is free. A paused one waits for its resume. */
export async function lockDeciding({ sql, now }: Tx): Promise<DecidingBroadcast | null> {
  const [row] = await sql<DecidingBroadcast[]>`
    select id, variant_names, variant_email_ids, variant_weights, winner_rule, waiting_recipients
    from broadcasts where ${sampling(sql)} and decide_at <= ${now}
    order by decide_at, id limit 1 for no key update skip locked`;
  return row ?? null;
}

/**
 * Writes a decision, and lets the rest of the mail get its email and its due times, part by part
 * (`adjustQueue`). The caller holds the row.
 */
export async function writeDecision(
  { sql, now }: Tx,
  id: number,
  { status, winner, interval }: Decision,
): Promise<void> {
  const [low, high] = interval;
  await sql`
    update broadcasts set experiment_status = ${status}, decide_at = ${now}, winner_variant = ${winner},
      winner_low = ${low}, winner_high = ${high}, updated_at = ${now},
      next_due_at = case when waiting_recipients > 0 then ${now}::timestamptz else next_due_at end,
      adjusted_person_id = case when waiting_recipients > 0 then 0 end, waiting_recipients = 0
    where id = ${id}`;
}

/** The email that people outside the sample get once it is decided. */
export function emailOfRest({
  variant_names: names,
  variant_email_ids: emails,
  winner_variant: winner,
  email_id,
}: Pick<VariantColumns, 'variant_names' | 'variant_email_ids'> & {
  winner_variant: string | null;
  email_id: number;
}): number {
  const index = winner === null ? 0 : names.indexOf(winner);
  return emails[index] ?? email_id;
}

/** The names of events that are the goal of a broadcast whose mail may still be reacted to. */
export async function goalEvents({ sql, now }: Opening): Promise<ReadonlySet<string>> {
  const rows = await sql<{ event: string }[]>`
    select distinct winner_rule -> 'goal' ->> 'event' as event from broadcasts b
    where winner_rule is not null and started_at is not null
      and winner_rule -> 'goal' ->> 'event' is not null
      and (finished_at is null or finished_at + ${goalWithin(sql)} >= ${now})`;
  return new Set(rows.map(({ event }) => event));
}

/** How long after its mail the goal of a broadcast `b` counts. */
const goalWithin = (sql: Tx['sql']) => sql`
  ((b.winner_rule -> 'goal' -> 'within' ->> 'amount') || ' '
    || (b.winner_rule -> 'goal' -> 'within' ->> 'unit'))::interval`;

/** A mail whose person reached the goal of its broadcast. */
export interface GoalReached {
  send_id: number;
  at: Date;
}

/**
 * The mails by which these people reached the goal of a broadcast with these events, each at its first
 * event. The caller holds the people, and the events are written.
 */
export async function goalsReached(
  { sql }: Tx,
  events: readonly {
    id: number;
    person_id: number;
    type_id: number;
    name: string;
    occurred_at: Date;
  }[],
): Promise<GoalReached[]> {
  return await sql<GoalReached[]>`
    with reached as (
      select distinct on (b.id, e.person_id) s.id as send_id, s.person_id, s.ended_at, e.type_id,
        e.occurred_at as at, e.id as event_id
      from unnest(
        ${events.map(({ id }) => id)}::bigint[],
        ${events.map(({ person_id }) => person_id)}::bigint[],
        ${events.map(({ type_id }) => type_id)}::int[],
        ${events.map(({ name }) => name)}::text[],
        ${events.map(({ occurred_at }) => occurred_at.toISOString())}::timestamptz[]
      ) as e (id, person_id, type_id, name, occurred_at)
      join broadcasts b on b.winner_rule is not null and b.started_at is not null
        and b.winner_rule -> 'goal' ->> 'event' = e.name
      join send_log s on s.person_id = e.person_id and s.source_kind = 'broadcast'
        and s.source_id = b.id and s.status = 'sent' and s.ended_at <= e.occurred_at
        and s.ended_at >= e.occurred_at
          - ${goalWithin(sql)}
      order by b.id, e.person_id, e.occurred_at, e.id
    )
    select send_id, at from reached r
    where not exists (
      select from events o
      where o.person_id = r.person_id and o.type_id = r.type_id and o.occurred_at >= r.ended_at
        and (o.occurred_at, o.id) < (r.at, r.event_id))`;
}
