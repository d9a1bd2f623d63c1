import { sequenceHandlers } from './sequence-handlers.ts';
import { sequenceStepHandlers } from './sequence-step-handlers.ts';

/** The handlers of sequences and their steps. */
export const sequencesHandlers = {
  ...sequenceHandlers,
  ...sequenceStepHandlers,
};
