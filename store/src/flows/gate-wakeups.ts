import type { Fragment } from '../platform/fragment.ts';
import type { Session } from '../platform/unit-of-work.ts';

/** An event that satisfies a gate, with the gate. */
export interface GateOpening {
  person_id: number;
  event_id: number;
  flow_id: number;
  step_id: number;
  /** The run that caused the event; it reached its own wait after that. */
  run_id: number | null;
  /** Number of flows that led to the event without a wait. */
  chain: number;
}

/**
 * Makes runs due that wait at gates for these events. An event counts for people who were waiting
 * when it was written, even if its id is lower (`after_event` is lowered). Runs are locked in order
 * of id, so that two transactions that wake the same runs never deadlock.
 */
export function wakeForEvents({ sql, now }: Session, openings: readonly GateOpening[]): Fragment {
  return sql`
    with wanted as (
      select person_id, flow_id, step_id, run_id, min(event_id) as event_id, max(chain) as chain
      from unnest(
        ${openings.map((opening) => opening.person_id)}::bigint[],
        ${openings.map((opening) => opening.event_id)}::bigint[],
        ${openings.map((opening) => opening.flow_id)}::bigint[],
        ${openings.map((opening) => opening.step_id)}::int[],
        ${openings.map((opening) => opening.run_id)}::bigint[],
        ${openings.map((opening) => opening.chain)}::int[]
      ) as o (person_id, event_id, flow_id, step_id, run_id, chain)
      group by person_id, flow_id, step_id, run_id
    ), woken as (
      select r.id, w.event_id, w.chain
      from wanted w
      join runs r on r.person_id = w.person_id and r.flow_id = w.flow_id
        and r.step_id = w.step_id
      where r.wait_event is not null and r.status in ('active', 'frozen')
        and r.id is distinct from w.run_id
      order by r.id for update of r
    ), once as (
      select id, min(event_id) as event_id, max(chain) as chain from woken group by id
    )
    update runs r set due_at = least(r.due_at, ${now}::timestamptz),
      after_event = least(r.after_event, once.event_id - 1), chain = greatest(r.chain, once.chain)
    from once where r.id = once.id`;
}

/** A person whose values changed, and the run that changed them. */
export interface ChangedPerson {
  person_id: number;
  run_id: number | null;
  chain: number;
}

/** Makes runs due that wait for a condition about people who changed. */
export function wakeForChanges({ sql, now }: Session, changed: readonly ChangedPerson[]): Fragment {
  return sql`
    with wanted as (
      select person_id, run_id, max(chain) as chain
      from unnest(
        ${changed.map((one) => one.person_id)}::bigint[],
        ${changed.map((one) => one.run_id)}::bigint[],
        ${changed.map((one) => one.chain)}::int[]
      ) as c (person_id, run_id, chain)
      group by person_id, run_id
    ), woken as (
      select r.id, w.chain
      from wanted w join runs r on r.person_id = w.person_id
      where r.wait_condition and r.status in ('active', 'frozen') and r.id is distinct from w.run_id
      order by r.id for update of r
    ), once as (
      select id, max(chain) as chain from woken group by id
    )
    update runs r set due_at = least(r.due_at, ${now}::timestamptz),
      chain = greatest(r.chain, once.chain)
    from once where r.id = once.id`;
}
