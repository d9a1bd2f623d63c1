import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import { limits } from '@postroad/core/platform/limits';
import type { Tx } from '@postroad/store/platform/transaction';
import { stepStats } from '@postroad/store/queue/kept-stats';
import type { StepEmail } from '@postroad/store/queue/send-stats';
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

/** The stats of a step by its id; null where counting took too long. */
async function statsOf(
  tx: Tx,
  source: { kind: 'flow' | 'sequence'; id: number },
  steps: readonly StepEmail[],
) {
  const counted = await statsInTime(tx, () => stepStats(tx, source, steps, limits.statsExactMails));
  if (counted === null) return null;
  return (step: number) => ({
    ...counted.of(source.id, step),
    ...(counted.approximate && { approximate: true as const }),
  });
}

/** A flow with the mail figures of its steps; counts people up to `limits.statsExactMails` mails. */
export async function withFlowStats(tx: Tx, flow: FlowView): Promise<FlowView> {
  const emails = emailsOf(flow);
  if (emails.size === 0) return flow;
  const held = [...emails].map(([step_id, email_id]) => ({
    source_id: flow.id,
    step_id,
    email_id,
  }));
  const source = { kind: 'flow', id: flow.id } as const;
  const stats = await statsOf(tx, source, held);
  if (stats === null) return flow;
  const steps = flow.steps.map((step) =>
    emails.has(step.id) ? { ...step, stats: stats(step.id) } : step,
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
  const stats = await statsOf(tx, { kind: 'sequence', id: source_id }, held);
  if (stats === null) return sequence;
  const steps = sequence.steps.map((step) => ({ ...step, stats: stats(step.id) }));
  return { ...sequence, steps };
}
