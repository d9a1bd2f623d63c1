import { own, quoted } from '../../platform/json.ts';
import type { StepBase } from '../definition/definition.ts';
import { sequenceId } from '../definition/field-kind.ts';
import type { StepType } from './step-type.ts';

export interface StartSequence extends StepBase {
  type: 'start_sequence';
  sequence_id: number;
}

/**
 * Starts the person on the sequence and continues; a sequence that is off starts nobody (RUN-07,
 * SEQ-13).
 */
export const startSequence: StepType<StartSequence> = {
  words: {
    purpose: 'Starts the person on a sequence and continues; while it is off nobody is started.',
    example: ({ sequence }) => ({ name: 'Start the course', sequence_id: sequence }),
    uses: ['sequences'],
    rules: ['A sequence that is gone or off by then is skipped with its reason.'],
    errors: ['sequence_unknown', 'sequence_off', 'step_keys_exclusive'],
  },
  fields: { sequence_id: { kind: sequenceId, required: true } },
  arms: [],
  ends: false,
  summary: (step) => `Start sequence ${quoted(own(step, 'sequence_id'))}`,
  holds: () => false,

  enter(step, { answers }) {
    const { id: step_id, sequence_id } = step;
    const sequence = answers.sequences.get(sequence_id);
    if (!sequence) return { kind: 'skip', reason: `There is no sequence ${sequence_id}.` };
    if (!sequence.enabled) return { kind: 'skip', reason: `Sequence ${sequence_id} is off.` };
    return { kind: 'next', effect: { kind: 'start_sequence', step_id, sequence_id } };
  },
};
