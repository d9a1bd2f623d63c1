import type { Tool } from './tool.ts';

/** Tools of flows, their versions and runs, and of drafts, which emails have too. */
export const flowTools = [
  {
    name: 'list_flows',
    toolset: 'flows',
    description: 'List flows (automations): labels, trigger, steps, people inside, status.',
    operation: 'list_flows',
    arguments: { undescribed: ['fields'], listed: ['fields'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'get_flow',
    toolset: 'flows',
    description:
      'Get one flow: definition, step ids and summaries, live counts, validation result.',
    operation: 'get_flow',
    memberOfFormat: { json: 'flow', outline: 'outline', mermaid: 'mermaid' },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_flow',
    toolset: 'flows',
    description:
      'Create (new key: a draft) or change a flow (automation): trigger and steps (emails, delays, branches). Saves even with problems; returns the validation. Keep existing step ids: people waiting point at them.',
    operation: { create: 'create_flow', update: 'update_flow', by: 'flow', keyAs: 'key' },
    arguments: { unlisted: ['tests'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'delete_flow',
    toolset: 'flows',
    description:
      'Delete (throw away) a draft flow that nobody ever ran through; otherwise pause_flow.',
    operation: 'delete_flow',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'validate_flow',
    toolset: 'flows',
    description:
      'Check the saved flow, or an unsaved definition: {valid, errors, warnings}, each with path and fix.',
    operation: 'validate_flow',
    arguments: { undescribed: ['definition', 'draft'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'dry_run_flow',
    toolset: 'flows',
    description:
      'Simulate a flow for one person: did the trigger match, each step and why, to the first wait or past_waits.',
    operation: 'dry_run_flow',
    arguments: { undescribed: ['definition', 'draft', 'past_waits'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'preview_renewal_approaching',
    toolset: 'flows',
    description:
      'For a renewal flow: who gets the reminder in the next 14 days, and who is skipped and why.',
    operation: 'preview_renewal_approaching',
    arguments: { undescribed: ['definition', 'draft'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'activate_flow',
    toolset: 'flows',
    description: 'Turn a flow on (go live). Refused while validation has errors; returns them.',
    operation: 'activate_flow',
    arguments: { undescribed: ['force'] },
    hints: { readOnly: false, destructive: true, openWorld: true, idempotent: true },
  },
  {
    name: 'pause_flow',
    toolset: 'flows',
    description: 'Stop a live flow for now and hold its queued emails.',
    operation: 'pause_flow',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'list_flow_versions',
    toolset: 'flows',
    description: 'List checkpoints, activation versions, and edits of the live flow.',
    operation: 'list_flow_versions',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'get_flow_version',
    toolset: 'flows',
    description: 'Get one version in full; against another (id or current): the differences.',
    operation: { when: 'against', call: 'diff_flow_versions', otherwise: 'get_flow_version' },
    arguments: { undescribed: ['against'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_flow_version',
    toolset: 'flows',
    description: 'Save a checkpoint of the current definition.',
    operation: 'save_flow_version',
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  },
  {
    name: 'rollback_flow',
    toolset: 'flows',
    description: 'Undo changes: restore a version. A live flow is validated first.',
    operation: 'rollback_flow',
    arguments: { undescribed: ['force'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    aliases: ['rollback'],
  },
  {
    name: 'list_flow_runs',
    toolset: 'flows',
    description:
      'List runs of a flow: who is at which step, until when, why parked. run_id: one with its trace.',
    operation: { when: 'run_id', call: 'get_run', otherwise: 'list_flow_runs' },
    arguments: { undescribed: ['step'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'cancel_run',
    toolset: 'flows',
    description: 'End a run at its current step and cancel its queued emails.',
    operation: 'cancel_run',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'move_run',
    toolset: 'flows',
    description:
      'Put a run on a step (id, handle or Step ID); with flow, all parked runs from one to another.',
    operation: { when: 'flow', call: 'move_parked_runs', otherwise: 'move_run' },
    arguments: { undescribed: ['step', 'from', 'to'] },
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  },
  {
    name: 'retry_run',
    toolset: 'flows',
    description: 'Resume a parked run, or with flow all parked runs of a flow or of one step.',
    operation: { when: 'flow', call: 'retry_parked_runs', otherwise: 'retry_run' },
    arguments: { undescribed: ['step'] },
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  },
  {
    name: 'get_draft',
    toolset: 'core',
    description: 'Get the staged draft beside a flow or email: validation and differences.',
    operation: { when: 'flow', call: 'get_flow_draft', otherwise: 'get_email_draft' },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_draft',
    toolset: 'core',
    description:
      'Keep an edit of a flow (definition) or email (content) as its draft; nothing sent changes until publish_draft. Look at it with draft: true.',
    operation: { when: 'flow', call: 'save_flow_draft', otherwise: 'save_email_draft' },
    arguments: {
      undescribed: [
        ...[
          'title',
          'from_address',
          'reply_to',
          'kind',
          'body_markdown',
          'labels',
          'template_id',
          'template',
          'tracking',
        ],
        ...['definition', 'base_revision'],
      ],
      unlisted: ['translations'],
    },
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  },
  {
    name: 'delete_draft',
    toolset: 'core',
    description: 'Drop the draft of a flow or email, which stays as it is.',
    operation: { when: 'flow', call: 'delete_flow_draft', otherwise: 'delete_email_draft' },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'publish_draft',
    toolset: 'core',
    description:
      'Put the draft of a flow or email in place; returns what it does to people inside and queued mail. Refused if that changed meanwhile.',
    operation: { when: 'flow', call: 'publish_flow', otherwise: 'publish_email' },
    arguments: { undescribed: ['force', 'draft_revision'] },
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  },
] as const satisfies readonly Tool[];
