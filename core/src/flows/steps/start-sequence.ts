import { own, quoted } from '../../platform/json.ts';
import type { StartSequence } from '../definition/definition.ts';
import { sequenceId } from '../definition/field-kind.ts';
import type { StepType } from './step-type.ts';

/**
 * Starts the person on the sequence and continues; a sequence that is off starts nobody (RUN-07,
 * SEQ-13).
 */
export const startSequence: StepType<StartSequence> = {
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
