import { either, type Tool, tool, unlisted } from './tool.ts';

/** Tools of what is written: themes, flows and emails. */
export const contentTools: readonly Tool[] = [
  tool('core', 'describe_schema', {
    description:
      'Live vocabulary (keys, variables, filters), rules and examples. Call before writing a flow, condition, trigger, theme or Liquid.',
    quiet: ['topic'],
  }),
  tool('themes', 'list_themes', {
    description: 'List themes, and the variable vocabulary, button styles and font stacks.',
  }),
  tool('themes', 'get_theme'),
  {
    toolset: 'themes',
    name: 'save_theme',
    description:
      'Create a new theme (omit theme_key, give name) or change one. Only variables sent change unless replace is true. Recompiles emails using it.',
    quiet: ['replace'],
    serves: { create: 'create_theme', update: 'update_theme', by: 'theme_key' },
  },
  {
    toolset: 'themes',
    name: 'make_default_theme',
    description: 'Make this theme the default; the previous default steps down.',
    serves: { operation: 'update_theme', fixed: { is_default: true } },
  },
  tool('themes', 'delete_theme'),
  tool('themes', 'list_layouts', { unlisted }),
  tool('themes', 'get_layout'),
  {
    toolset: 'themes',
    name: 'save_layout',
    description: 'Create or change a layout. theme null follows the default theme.',
    quiet: ['theme'],
    serves: { create: 'create_layout', update: 'update_layout', by: 'layout_id' },
  },
  either('themes', 'list_components', 'get_component', 'component_key', {
    description:
      'List components: HTML that emails and layouts share. component_key: one, in full.',
    unlisted,
  }),
  {
    toolset: 'themes',
    name: 'save_component',
    description:
      'Create (new key) or change a component, used as {% component "key" title:"Hi" %}; its arguments are Liquid variables in it. Recompiles emails.',
    quiet: ['html'],
    serves: {
      create: 'create_component',
      update: 'update_component',
      by: 'component_key',
      createsAs: 'key',
    },
  },
  either('themes', 'delete_layout', 'delete_component', 'component_key', {
    name: 'delete_layout_or_component',
    description: 'Delete one; refused while anything uses it.',
  }),
  tool('flows', 'list_flows', {
    description: 'List flows (automations): labels, trigger, steps, people inside, status.',
  }),
  tool('flows', 'get_flow', {
    alone: { json: 'flow', outline: 'outline', mermaid: 'mermaid' },
  }),
  {
    toolset: 'flows',
    name: 'save_flow',
    description:
      'Create (new key: a draft) or change a flow (automation): trigger and steps (emails, delays, branches). Saves even with problems; returns the validation. Keep existing step ids: people waiting point at them.',
    serves: { create: 'create_flow', update: 'update_flow', by: 'flow_key', createsAs: 'key' },
  },
  tool('flows', 'delete_flow', {
    description: 'Delete a flow nobody ever ran through, as a draft; otherwise pause_flow.',
  }),
  tool('flows', 'validate_flow', {
    quiet: ['definition'],
    description:
      'Check the saved flow, or an unsaved definition: {valid, errors, warnings}, each with path and fix.',
  }),
  tool('flows', 'dry_run_flow', {
    description:
      'Simulate a flow for one person, changing nothing: did the trigger match, each step and why.',
    quiet: ['definition'],
  }),
  tool('flows', 'preview_renewal_approaching', { quiet: ['definition'], unlisted }),
  tool('flows', 'activate_flow', {
    description: 'Turn a flow on (go live). Refused while validation has errors; returns them.',
    hints: { idempotentHint: true },
  }),
  tool('flows', 'pause_flow'),
  tool('flows', 'list_flow_versions', { unlisted }),
  either('flows', 'get_flow_version', 'diff_flow_versions', 'against', {
    description: 'One version in full; against another (id or current): what changed between.',
    quiet: ['against'],
  }),
  tool('flows', 'save_flow_version'),
  tool('flows', 'rollback_flow', {
    description: 'Undo changes: restore a version. A live flow is validated first.',
  }),
  either('flows', 'list_flow_runs', 'get_run', 'run_id', {
    description:
      'List runs of a flow: who is where, until when, why parked. run_id: one with its trace.',
    quiet: ['step'],
    unlisted,
  }),
  tool('flows', 'cancel_run', {
    description: 'End a run where it stands and cancel what it has queued.',
  }),
  either('flows', 'move_run', 'move_parked_runs', 'flow_key', {
    description:
      'Put a run on a step (id, handle or Step ID); with flow_key, all parked runs from one to another.',
    quiet: ['step', 'from', 'to'],
  }),
  either('flows', 'retry_run', 'retry_parked_runs', 'flow_key', {
    description: 'Let a parked run go on, or with flow_key all of a flow, or of one step of it.',
    quiet: ['step'],
  }),
  tool('emails', 'list_emails', { quiet: ['used_mode'] }),
  either('emails', 'get_email', 'get_email_stats', 'stats', {
    description: 'Get one email with its body; stats: people sent, opened, clicked, left, by day.',
    quiet: ['from', 'to'],
  }),
  {
    toolset: 'emails',
    name: 'save_email',
    description:
      'Write a new email (omit email_id) or change one. Body is markdown with Liquid; see describe_schema liquid.',
    quiet: ['title', 'from_address', 'body_markdown', 'labels'],
    serves: { create: 'create_email', update: 'update_email', by: 'email_id' },
  },
  either('emails', 'delete_email', 'restore_email', 'restore', {
    description:
      'Archive an email; restore brings it back. permanent deletes it, refused while anything references it.',
    quiet: ['permanent'],
  }),
  tool('emails', 'preview_email', {
    description:
      'Render an email as it looks to a person; a draft body_markdown or template_id may be tried. Sends nothing.',
    formats: ['text', 'html'],
    quiet: ['body_markdown', 'segment_id', 'flow_id'],
  }),
  tool('emails', 'send_test_email', {
    description: 'Really send one email, marked as a test, to one address.',
    hints: { destructiveHint: false },
    quiet: ['to'],
  }),
  either('emails', 'fork_email', 'duplicate_email', 'email_id', {
    description:
      'Give a sequence step or broadcast its own copy of the email it uses; or with email_id, copy an email.',
  }),
];
