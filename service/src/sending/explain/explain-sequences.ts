import { limits } from '@postroad/core/platform/limits';
import type { SequenceFact } from '@postroad/core/sending/explain/explain-sequence';
import type { Tx } from '@postroad/store/platform/transaction';
import { findSequences } from '@postroad/store/sequences/sequence';
import { newestSequenceRuns, type SequenceStanding } from '@postroad/store/sequences/sequence-run';
import { listSequenceSteps, type SequenceStepRow } from '@postroad/store/sequences/sequence-step';
import { whereUsed } from '../../content/where-used.ts';

/** The sequences that send an email, with the progress of the person on each. */
export async function sequenceFacts(
  tx: Tx,
  personId: number,
  emailId: number,
): Promise<SequenceFact[]> {
  const used = (await whereUsed(tx, [emailId]))(emailId).sequences;
  const ids = [...new Set(used.map(({ id }) => id))].slice(0, limits.explainedRows);
  if (ids.length === 0) return [];
  const rows = await findSequences(tx, ids);
  const steps = await listSequenceSteps(tx, ids);
  const runs = await newestSequenceRuns(tx, personId, ids);
  return rows.map(({ id, name, enabled }) => {
    const own = steps.filter((step) => step.sequence_id === id);
    const sending = own.filter((step) => step.email_id === emailId);
    const run = runs.find((found) => found.sequence_id === id);
    return {
      ...{ id, name, enabled },
      sending: sending.map((step) => ({
        ...{ id: step.id, position: step.position, active: step.status === 'active' },
      })),
      run: run ? runFact(run, own) : null,
    };
  });
}

function runFact(
  { started_at, finished_at, ended_step_ids, next_step_id, due_at }: SequenceStanding,
  steps: readonly SequenceStepRow[],
): SequenceFact['run'] {
  const step = steps.find(({ id }) => id === next_step_id);
  const next = step && due_at ? { position: step.position, due_at } : null;
  return { started_at, finished_at, ended_step_ids, next };
}
