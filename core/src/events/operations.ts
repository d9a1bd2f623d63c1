import { eventOperations } from './event-operations.ts';

/** The contracts of events. */
export const eventsOperations = {
  ...eventOperations,
};
