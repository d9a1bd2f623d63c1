import { messageHandlers } from './message-handlers.ts';

/** The handlers of messages. */
export const messagesHandlers = { ...messageHandlers };
