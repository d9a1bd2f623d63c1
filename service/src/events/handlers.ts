import { eventHandlers } from './event-handlers.ts';

/** The handlers of events and their types. */
export const eventsHandlers = {
  ...eventHandlers,
};
