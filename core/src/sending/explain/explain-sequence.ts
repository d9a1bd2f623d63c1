import { type DeliveryReason, day } from './explain-reason.ts';

/** A sequence that sends the email, and the person's progress on it. */
export interface SequenceFact {
  id: number;
  name: string;
  enabled: boolean;
  /** Its steps that send the email. */
  sending: { id: number; position: number; active: boolean }[];
  /** The person's newest run, if any. */
  run: {
    started_at: Date;
    finished_at: Date | null;
    ended_step_ids: readonly number[];
    /** The queued step; null until the first round evaluates the run. */
    next: { position: number; due_at: Date } | null;
  } | null;
}

export interface SequenceReasons {
  reasons: DeliveryReason[];
  /** When the run of a person continues who may still reach a step that sends the email; else null. */
  coming: Date | null;
}

/** Explains the person's progress on a sequence, and what prevents the email there. */
export function sequenceReasons(sequence: SequenceFact, now: Date): SequenceReasons {
  const { id, name, enabled, sending, run } = sequence;
  const what = `the sequence ${id} "${name}"`;
  const reasons: DeliveryReason[] = [];
  if (!enabled) {
    const message = `${capital(what)} is off: its emails are held, and nobody is started.`;
    reasons.push({ code: 'sequence_off', message, fix: 'Turn it on with toggle_sequence.' });
  }
  for (const { position, active } of sending) {
    if (active) continue;
    const message = `Step ${position} of ${what}, which sends the email, is a draft.`;
    reasons.push({
      code: 'step_draft',
      message,
      fix: 'Set its status to active with update_sequence_step.',
    });
  }
  reasons.push(standing(what, run));
  const left = sending.some((step) => step.active && !run?.ended_step_ids.includes(step.id));
  const isComing = enabled && left && run !== null && run.finished_at === null;
  return { reasons, coming: isComing ? (run.next?.due_at ?? now) : null };
}

function standing(what: string, run: SequenceFact['run']): DeliveryReason {
  if (run === null) {
    const message = `The person was never started on ${what}.`;
    return {
      code: 'sequence_not_started',
      message,
      fix: 'Start the person with start_on_sequence, or by a step start_sequence of a flow.',
    };
  }
  if (run.finished_at !== null) {
    const message = `The person reached the end of ${what} at ${day(run.finished_at)}.`;
    return { code: 'sequence_finished', message, fix: '' };
  }
  const partway = `The person is partway through ${what}`;
  if (run.next === null) {
    const message = `${partway}, and the next step is queued within moments.`;
    return { code: 'sequence_waiting', message, fix: 'Look again in a moment.' };
  }
  const { position, due_at } = run.next;
  const message = `${partway}: step ${position} is next, at ${day(due_at)}.`;
  return { code: 'sequence_partway', message, fix: '' };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
