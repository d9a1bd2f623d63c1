import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { isOpen, nextStep } from '@postroad/core/sequences/next-step';
import type { Tx } from '@postroad/store/platform/transaction';
import { countProgress } from '@postroad/store/sequences/sequence-run';
import type { SequenceStepRow } from '@postroad/store/sequences/sequence-step';
import { stepShapes } from './advance-sequences.ts';

type Effects = OperationOutput<'move_sequence_step'>['effects'];

/** Steps with one of them active, as it will be once it is no draft any more. */
export function asActive(steps: readonly SequenceStepRow[], stepId: number): SequenceStepRow[] {
  const own = steps.findIndex(({ id }) => id === stepId);
  const later = steps.slice(own + 1).map(({ id }) => id);
  return steps.map((step) =>
    step.id === stepId ? { ...step, status: 'active', later_step_ids: later } : step,
  );
}

/**
 * What steps that become `after` do to people partway through, by the rule by which they are then
 * moved in the background. Looks at `limits.sequencePeopleCounted` people.
 */
export async function stepEffects(
  tx: Tx,
  stepId: number,
  { before, after }: Record<'before' | 'after', readonly SequenceStepRow[]>,
): Promise<Effects> {
  const [sequenceId] = after.map(({ sequence_id }) => sequence_id);
  const groups =
    sequenceId === undefined
      ? []
      : await countProgress(tx, sequenceId, limits.sequencePeopleCounted + 1);
  const shapes = { before: stepShapes(before), after: stepShapes(after) };
  const step = shapes.after.find(({ id }) => id === stepId);
  const people = new Map(after.map(({ id }) => [id, { people: 0, people_after: 0 }]));
  const sums = { people_inside: 0, gets_step: 0, next_changes: 0, finish: 0 };
  for (const { ended_step_ids, people: count } of groups) {
    const progress = { ended_step_ids, last_step_ended_at: tx.now };
    const now = nextStep(shapes.before, progress);
    const then = nextStep(shapes.after, progress);
    const nowId = now.kind === 'step' ? now.step.id : null;
    const thenId = then.kind === 'step' ? then.step.id : null;
    const gets = step !== undefined && isOpen(shapes.after, step, new Set(ended_step_ids));
    sums.people_inside += count;
    if (gets) sums.gets_step += count;
    if (nowId !== thenId) sums.next_changes += count;
    if (thenId === null) sums.finish += count;
    const standing = people.get(nowId ?? 0);
    const coming = people.get(thenId ?? 0);
    if (standing !== undefined) standing.people += count;
    if (coming !== undefined) coming.people_after += count;
  }
  return {
    ...sums,
    steps: after.map(({ id }) => ({ step_id: id, people: 0, people_after: 0, ...people.get(id) })),
    ...(sums.people_inside > limits.sequencePeopleCounted && { more: true as const }),
  };
}
