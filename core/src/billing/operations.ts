import { productOperations } from './product-operations.ts';
import { subscriptionOperations } from './subscription-operations.ts';

/** The contracts of products and subscriptions. */
export const billingOperations = {
  ...productOperations,
  ...subscriptionOperations,
};
