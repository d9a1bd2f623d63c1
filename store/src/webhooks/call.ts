import type { Tx } from '../platform/transaction.ts';

/** A call of a step of a flow. */
export interface QueuedCall {
  endpoint_id: number;
  run_id: number;
  person_id: number;
  step_id: number;
  /** What the body says besides the run. */
  about: Readonly<Record<string, unknown>>;
  /** Whether the run waits for the outcome. */
  waits: boolean;
}

/** A step of a run that waits for its call. */
export interface WaitingStep {
  run_id: number;
  step_id: number;
}

/** Writes a delivery for each call, in one statement. */
export async function queueCalls({ sql, now }: Tx, calls: readonly QueuedCall[]): Promise<void> {
  await sql`
    insert into webhook_deliveries
      (endpoint_id, type, subject_id, person_id, run_id, step_id, about, happened_at, due_at)
    select endpoint_id, 'flow.called', run_id, person_id, case when waits = 1 then run_id end,
      case when waits = 1 then step_id end, about::jsonb, ${now}, ${now}
    from unnest(
      ${calls.map(({ endpoint_id }) => endpoint_id)}::bigint[],
      ${calls.map(({ run_id }) => run_id)}::bigint[],
      ${calls.map(({ person_id }) => person_id)}::bigint[],
      ${calls.map(({ step_id }) => step_id)}::int[],
      ${calls.map(({ about }) => JSON.stringify(about))}::text[],
      ${calls.map(({ waits }) => (waits ? 1 : 0))}::int[]
    ) with ordinality as c (endpoint_id, run_id, person_id, step_id, about, waits, number)
    order by number`;
}

/** How the newest call of each step ended, where it has. */
export async function findCallOutcomes(
  { sql }: Tx,
  waiting: readonly WaitingStep[],
): Promise<(WaitingStep & { status: 'delivered' | 'failed' })[]> {
  return await sql<(WaitingStep & { status: 'delivered' | 'failed' })[]>`
    select * from (
      select distinct on (d.run_id, d.step_id) d.run_id, d.step_id, d.status
      from unnest(
        ${waiting.map(({ run_id }) => run_id)}::bigint[],
        ${waiting.map(({ step_id }) => step_id)}::int[]) as w (run_id, step_id)
      join webhook_deliveries d on d.run_id = w.run_id and d.step_id = w.step_id
      order by d.run_id, d.step_id, d.id desc) n
    where status in ('delivered', 'failed')`;
}

/** Ends deliveries that nobody waits for any more; the caller holds their runs. */
export async function stopCalls({ sql }: Tx, waiting: readonly WaitingStep[]): Promise<void> {
  await sql`
    update webhook_deliveries d set status = 'canceled', about = null
    from unnest(
      ${waiting.map(({ run_id }) => run_id)}::bigint[],
      ${waiting.map(({ step_id }) => step_id)}::int[]) as w (run_id, step_id)
    where d.run_id = w.run_id and d.step_id = w.step_id and d.status = 'waiting'`;
}

/** The same for runs that a goal or an operator ends, or that are moved. */
export async function stopCallsOfRuns(
  { sql }: Pick<Tx, 'sql'>,
  runIds: readonly number[],
): Promise<void> {
  if (runIds.length === 0) return;
  await sql`
    update webhook_deliveries set status = 'canceled', about = null
    where run_id = any(${[...runIds]}::bigint[]) and status = 'waiting'`;
}

/** The endpoints that steps name, by key or by id. */
export async function findNamedEndpoints(
  { sql }: Tx,
  names: readonly (string | number)[],
): Promise<{ id: number; key: string; enabled: boolean }[]> {
  return await sql<{ id: number; key: string; enabled: boolean }[]>`
    select id, key, enabled from webhook_endpoints
    where id = any(${names.filter((name) => typeof name === 'number')}::bigint[])
      or key = any(${names.filter((name) => typeof name === 'string')}::text[])`;
}
