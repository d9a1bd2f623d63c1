import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_emails', input: { limit: 5 } },
  { name: 'get_email', input: ({ email_id }) => ({ email_id }) },
  { name: 'get_email', input: { email_id: 999_999 } },
  { name: 'get_email_stats', input: ({ email_id }) => ({ email_id, from: '2026-01-01' }) },
  { name: 'get_email_stats', input: ({ email_id }) => ({ email_id, to: 'tomorrow' }) },
  {
    name: 'create_email',
    input: { subject: 'Hello', body_markdown: 'Hi *there*', labels: ['a', 'b'] },
  },
  { name: 'update_email', input: ({ email_id }) => ({ email_id, title: 'Renamed' }) },
  { name: 'list_emails', input: { used_in: ['flows', 'sequences'], used_mode: 'any' } },
  { name: 'list_emails', input: { used_in: ['flows', 'sequences'], used_mode: 'all' } },
  { name: 'duplicate_email', input: ({ email_id }) => ({ email_id }) },
  { name: 'delete_email', input: ({ email_id }) => ({ email_id }) },
  { name: 'delete_email', input: ({ email_id }) => ({ email_id, permanent: true }) },
  { name: 'restore_email', input: ({ email_id }) => ({ email_id }) },
  { name: 'restore_email', input: { email_id: 999_999 } },
  { name: 'preview_email', input: ({ email_id }) => ({ email_id }) },
  { name: 'send_test_email', input: ({ email_id }) => ({ email_id, to: 'tester@example.com' }) },
  { name: 'send_test_email', input: ({ email_id }) => ({ email_id, to: 'nobody' }) },
  {
    name: 'send_test_email',
    input: ({ email_id }) => ({ email_id, to: ['a@example.com', 'b@example.com'] }),
  },
  {
    name: 'send_test_email',
    input: ({ email_id }) => ({ email_id, to: ['a@example.com', 'nobody'] }),
  },
]);
