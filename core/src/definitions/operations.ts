import { definitionOperations } from './definition-operations.ts';

/** The contracts of definition files. */
export const definitionsOperations = {
  ...definitionOperations,
};
