import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_queue', input: {} },
  { name: 'list_queue', input: { status: 'sent', limit: 3 } },
  { name: 'retry_send', input: { send_id: 999_999 } },
  { name: 'dismiss_send', input: { send_id: 999_999 } },
]);
