import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_sends', input: {} },
  { name: 'list_sends', input: { status: 'sent', sort: 'at', limit: 2, fields: ['id', 'at'] } },
  {
    name: 'list_sends',
    input: ({ flow_key, person }) => ({ flow_key, person, until: '2100-01-01T00:00:00Z' }),
  },
  { name: 'list_sends', input: { flow_key: 'none' } },
  { name: 'list_sends', input: { flow_key: 'a', broadcast_id: 1 } },
  { name: 'get_send', input: { send_id: 1 } },
  { name: 'get_send', input: { send_id: 1, expand: ['email', 'person'] } },
  { name: 'get_send', input: { send_id: 999_999 } },
  { name: 'get_send_content', input: { send_id: 1 } },
  { name: 'get_send_content', input: { send_id: 999_999 } },
  { name: 'get_report' },
  { name: 'list_bounces' },
  { name: 'list_bounces', input: { days: 7 } },
  { name: 'get_report', input: { by: 'step', from: '2026-01-01', to: '2026-12-31' } },
  { name: 'get_report', input: { by: 'link', limit: 1 } },
  { name: 'get_report', input: { by: 'colour' } },
  { name: 'get_report', input: { from: '2026-12-31', to: '2026-01-01' } },
]);
