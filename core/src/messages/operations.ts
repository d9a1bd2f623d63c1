import { messageOperations } from './message-operations.ts';

/** The contracts of messages. */
export const messagesOperations = {
  ...messageOperations,
};
