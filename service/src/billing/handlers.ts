import { productHandlers } from './product-handlers.ts';
import { subscriptionHandlers } from './subscription-handlers.ts';

/** The handlers of products and subscriptions. */
export const billingHandlers = {
  ...productHandlers,
  ...subscriptionHandlers,
};
