/** The value of `type`; not an event name (RENEW-01). */
export const renewalTriggerType = 'subscription_renewal_approaching';

/** The renewal intervals that reminders support (RENEW-03). */
export const renewalIntervals = ['monthly', 'yearly'] as const;

export type RenewalInterval = (typeof renewalIntervals)[number];

/** Starts a flow some days before a native subscription renews (spec, "Trigger"). */
export interface RenewalTrigger {
  type: typeof renewalTriggerType;
  /** Key. */
  product: string;
  interval: RenewalInterval;
  /** Calendar days before the renewal date in `timezone`, 0 to 366. */
  days_before: number;
  /** HH:MM of 24 hours. */
  local_time: string;
  /** IANA name. */
  timezone: string;
  /** True when absent; then the flow's run_policy is repeat (RENEW-07). */
  repeat?: boolean;
  label?: string;
}
