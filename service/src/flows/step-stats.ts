import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import type { Tx } from '@postroad/store/platform/transaction';
import { sourceStats } from '@postroad/store/queue/send-stats';
import { statsInTime } from '../platform/stats-in-time.ts';

type FlowView = OperationOutput<'get_flow'>['flow'];
type SequenceView = OperationOutput<'get_sequence'>['sequence'];

/**
 * The emails that the steps of a flow send, by step id. In a draft a step may name none, or one
 * that does not exist.
 */
function emailsOf(flow: FlowView): Map<number, number> {
  const sending = listSteps(flow.definition.nodes).steps.filter(
    ({ step }) => step.type === 'send_email' && Number.isSafeInteger(step.email_id),
  );
  return new Map(sending.map(({ step }) => [Number(step.id), Number(step.email_id)]));
}

/** A flow with the mail figures of its steps; costs as much as the flow has sent. */
export async function withFlowStats(tx: Tx, flow: FlowView): Promise<FlowView> {
  const emails = emailsOf(flow);
  if (emails.size === 0) return flow;
  const held = [...emails].map(([step_id, email_id]) => ({
    source_id: flow.id,
    step_id,
    email_id,
  }));
  const stats = await statsInTime(tx, () => sourceStats(tx, 'flow', [flow.id], held));
  if (stats === null) return flow;
  const steps = flow.steps.map((step) =>
    emails.has(step.id) ? { ...step, stats: stats(flow.id, step.id) } : step,
  );
  return { ...flow, steps };
}

/** The same for a sequence. */
export async function withSequenceStats(tx: Tx, sequence: SequenceView): Promise<SequenceView> {
  const { id: source_id } = sequence;
  const held = sequence.steps.map(({ id, email }) => ({
    source_id,
    step_id: id,
    email_id: email.id,
  }));
  const stats = await statsInTime(tx, () => sourceStats(tx, 'sequence', [source_id], held));
  if (stats === null) return sequence;
  const steps = sequence.steps.map((step) => ({ ...step, stats: stats(source_id, step.id) }));
  return { ...sequence, steps };
}
