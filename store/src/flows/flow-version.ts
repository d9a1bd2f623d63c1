import type { Definition } from '@postroad/core/flows/definition/definition';
import type { Code } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';

export interface FlowVersionRow {
  id: number;
  number: number;
  kind: Code<'flow_versions.kind'>;
  name: string;
  description: string;
  /** Null for a version from before this column; `definition` is then present. */
  step_count: number | null;
  created_at: Date;
}

export interface FlowVersionContent extends FlowVersionRow {
  definition: Definition;
}

export interface NewFlowVersion {
  flow_id: number;
  kind: Code<'flow_versions.kind'>;
  name?: string;
  description?: string;
  definition: unknown;
  step_count: number;
}

/** Takes the flow's next number; the caller has locked the flow's row. */
export async function insertFlowVersion(
  { sql, now }: Tx,
  version: NewFlowVersion,
): Promise<FlowVersionRow> {
  const [row] = await sql<[FlowVersionRow]>`
    insert into flow_versions
      (flow_id, number, kind, name, description, definition, step_count, created_at)
    select ${version.flow_id}, coalesce(max(number), 0) + 1, ${version.kind},
      ${version.name ?? ''}, ${version.description ?? ''},
      ${JSON.stringify(version.definition)}::text::json, ${version.step_count}, ${now}
    from flow_versions where flow_id = ${version.flow_id}
    returning id, number, kind, name, description, step_count, created_at`;
  return row;
}

/** Newest first; `before` is the number of the last version shown. */
export async function listFlowVersions(
  { sql }: Tx,
  query: { flowId: number; before: number | null; limit: number },
): Promise<(FlowVersionRow & { definition: Definition | null })[]> {
  return await sql<(FlowVersionRow & { definition: Definition | null })[]>`
    select id, number, kind, name, description, step_count, created_at,
      case when step_count is null then definition end as definition
    from flow_versions
    where flow_id = ${query.flowId} and (${query.before}::bigint is null or number < ${query.before}::bigint)
    order by number desc limit ${query.limit}`;
}

/** A version of this flow by its id, or the newest if no id is given. */
export async function findFlowVersion(
  { sql }: Tx,
  flowId: number,
  id: number | 'newest',
): Promise<FlowVersionContent | null> {
  const [row] = await sql<FlowVersionContent[]>`
    select id, number, kind, name, description, step_count, created_at, definition
    from flow_versions
    where flow_id = ${flowId} and (${id === 'newest'} or id = ${id === 'newest' ? 0 : id}::bigint)
    order by number desc limit 1`;
  return row ?? null;
}
