import { consentHandlers } from './consent-handlers.ts';
import { fieldHandlers } from './field-handlers.ts';
import { importHandlers } from './import/import-handlers.ts';
import { personHandlers } from './person-handlers.ts';
import { tagHandlers } from './tag-handlers.ts';
import { taggingHandlers } from './tagging-handlers.ts';

/** The handlers of people, fields, tags, taggings, consents and imports. */
export const peopleHandlers = {
  ...personHandlers,
  ...consentHandlers,
  ...fieldHandlers,
  ...importHandlers,
  ...tagHandlers,
  ...taggingHandlers,
};
