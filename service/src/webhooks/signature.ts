import { createHmac, randomBytes } from 'node:crypto';

const secretBytes = 32;

export function makeWebhookSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** As Standard Webhooks writes secrets. */
export function shownSecret(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

/** The headers of one attempt, by Standard Webhooks 1.0; signed with each secret that is in force. */
export function signedHeaders(
  secrets: readonly Uint8Array[],
  { messageId, at, body }: { messageId: string; at: Date; body: string },
): Record<string, string> {
  const id = `msg_${messageId}`;
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret)
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
    return `v1,${digest}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'Postroad',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
