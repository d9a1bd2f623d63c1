import { definitionHandlers } from './definition-handlers.ts';

/** The handlers of definition files. */
export const definitionsHandlers = {
  ...definitionHandlers,
};
