import { notFound } from '@postroad/core/platform/refusal';
import type { Tx } from '@postroad/store/platform/transaction';
import { findSend, type SendView } from '@postroad/store/queue/send-view';
import { isTransactional, suppressionOf } from '../queue/suppression-of.ts';
import { type StepIds, stepIdIn, stepIdsOf } from './step-ids.ts';

/** Rows as the queue shows them; a step that no longer exists is shown without its slug. */
export async function sendItems(tx: Tx, rows: SendView[]) {
  const flowIds = rows.flatMap((row) => (row.source_key !== null ? (row.source_id ?? []) : []));
  const steps = await stepIdsOf(tx, flowIds);
  return rows.map((row) => sendItem(row, steps));
}

/** The Step ID of a flow's step, or the id of a sequence's step. */
function stepOf({ source_key, source_id, step_id }: SendView, steps: StepIds) {
  if (step_id === null) return null;
  if (source_key === null) return step_id;
  return stepIdIn(steps, { id: source_id ?? 0, key: source_key }, step_id);
}

/** Why mail that waits for its time will be skipped then (SPEC-16). */
function suppressionShown(row: SendView) {
  if (row.status !== 'scheduled') return null;
  return suppressionOf(row, isTransactional(row.source_kind, row.email_kind));
}

function sendItem(row: SendView, steps: StepIds) {
  return {
    id: row.id,
    person: row.person_id === null ? null : { id: row.person_id, email: row.person_email ?? '' },
    email: { id: row.email_id, title: row.email_title ?? '' },
    source: {
      kind: row.source_kind,
      id: row.source_id,
      name: row.source_name,
      step: stepOf(row, steps),
    },
    status: row.status,
    at: (row.ended_at ?? row.due_at).toISOString(),
    due_at: row.due_at.toISOString(),
    hold_reason: row.hold_reason ?? suppressionShown(row),
    attempts: row.attempts,
    last_error: row.last_error,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

/** One send; throws a 404 if there is none. */
export async function shownSend(tx: Tx, id: number) {
  const row = await findSend(tx, id);
  const [send] = row === null ? [] : await sendItems(tx, [row]);
  if (!send) throw notFound('send', id);
  return { send };
}
