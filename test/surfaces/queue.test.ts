import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_queue', input: {} },
  { name: 'list_queue', input: { status: 'sent', limit: 3 } },
  { name: 'list_overdue' },
  { name: 'get_queue_reasons', input: { status: 'holding' } },
  { name: 'get_queue_reasons', input: { status: 'failed', hours: 24 } },
  { name: 'retry_send', input: { send_id: 999_999 } },
  { name: 'dismiss_send', input: { send_id: 999_999 } },
  { name: 'list_queue', input: { source: 'flow', source_id: 1 } },
  { name: 'retry_failed_sends', input: { reason: 'quota' } },
  { name: 'retry_failed_sends', input: { source_id: 1 } },
  { name: 'dismiss_uncertain_sends', input: { email_id: 1 } },
]);
