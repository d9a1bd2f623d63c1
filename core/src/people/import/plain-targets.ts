/** Attributes of a person that a column can set, besides custom fields. */
export const plainTargets = [
  ...(['email', 'first_name', 'last_name', 'tags', 'external_id', 'timezone'] as const),
  ...(['subscribed_on', 'subscribed', 'unsubscribed', 'unsubscribed_at', 'reason'] as const),
  ...(['hard_bounced_at', 'complained_at', 'attribution', 'created_at'] as const),
  ...(['opted_in_at', 'consent_source'] as const),
] as const;
export type PlainTarget = (typeof plainTargets)[number];
