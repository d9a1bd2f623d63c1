import type { Tool } from './tool.ts';

/** Tools of webhook endpoints: which programs hear what happens. */
export const webhookTools = [
  {
    name: 'list_webhook_endpoints',
    toolset: 'settings',
    description: 'List webhook endpoints; webhook_endpoint: one.',
    asked: 'integrations outgoing hooks',
    operation: {
      when: 'webhook_endpoint',
      call: 'get_webhook_endpoint',
      otherwise: 'list_webhook_endpoints',
    },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_webhook_endpoint',
    toolset: 'settings',
    description:
      'Create (omit webhook_endpoint) or change a webhook endpoint. A new one answers the secret of its signatures this once.',
    asked:
      'notify another system or url when somebody unsubscribes, zapier, slack, integration, subscribe to events',
    operation: {
      create: 'create_webhook_endpoint',
      update: 'update_webhook_endpoint',
      by: 'webhook_endpoint',
    },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'delete_webhook_endpoint',
    toolset: 'settings',
    description: 'Delete a webhook endpoint; nothing more is delivered to it.',
    operation: 'delete_webhook_endpoint',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'rotate_webhook_secret',
    toolset: 'settings',
    description: 'Draw a new secret of a webhook endpoint, answered this once.',
    asked: 'leaked signing key',
    operation: 'rotate_webhook_secret',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'test_webhook_endpoint',
    toolset: 'settings',
    description: 'Send a delivery of the type webhook.test to one webhook endpoint.',
    operation: 'test_webhook_endpoint',
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  },
  {
    name: 'list_webhook_deliveries',
    toolset: 'settings',
    description: 'List the deliveries of one webhook endpoint with their attempts.',
    asked: 'did the webhook arrive, failed webhooks, log',
    operation: 'list_webhook_deliveries',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'replay_webhook_delivery',
    toolset: 'settings',
    description: 'Deliver again what was delivered or given up, under the same webhook-id.',
    asked: 'resend or redeliver a failed webhook',
    operation: 'replay_webhook_delivery',
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  },
] as const satisfies readonly Tool[];
