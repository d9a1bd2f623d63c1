import type { Tool } from './tool.ts';

/** Tools of sequences and their steps. */
export const sequenceTools = [
  {
    name: 'list_sequences',
    toolset: 'sequences',
    description: 'List sequences with steps, delays and people partway through.',
    asked: 'drip campaigns courses series',
    operation: 'list_sequences',
    arguments: { unlisted: ['key'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'get_sequence',
    toolset: 'sequences',
    description: 'Get one sequence: ordered steps and the guards on its sends.',
    operation: 'get_sequence',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_sequence',
    toolset: 'sequences',
    description:
      'Create (starts off) or change a sequence. repeat_mode: what people get who start again.',
    asked: 'drip campaign course series autoresponder',
    operation: { create: 'create_sequence', update: 'update_sequence', by: 'sequence_id' },
    arguments: { undescribed: ['repeat_mode', 'key'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'delete_sequence',
    toolset: 'sequences',
    description: 'Delete a sequence; refused while anyone is partway through.',
    operation: 'delete_sequence',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'toggle_sequence',
    toolset: 'sequences',
    description: 'Turn a sequence on (releases held emails) or off (holds them, starts nobody).',
    operation: 'toggle_sequence',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  },
  {
    name: 'start_on_sequence',
    toolset: 'sequences',
    description:
      'Start a person on a sequence that is on; repeat_mode says what a second start does.',
    asked: 'put or enroll a person into the sequence, subscribe to a course',
    operation: 'start_on_sequence',
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    aliases: ['start_sequence'],
  },
  {
    name: 'add_sequence_step',
    toolset: 'sequences',
    description:
      'Add a draft step. Choose email_source: scratch (blank), shared (edits reach every use) or copy.',
    operation: 'add_sequence_step',
    arguments: { undescribed: ['position', 'delay_amount', 'delay_unit'] },
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  },
  {
    name: 'save_sequence_step',
    toolset: 'sequences',
    description: "Change a step's delay, or set status active so people get it.",
    operation: 'update_sequence_step',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'move_sequence_step',
    toolset: 'sequences',
    description: 'Move a step up or down.',
    operation: 'move_sequence_step',
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  },
  {
    name: 'replace_sequence_step_email',
    toolset: 'sequences',
    description: "Swap a step's email, also where it is already queued.",
    operation: 'replace_sequence_step_email',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'delete_sequence_step',
    toolset: 'sequences',
    description: "Remove a step and pull it from everyone's queue.",
    operation: 'delete_sequence_step',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
] as const satisfies readonly Tool[];
