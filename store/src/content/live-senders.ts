import type { Tx } from '../platform/transaction.ts';

/** What mails some emails, or will: records that are live, on, scheduled or under way. */
export interface LiveSenders {
  /** Ids of live flows with a step or condition that names one of them. */
  flows: number[];
  /** Ids of sequences that are on, by their active steps. */
  sequences: number[];
  /** Broadcasts that are scheduled, are being sent or are paused. */
  broadcasts: number;
  /** Forms that are on and confirm sign-ups with one of them. */
  forms: number;
}

export async function readLiveSenders(
  { sql }: Tx,
  emailIds: readonly number[],
): Promise<LiveSenders> {
  const ids = sql`${[...emailIds]}::bigint[]`;
  const named = sql`r.kind = 'email' and r.record_id = any(${ids})`;
  const [row] = await sql<[LiveSenders]>`
    select
      array(select distinct f.id from record_references r join flows f on f.id = r.flow_id
        where ${named} and f.status = 'live') as flows,
      array(select distinct q.id from sequence_steps s join sequences q on q.id = s.sequence_id
        where s.email_id = any(${ids}) and s.status = 'active' and q.enabled) as sequences,
      (select count(*)::bigint from broadcasts b
        where b.status in ('scheduled', 'sending', 'paused')
          and (b.email_id = any(${ids}) or b.variant_email_ids && ${ids})) as broadcasts,
      (select count(distinct f.id)::bigint from record_references r join forms f on f.id = r.form_id
        where ${named} and f.enabled) as forms`;
  return row;
}
