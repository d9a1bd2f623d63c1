import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import { limits } from '@postroad/core/platform/limits';
import { keptPeopleByArm } from '@postroad/store/flows/flow';
import type { Tx } from '@postroad/store/platform/transaction';
import { holdoutsOf, stepStats } from '@postroad/store/queue/kept-stats';
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
export async function withFlowStats(tx: Tx, read: FlowView): Promise<FlowView> {
  const flow = await withArms(tx, read);
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

/** A flow with the figures of its splits: people by arm, also of arms that are gone, and the held out. */
async function withArms(tx: Tx, flow: FlowView): Promise<FlowView> {
  const splits = new Map(
    listSteps(flow.definition.nodes).steps.flatMap(({ step, arms }) =>
      step.type === 'split' ? [[Number(step.id), arms.map(({ name }) => name)] as const] : [],
    ),
  );
  if (splits.size === 0) return flow;
  const passed = await keptPeopleByArm(tx, flow.id);
  const held = await holdoutsOf(tx, flow.id);
  const steps = flow.steps.map((step) => {
    const names = splits.get(step.id);
    if (names === undefined) return step;
    const own = passed.filter(({ step_id }) => step_id === step.id);
    const all = new Map([...names.map((name) => [name, 0] as const), ...own.map(byName)]);
    const arms = [...all].map(([name, people]) => ({ name, people }));
    return { ...step, arms, holdout: held.get(step.id) ?? 0 };
  });
  return { ...flow, steps };
}

const byName = ({ arm, people }: { arm: string; people: number }) => [arm, people] as const;

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
