import { handleOf } from '@postroad/core/flows/definition/step-id';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import type { Tx } from '../platform/transaction.ts';

/** The steps of a definition that send an email, in document order; other steps name no email. */
function sendingSteps(definition: unknown): { email_id: number; handle: string }[] {
  const nodes = (definition as { nodes?: unknown } | null)?.nodes;
  return listSteps(nodes).steps.flatMap(({ step }) => {
    const { email_id } = step;
    if (step.type !== 'send_email' || !Number.isSafeInteger(email_id)) return [];
    return Number(email_id) > 0 ? [{ email_id: Number(email_id), handle: handleOf(step) }] : [];
  });
}

/** The sequences that a definition starts; other steps name no sequence. */
function startedSequences(definition: unknown): number[] {
  const nodes = (definition as { nodes?: unknown } | null)?.nodes;
  const ids = listSteps(nodes).steps.flatMap(({ step: { type, sequence_id } }) => {
    const valid = type === 'start_sequence' && Number.isSafeInteger(sequence_id);
    return valid && Number(sequence_id) > 0 ? [Number(sequence_id)] : [];
  });
  return [...new Set(ids)];
}

/** Replaces the sequences that a flow starts. */
export async function writeFlowSequences(
  { sql }: Tx,
  flowId: number,
  definition: unknown,
): Promise<void> {
  const ids = startedSequences(definition);
  await sql`delete from flow_sequences where flow_id = ${flowId}`;
  if (ids.length === 0) return;
  await sql`
    insert into flow_sequences (flow_id, sequence_id)
    select ${flowId}::bigint, id from unnest(${ids}::bigint[]) as s (id)`;
}

/** Replaces the emails that a flow sends. */
export async function writeFlowEmails(
  { sql }: Tx,
  flowId: number,
  definition: unknown,
): Promise<void> {
  const steps = sendingSteps(definition);
  await sql`delete from flow_emails where flow_id = ${flowId}`;
  if (steps.length === 0) return;
  await sql`
    insert into flow_emails (flow_id, place, email_id, handle)
    select ${flowId}::bigint, place, email_id, handle
    from unnest(${steps.map((step) => step.email_id)}::bigint[],
      ${steps.map((step) => step.handle)}::text[]) with ordinality as sent (email_id, handle, place)`;
}

/** A step that sends an email, with its flow. */
export interface FlowEmailRow {
  email_id: number;
  /** Id of the flow. */
  id: number;
  key: string;
  name: string;
  handle: string;
}

/** The steps that send one of the emails, by flow and in document order. */
export async function listFlowEmails({ sql }: Tx, emailIds: number[]): Promise<FlowEmailRow[]> {
  return await sql<FlowEmailRow[]>`
    select s.email_id, f.id, f.key, f.name, s.handle
    from flow_emails s join flows f on f.id = s.flow_id
    where s.email_id = any(${emailIds}::bigint[]) order by f.id, s.place`;
}
