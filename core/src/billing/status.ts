/** The statuses of a native subscription row (contract §2, "Subscription"). */
export const subscriptionStatuses = [
  'active',
  'trialing',
  'past_due',
  'inactive',
  'paused',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'cancelled',
  'ended',
  /** A status of another system that is none of the others. */
  'unknown',
] as const;

export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/**
 * Statuses in which `active_subscription` holds: the person has access, also during a trial and
 * while a late payment is being collected, until the subscription ends.
 */
export const activeStatuses: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due'];
