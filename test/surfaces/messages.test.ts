import { answersAlike } from './three-surfaces.ts';

const words = { subject: 'Receipt', body_markdown: 'Thanks' };

answersAlike([
  { name: 'send_message', input: { to: 'ada@example.com', ...words } },
  {
    name: 'send_message',
    input: ({ email_id }) => ({ to: 'ada@example.com', email_id, ...words }),
  },
  {
    name: 'send_message',
    input: { to: 'nobody', subject: 'Receipt', body_markdown: 'Paid in full.' },
  },
  { name: 'list_messages', input: {} },
  { name: 'list_messages', input: { person: 'nobody@example.com', limit: 3 } },
  { name: 'get_message', input: { message_id: 999_999 } },
  { name: 'cancel_message', input: { message_id: 999_999 } },
]);
