import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_sequences' },
  { name: 'create_sequence', input: { name: 'Tips', repeat_mode: 'once_per_email' } },
  { name: 'create_sequence', input: { name: ' ', repeat_mode: 'twice' } },
  { name: 'get_sequence', input: { sequence_id: 999_999 } },
  { name: 'update_sequence', input: { sequence_id: 999_999, name: 'Other' } },
  { name: 'delete_sequence', input: { sequence_id: 999_999 } },
  { name: 'toggle_sequence', input: { sequence_id: 999_999, enabled: true } },
  { name: 'start_on_sequence', input: ({ person }) => ({ sequence_id: 999_999, person }) },
  { name: 'start_on_sequence', input: { sequence_id: 999_999, person: 'nobody@example.com' } },
  { name: 'add_sequence_step', input: { sequence_id: 999_999, email_source: 'scratch' } },
  { name: 'add_sequence_step', input: { sequence_id: 999_999 } },
  { name: 'update_sequence_step', input: { step_id: 999_999, status: 'active' } },
  { name: 'move_sequence_step', input: { step_id: 999_999, direction: 'left' } },
  { name: 'replace_sequence_step_email', input: { step_id: 999_999, email_source: 'scratch' } },
  { name: 'delete_sequence_step', input: { step_id: 999_999 } },
]);
