import { answersAlike } from './three-surfaces.ts';

const url = 'https://hooks.example.com/postroad';
const nowhere = { webhook_endpoint: 'nowhere' };

answersAlike([
  { name: 'list_webhook_endpoints' },
  { name: 'get_webhook_endpoint', input: nowhere },
  { name: 'create_webhook_endpoint', input: { key: 'crm', url, events: ['email.*'] } },
  { name: 'create_webhook_endpoint', input: { url: 'https://10.0.0.1/', events: ['email.sent'] } },
  { name: 'create_webhook_endpoint', input: { url, events: ['email.sends'] } },
  { name: 'update_webhook_endpoint', input: { ...nowhere, enabled: false } },
  { name: 'delete_webhook_endpoint', input: nowhere },
  { name: 'rotate_webhook_secret', input: { ...nowhere, keep_hours: 1 } },
  { name: 'test_webhook_endpoint', input: nowhere },
  { name: 'list_webhook_deliveries', input: nowhere },
  { name: 'replay_webhook_delivery', input: { webhook_delivery_id: 999_999 } },
]);
