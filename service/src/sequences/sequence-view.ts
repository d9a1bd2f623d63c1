import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { notFound } from '@postroad/core/platform/refusal';
import { guardsOfSequences } from '@postroad/store/conditions/guard';
import type { Tx } from '@postroad/store/platform/transaction';
import { reasonsBySteps } from '@postroad/store/queue/send-view';
import { findSequence, keptInside, type SequenceRow } from '@postroad/store/sequences/sequence';
import { listShownSteps, type ShownStepRow } from '@postroad/store/sequences/sequence-step';

export type SequenceView = OperationOutput<'get_sequence'>['sequence'];
export type StepView = SequenceView['steps'][number];

/**
 * Sequences as answers show them, with one query for each kind of fact; what is kept of people
 * is read, so none costs the people who are partway.
 */
export async function sequenceViews(tx: Tx, rows: readonly SequenceRow[]): Promise<SequenceView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const steps = await listShownSteps(tx, ids);
  const inside = await keptInside(tx, ids);
  const guards = await guardsOfSequences(tx, ids);
  return rows.map(({ id, key, name, description, repeat_mode, enabled, revision }) => {
    const own = steps.filter((step) => step.sequence_id === id);
    const people = inside.filter((count) => count.sequence_id === id);
    const byStep = new Map(people.map((count) => [count.step_id, count.people]));
    return {
      ...{ id, key, name, description, repeat_mode, enabled, revision },
      people_inside: people.reduce((sum, count) => sum + count.people, 0),
      steps: own.map((step) => stepView(step, byStep.get(step.id) ?? 0)),
      guards: guards
        .filter(({ sequence_id }) => sequence_id === id)
        .map(({ sequence_id: _, ...guard }) => guard),
    };
  });
}

function stepView(step: ShownStepRow, people: number): StepView {
  const { id, position, delay_amount, delay_unit, status } = step;
  const email = { id: step.email_id, title: step.email_title, subject: step.email_subject };
  return { id, position, delay_amount, delay_unit, status, email, people };
}

/** A sequence with what is held of it, and why, among the next mails of its queue. */
export async function withHeld(tx: Tx, view: SequenceView): Promise<SequenceView> {
  const most = limits.queueReasonsCounted;
  const rows = await reasonsBySteps(tx, view.id, most + 1);
  const mails = rows.flatMap(({ step_id, reason, count, opens_at }) =>
    reason === null ? [] : [{ step_id, reason, count, opens_at: opens_at?.toISOString() ?? null }],
  );
  const isMore = rows.reduce((sum, { count }) => sum + count, 0) > most;
  return { ...view, held: { mails, ...(isMore && { more: true as const }) } };
}

export async function getSequence(
  tx: Tx,
  id: number,
  lock: 'for update' | 'no lock' = 'no lock',
): Promise<SequenceRow> {
  const row = await findSequence(tx, id, lock);
  if (!row) throw notFound('sequence', id);
  return row;
}

/** One sequence in its present state. Throws a 404. */
export async function shownSequence(tx: Tx, id: number): Promise<SequenceView> {
  const [view] = await sequenceViews(tx, [await getSequence(tx, id)]);
  if (!view) throw notFound('sequence', id);
  return view;
}
