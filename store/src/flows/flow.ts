import type { Definition } from '@postroad/core/flows/definition/definition';
import { recordsNamedInFlow } from '@postroad/core/flows/definition/records-named';
import type { Code } from '../platform/codes.ts';
import { type IdPage, idPage } from '../platform/id-page.ts';
import { readLiveCounts } from '../platform/live-counts.ts';
import { writeRecordReferences } from '../platform/record-reference.ts';
import type { Tx } from '../platform/transaction.ts';
import { writeFlowEmails, writeFlowSequences } from './flow-email.ts';

export type FlowStatus = Code<'flows.status'>;
export type RunPolicy = Code<'flows.run_policy'>;

export interface FlowRow {
  id: number;
  key: string;
  name: string;
  labels: string[];
  run_policy: RunPolicy;
  status: FlowStatus;
  /** As normalised at the save; it may be invalid. */
  definition: Definition;
  /** By name, as they are written. */
  tests: Record<string, unknown>;
  version: number;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

export interface FlowContent {
  key: string;
  name: string;
  labels: string[];
  run_policy: RunPolicy;
  status: FlowStatus;
  definition: unknown;
  tests?: Record<string, unknown> | undefined;
}

/** Returns null if the key is taken. */
export async function insertFlow(tx: Tx, flow: FlowContent): Promise<FlowRow | null> {
  const { sql, now } = tx;
  const [row] = await sql<FlowRow[]>`
    insert into flows (key, name, labels, run_policy, status, definition, tests, created_at, updated_at)
    values (${flow.key}, ${flow.name}, ${flow.labels}::text[], ${flow.run_policy}, ${flow.status},
      ${JSON.stringify(flow.definition)}::text::json, ${JSON.stringify(flow.tests ?? {})}::text::json,
      ${now}, ${now})
    on conflict (key) do nothing returning *`;
  if (!row) return null;
  await writeFlowEmails(tx, row.id, flow.definition);
  await writeFlowSequences(tx, row.id, flow.definition);
  await writeRecordReferences(tx, 'flow_id', row.id, recordsNamedInFlow(flow.definition));
  return row;
}

/** By key, or by id if the address is a number. Locks the row if it will be changed. */
export async function findFlow(
  { sql }: Tx,
  address: string,
  lock: 'for update' | 'no lock' = 'no lock',
): Promise<FlowRow | null> {
  const id = /^\d{1,15}$/.test(address) ? Number(address) : null;
  const [row] = await sql<FlowRow[]>`
    select * from flows where key = ${address} or id = ${id}::bigint
    order by key = ${address} desc limit 1 ${lock === 'for update' ? sql`for update` : sql``}`;
  return row ?? null;
}

export async function updateFlow(tx: Tx, id: number, flow: FlowContent): Promise<FlowRow> {
  const { sql, now } = tx;
  const [row] = await sql<[FlowRow]>`
    update flows set name = ${flow.name}, labels = ${flow.labels}::text[],
      run_policy = ${flow.run_policy}, status = ${flow.status},
      definition = ${JSON.stringify(flow.definition)}::text::json,
      tests = ${JSON.stringify(flow.tests ?? {})}::text::json,
      version = version + 1, updated_at = ${now}
    where id = ${id} returning *`;
  await writeFlowEmails(tx, id, flow.definition);
  await writeFlowSequences(tx, id, flow.definition);
  await writeRecordReferences(tx, 'flow_id', id, recordsNamedInFlow(flow.definition));
  return row;
}

/** Stores the tests alone, on which nothing of the engine depends. */
export async function writeFlowTests(
  { sql, now }: Tx,
  id: number,
  tests: FlowRow['tests'],
): Promise<void> {
  await sql`
    update flows set tests = ${JSON.stringify(tests)}::text::json, updated_at = ${now}
    where id = ${id}`;
}

/** In order of id; `after` is the id of the last row shown. */
export async function listFlows(
  tx: Tx,
  { label, hasDraft, ...page }: IdPage & { label: string | null; hasDraft: boolean | null },
): Promise<(FlowRow & { has_draft: boolean })[]> {
  const { sql } = tx;
  const { behind, order } = idPage(tx, page);
  const drafted = sql`exists (select from flow_drafts d where d.flow_id = flows.id)`;
  return await sql<(FlowRow & { has_draft: boolean })[]>`
    select *, ${drafted} as has_draft from flows
    where (${label}::text is null or labels @> array[${label}::text])
      ${hasDraft === null ? sql`` : sql`and ${drafted} = ${hasDraft}`} ${behind} ${order}`;
}

/** At most `limit` keys of flows in order of creation; all if `limit` is null. */
export async function listFlowKeys({ sql }: Tx, limit: number | null): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    select key from flows order by id limit ${limit}::bigint`;
  return rows.map((row) => row.key);
}

/** Every label in use on a flow. */
export async function listFlowLabels({ sql }: Tx): Promise<string[]> {
  const rows = await sql<{ label: string }[]>`
    select distinct unnest(labels) as label from flows order by 1`;
  return rows.map((row) => row.label);
}

/** Flows that people may be in: live ones, and paused ones that may continue. */
export async function listRunningFlows({ sql }: Tx): Promise<FlowRow[]> {
  return await sql<FlowRow[]>`select * from flows where status in ('live', 'paused') order by id`;
}

/** In order of id. */
export async function findFlowsByIds({ sql }: Tx, ids: number[]): Promise<FlowRow[]> {
  return await sql<FlowRow[]>`
    select * from flows where id = any(${ids}::bigint[]) order by id`;
}

export interface PeopleInside {
  flow_id: number;
  step_id: number;
  /** Everyone inside, parked runs included. */
  people: number;
  parked: number;
}

/** Counts people inside by flow and step; a run before its first step has step 0. */
export async function countPeopleInside({ sql }: Tx, flowIds: number[]): Promise<PeopleInside[]> {
  return await sql<PeopleInside[]>`
    select flow_id, coalesce(step_id, 0) as step_id, count(*)::bigint as people,
      count(*) filter (where status = 'parked')::bigint as parked
    from runs where flow_id = any(${flowIds}::bigint[]) and ended_at is null
    group by flow_id, step_id`;
}

/** The same as it is kept, for answers that show it; costs the steps, however many people there are. */
export async function keptPeopleInside(tx: Tx, flowIds: number[]): Promise<PeopleInside[]> {
  const rows = new Map<string, PeopleInside>();
  for (const { subject_id, step_id, measure, count } of await readLiveCounts(tx, 'flow', flowIds)) {
    if (measure !== 'inside' && measure !== 'parked') continue;
    const key = `${subject_id} ${step_id}`;
    const row = rows.get(key) ?? { flow_id: subject_id, step_id, people: 0, parked: 0 };
    row.people += count;
    if (measure === 'parked') row.parked += count;
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** People who passed each arm of the splits of a flow, as it is kept. */
export async function keptPeopleByArm(
  tx: Tx,
  flowId: number,
): Promise<{ step_id: number; arm: string; people: number }[]> {
  const counts = await readLiveCounts(tx, 'flow', [flowId]);
  return counts
    .filter(({ measure }) => measure === 'passed')
    .map(({ step_id, part, count }) => ({ step_id, arm: part, people: count }));
}

/** Counts people who wait on some steps; nobody is left out because the flow is paused. */
export async function countPeopleWaiting(
  { sql }: Tx,
  steps: readonly { flow_key: string; step_id: number }[],
): Promise<{ flow_key: string; step_id: number; people: number }[]> {
  return await sql<{ flow_key: string; step_id: number; people: number }[]>`
    select f.key as flow_key, r.step_id, count(*)::bigint as people
    from unnest(${steps.map(({ flow_key }) => flow_key)}::text[],
      ${steps.map(({ step_id }) => step_id)}::int[]) as wanted (flow_key, step_id)
    join flows f on f.key = wanted.flow_key
    join runs r on r.flow_id = f.id and r.step_id = wanted.step_id
    where r.ended_at is null and r.waiting and r.status in ('active', 'frozen')
    group by f.key, r.step_id`;
}

/** Whether the flow has ever had a run. */
export async function hasRuns({ sql }: Tx, id: number): Promise<boolean> {
  return (await sql`select from runs where flow_id = ${id} limit 1`).length > 0;
}

/** Returns false if the flow has ever had a run; the caller has locked the row. */
export async function deleteUnusedFlow({ sql }: Tx, id: number): Promise<boolean> {
  const rows = await sql`
    delete from flows where id = ${id} and not exists (select from runs where flow_id = ${id})
    returning 1`;
  return rows.length === 1;
}

/**
 * Prevents flows from being saved, paused or activated until the transaction ends, and returns
 * their statuses by id. For transactions that advance runs by the definitions: a save is either
 * visible here or comes after.
 */
export async function lockFlowsKeyShare(
  { sql }: Tx,
  ids: number[],
): Promise<Map<number, FlowStatus>> {
  const rows = await sql<{ id: number; status: FlowStatus }[]>`
    select id, status from flows where id = any(${ids}::bigint[]) order by id for key share`;
  return new Map(rows.map((row) => [row.id, row.status]));
}

/** Locks flows alone until the transaction ends; waits for transactions that advance their runs. */
export async function lockFlows({ sql }: Tx, ids: number[]): Promise<void> {
  await sql`select from flows where id = any(${ids}::bigint[]) order by id for update`;
}

/**
 * Shares the rows of flows until the transaction ends, so that a pause waits. Returns their
 * statuses by id.
 */
export async function lockFlowsShared(
  { sql }: Tx,
  ids: number[],
): Promise<Map<number, FlowStatus>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; status: FlowStatus }[]>`
    select id, status from flows where id = any(${ids}::bigint[]) order by id for share`;
  return new Map(rows.map((row) => [row.id, row.status]));
}
