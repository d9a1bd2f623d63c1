/**
 * What webhook endpoints can hear of (HOOK-07). A type is announced by `tx.work.announce`, in the
 * transaction of what it tells.
 */
export const webhookTypes = [
  ...(['person.created', 'person.updated', 'person.deleted'] as const),
  ...(['person.unsubscribed', 'person.resubscribed'] as const),
  'event.recorded',
  ...(['email.sent', 'email.delivered', 'email.opened', 'email.clicked'] as const),
  ...(['email.bounced', 'email.complained', 'email.failed', 'email.skipped'] as const),
  ...(['flow.run_started', 'flow.run_completed', 'flow.run_parked', 'flow.called'] as const),
  'sequence.completed',
  ...(['broadcast.started', 'broadcast.finished'] as const),
  ...(['message.sent', 'message.failed'] as const),
] as const;

export type WebhookType = (typeof webhookTypes)[number];

/** What `test_webhook_endpoint` sends, whatever the endpoint listens to. */
export const testType = 'webhook.test';

export type DeliveryType = WebhookType | typeof testType;

function nounOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}

/** Everything that an endpoint may name: each type, all types of a noun, and all. */
export const webhookPatterns: readonly string[] = [
  '*',
  ...new Set(webhookTypes.map((type) => `${nounOf(type)}.*`)),
  ...webhookTypes,
];

/** The patterns that a type matches. */
export function patternsOf(type: WebhookType): string[] {
  return ['*', `${nounOf(type)}.*`, type];
}
