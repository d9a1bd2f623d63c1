import { broadcastOperations } from './broadcast-operations.ts';

/** The contracts of broadcasts. */
export const broadcastsOperations = {
  ...broadcastOperations,
};
