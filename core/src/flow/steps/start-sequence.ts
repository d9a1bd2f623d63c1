import { own, quoted } from '../../condition/json.ts';
import type { StartSequence } from '../definition.ts';
import { sequenceId } from '../field-kind.ts';
import type { StepType } from './step-type.ts';

/** Starts the person on the sequence and goes on; its emails wait while it is off (RUN-07). */
export const startSequence: StepType<StartSequence> = {
  fields: { sequence_id: { kind: sequenceId, required: true } },
  arms: [],
  ends: false,
  summary: (step) => `Start sequence ${quoted(own(step, 'sequence_id'))}`,
  holds: () => false,

  enter(step, { answers }) {
    const { id: step_id, sequence_id } = step;
    if (!answers.sequences.has(sequence_id)) {
      return { kind: 'skip', reason: `There is no sequence ${sequence_id}.` };
    }
    return { kind: 'next', effect: { kind: 'start_sequence', step_id, sequence_id } };
  },
};
