import { either, type Tool, tool } from './tool.ts';

/** Tools of what sends in order or to many, with the tags and segments it goes by. */
export const sendingTools: readonly Tool[] = [
  tool('sequences', 'list_sequences'),
  tool('sequences', 'get_sequence'),
  {
    toolset: 'sequences',
    name: 'save_sequence',
    description:
      'Create (starts off) or change a sequence. repeat_mode: what a person who starts again gets.',
    quiet: ['repeat_mode'],
    serves: { create: 'create_sequence', update: 'update_sequence', by: 'sequence_id' },
  },
  tool('sequences', 'delete_sequence'),
  tool('sequences', 'toggle_sequence', { hints: { openWorldHint: true } }),
  tool('sequences', 'add_sequence_step', {
    quiet: ['email_id', 'position', 'delay_amount', 'delay_unit'],
  }),
  {
    toolset: 'sequences',
    name: 'save_sequence_step',
    serves: { operation: 'update_sequence_step' },
  },
  tool('sequences', 'move_sequence_step', { hints: { idempotentHint: false } }),
  tool('sequences', 'replace_sequence_step_email', { quiet: ['email_id'] }),
  tool('sequences', 'delete_sequence_step'),
  tool('people', 'list_tags'),
  either('people', 'list_segments', 'get_segment', 'segment_key', {
    description: 'List segments; segment_key: one with definition, size now and what uses it.',
  }),
  {
    toolset: 'people',
    name: 'save_segment',
    description:
      'Create (new key) or change a segment: a named condition over people, always live. Try preview_segment first.',
    quiet: ['definition'],
    serves: {
      create: 'create_segment',
      update: 'update_segment',
      by: 'segment_key',
      createsAs: 'key',
    },
  },
  tool('broadcasts', 'list_broadcasts'),
  tool('broadcasts', 'get_broadcast'),
  {
    toolset: 'broadcasts',
    name: 'save_broadcast',
    description: 'Create a draft (email_source scratch or copy) or change name, segment or pace.',
    quiet: ['email_id', 'segment_id', 'emails_per_hour'],
    serves: { create: 'create_broadcast', update: 'update_broadcast', by: 'broadcast_id' },
  },
  tool('broadcasts', 'replace_broadcast_email', { quiet: ['email_id'] }),
  tool('broadcasts', 'schedule_broadcast', {
    hints: { idempotentHint: true },
    quiet: ['send_at'],
  }),
  tool('broadcasts', 'unschedule_broadcast'),
  tool('broadcasts', 'send_broadcast_now'),
  tool('broadcasts', 'cancel_broadcast'),
  tool('broadcasts', 'delete_broadcast'),
];
