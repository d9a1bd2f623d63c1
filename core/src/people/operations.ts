import { consentOperations } from './consent-operations.ts';
import { fieldOperations } from './field-operations.ts';
import { importOperations } from './import/import-operations.ts';
import { personExportOperations } from './person-export-operations.ts';
import { personOperations } from './person-operations.ts';
import { tagOperations } from './tag-operations.ts';
import { taggingOperations } from './tagging-operations.ts';

/** The contracts of people, fields, tags, taggings, consents, imports and exports. */
export const peopleOperations = {
  ...personOperations,
  ...fieldOperations,
  ...importOperations,
  ...consentOperations,
  ...personExportOperations,
  ...tagOperations,
  ...taggingOperations,
};
