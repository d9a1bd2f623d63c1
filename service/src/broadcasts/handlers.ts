import { broadcastHandlers } from './broadcast-handlers.ts';

/** The handlers of broadcasts. */
export const broadcastsHandlers = {
  ...broadcastHandlers,
};
