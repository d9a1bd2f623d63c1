import { guardHandlers } from './guard-handlers.ts';
import { segmentHandlers } from './segment-handlers.ts';

/** The handlers of segments and guards. */
export const conditionsHandlers = {
  ...segmentHandlers,
  ...guardHandlers,
};
