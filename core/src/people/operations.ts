import { fieldOperations } from './field-operations.ts';
import { importOperations } from './import/import-operations.ts';
import { personOperations } from './person-operations.ts';
import { tagOperations } from './tag-operations.ts';

/** The contracts of people, fields, tags, imports and exports. */
export const peopleOperations = {
  ...personOperations,
  ...fieldOperations,
  ...importOperations,
  ...tagOperations,
};
