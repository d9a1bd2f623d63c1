import { personExportHandlers } from './person-export-handlers.ts';

/** The handlers of what is stored about a subscriber. */
export const subscribersHandlers = { ...personExportHandlers };
