import { schemaOperations } from './schema-operations.ts';

/** The contracts of the catalog itself. */
export const catalogOperations = {
  ...schemaOperations,
};
