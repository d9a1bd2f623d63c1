import type { Definition } from '@postroad/core/flows/definition/definition';
import type { Tx } from '../platform/transaction.ts';

export interface FlowDraftRow {
  /** As it was normalised when it was saved; it need not be valid. */
  definition: Definition;
  /** Grows with each change of the draft. */
  revision: number;
  base_revision: number;
  /** Revision of the flow now. */
  live_revision: number;
  created_at: Date;
  updated_at: Date;
}

/** The draft beside a flow; locked for who publishes it, so that no save of it is dropped unseen. */
export async function findFlowDraft(
  { sql }: Tx,
  flowId: number,
  lock?: 'for update',
): Promise<FlowDraftRow | null> {
  const [row] = await sql<FlowDraftRow[]>`
    select d.definition, d.revision, d.base_revision, f.revision as live_revision, d.created_at, d.updated_at
    from flow_drafts d join flows f on f.id = d.flow_id
    where d.flow_id = ${flowId} ${lock ? sql`for update of d` : sql``}`;
  return row ?? null;
}

export async function hasFlowDraft({ sql }: Tx, flowId: number): Promise<boolean> {
  return (await sql`select from flow_drafts where flow_id = ${flowId}`).length > 0;
}

/**
 * Keeps a draft in place of the one before. Where no base is given, that of the draft before stays,
 * and a draft that is begun has the revision that the flow has.
 */
export async function keepFlowDraft(
  { sql, now }: Tx,
  flowId: number,
  draft: { definition: unknown; base_revision: number | null },
): Promise<void> {
  const base = draft.base_revision;
  await sql`
    insert into flow_drafts (flow_id, definition, base_revision, created_at, updated_at)
    select id, ${JSON.stringify(draft.definition)}::text::json,
      coalesce(${base}::bigint, revision), ${now}, ${now}
    from flows where id = ${flowId}
    on conflict (flow_id) do update
    set definition = excluded.definition, updated_at = excluded.updated_at,
      base_revision = coalesce(${base}::bigint, flow_drafts.base_revision)`;
}

/** False where there is none. */
export async function dropFlowDraft({ sql }: Tx, flowId: number): Promise<boolean> {
  const rows = await sql`delete from flow_drafts where flow_id = ${flowId} returning 1`;
  return rows.length === 1;
}
