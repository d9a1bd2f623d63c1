import { fieldHandlers } from './field-handlers.ts';
import { importHandlers } from './import/import-handlers.ts';
import { personHandlers } from './person-handlers.ts';
import { tagHandlers } from './tag-handlers.ts';
import { taggingHandlers } from './tagging-handlers.ts';

/** The handlers of people, fields, tags, taggings and imports. */
export const peopleHandlers = {
  ...personHandlers,
  ...fieldHandlers,
  ...importHandlers,
  ...tagHandlers,
  ...taggingHandlers,
};
