import { answersAlike } from './three-surfaces.ts';

const nowhere = { broadcast_id: 999_999 };

answersAlike([
  { name: 'list_broadcasts' },
  { name: 'list_broadcasts', input: { status: 'sent' } },
  { name: 'get_broadcast', input: nowhere },
  {
    name: 'create_broadcast',
    input: { name: 'News', email_source: 'copy', email_id: 999_999 },
  },
  { name: 'create_broadcast', input: { name: 'News', email_source: 'shared', email_id: 1 } },
  { name: 'create_broadcast', input: { name: 'News', email_source: 'borrowed' } },
  {
    name: 'create_broadcast',
    input: ({ email_id }) => ({
      ...{ name: 'News', email_source: 'copy', email_id, recheck_segment: true },
    }),
  },
  {
    name: 'create_broadcast',
    input: { name: 'News', email_source: 'scratch', exclude: { segment_ids: [999_999] } },
  },
  { name: 'update_broadcast', input: { ...nowhere, recheck_segment: false } },
  { name: 'update_broadcast', input: { ...nowhere, exclude: { broadcast_ids: [1] } } },
  { name: 'update_broadcast', input: { ...nowhere, emails_per_hour: null } },
  { name: 'delete_broadcast', input: nowhere },
  { name: 'replace_broadcast_email', input: { ...nowhere, email_source: 'scratch' } },
  { name: 'schedule_broadcast', input: { ...nowhere, send_at: '2030-01-01T09:00' } },
  { name: 'unschedule_broadcast', input: nowhere },
  { name: 'send_broadcast_now', input: nowhere },
  { name: 'pause_broadcast', input: nowhere },
  { name: 'resume_broadcast', input: nowhere },
  { name: 'cancel_broadcast', input: nowhere },
  { name: 'fork_email', input: { holder_type: 'broadcast', holder_id: 999_999 } },
]);
