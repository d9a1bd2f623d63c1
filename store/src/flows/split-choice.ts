import type { Tx } from '../platform/transaction.ts';

/** Who may have got an arm at the splits of which flow. */
export interface SplitAsk {
  flow_id: number;
  person_id: number;
}

export interface SplitChoice extends SplitAsk {
  step_id: number;
  arm: string;
}

/** The arms that people got before. */
export async function findSplitChoices(
  { sql }: Tx,
  asked: readonly SplitAsk[],
): Promise<SplitChoice[]> {
  return await sql<SplitChoice[]>`
    select c.flow_id, c.person_id, c.step_id, c.arm
    from unnest(
      ${asked.map(({ flow_id }) => flow_id)}::bigint[],
      ${asked.map(({ person_id }) => person_id)}::bigint[]
    ) as a (flow_id, person_id)
    join split_choices c on c.flow_id = a.flow_id and c.person_id = a.person_id`;
}

/** Keeps the arms that people got; one that is gone from its split gives way. */
export async function keepSplitChoices(
  { sql, now }: Tx,
  chosen: readonly SplitChoice[],
): Promise<void> {
  await sql`
    insert into split_choices (flow_id, step_id, person_id, arm, chosen_at)
    select flow_id, step_id, person_id, arm, ${now}
    from unnest(
      ${chosen.map(({ flow_id }) => flow_id)}::bigint[],
      ${chosen.map(({ step_id }) => step_id)}::int[],
      ${chosen.map(({ person_id }) => person_id)}::bigint[],
      ${chosen.map(({ arm }) => arm)}::text[]
    ) as c (flow_id, step_id, person_id, arm)
    on conflict (flow_id, person_id, step_id) do update
    set arm = excluded.arm, chosen_at = excluded.chosen_at`;
}
