import { sequenceOperations } from './sequence-operations.ts';

/** The contracts of sequences and their steps. */
export const sequencesOperations = {
  ...sequenceOperations,
};
