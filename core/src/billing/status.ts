/** What a native subscription row can be in (contract §2, "Subscription"). */
export const subscriptionStatuses = [
  'active',
  'trialing',
  'past_due',
  'inactive',
  'cancelled',
  'ended',
] as const;

export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/**
 * Under which `active_subscription` holds: the person has what was subscribed to, on trial and while
 * a late payment is being collected too, until the subscription is over.
 */
export const activeStatuses: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due'];
