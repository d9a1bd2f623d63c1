import { answersAlike } from './three-surfaces.ts';

const definition = { trigger: { event: 'signed_up' }, nodes: [{ type: 'exit_flow' }] };

answersAlike([
  { name: 'save_flow_draft', input: ({ flow_key }) => ({ flow_key, definition }) },
  { name: 'save_flow_draft', input: { flow_key: 'nowhere', definition } },
  { name: 'get_flow_draft', input: ({ flow_key }) => ({ flow_key }) },
  { name: 'delete_flow_draft', input: ({ flow_key }) => ({ flow_key }) },
  { name: 'publish_flow', input: ({ flow_key }) => ({ flow_key }) },
  { name: 'validate_flow', input: ({ flow_key }) => ({ flow_key, draft: true }) },
  { name: 'save_email_draft', input: ({ email_id }) => ({ email_id, subject: 'Edited' }) },
  { name: 'save_email_draft', input: ({ email_id }) => ({ email_id, body_markdown: '{% if %}' }) },
  { name: 'get_email_draft', input: ({ email_id }) => ({ email_id }) },
  { name: 'delete_email_draft', input: ({ email_id }) => ({ email_id }) },
  { name: 'publish_email', input: ({ email_id }) => ({ email_id }) },
  { name: 'preview_email', input: ({ email_id }) => ({ email_id, draft: true }) },
]);
