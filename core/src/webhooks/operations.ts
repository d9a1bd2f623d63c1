import { webhookOperations } from './webhook-operations.ts';

/** The contracts of webhook endpoints and their deliveries. */
export const webhooksOperations = {
  ...webhookOperations,
};
