import { answersAlike } from './three-surfaces.ts';

// FILE-03: a key may be written wherever an id may, and every surface refuses an unknown one alike.
answersAlike([
  { name: 'create_email', input: { title: 'Spring', template: 'default' } },
  { name: 'create_email', input: { title: 'Spring', template: 'no-such' } },
  { name: 'update_email', input: ({ email_id }) => ({ email_id, template: 'no-such' }) },
  { name: 'create_broadcast', input: { name: 'News', email_source: 'copy', email: 'welcome' } },
  { name: 'create_broadcast', input: { name: 'News', email_source: 'copy', email: 'welcom' } },
  {
    name: 'create_flow',
    input: {
      key: 'by-key',
      definition: {
        trigger: { event: 'signed_up' },
        nodes: [
          { type: 'send_email', email: 'welcome' },
          { type: 'send_email', email: 'welcom' },
          { type: 'start_sequence', sequence: 'no-such' },
        ],
      },
    },
  },
  {
    name: 'create_flow',
    input: {
      key: 'by-both',
      definition: {
        trigger: { event: 'signed_up' },
        nodes: [{ type: 'send_email', email_id: 1, email: 'welcome' }],
      },
    },
  },
  {
    name: 'create_segment',
    input: { key: 'got-it', definition: { type: 'received_email', email: 'welcome' } },
  },
  {
    name: 'create_segment',
    input: { key: 'got-it', definition: { type: 'received_email', email: 'welcom' } },
  },
]);
