import type { OperationName } from './catalog.ts';
import { either, operationsOf, type Tool, type Toolset, tool } from './tool.ts';

/** Few lists grow past a page; those take a limit that no agent has to know of. */
const unlisted = ['limit'];

/** All tools in the order in which they are listed; the order is part of the contract. */
export const tools: readonly Tool[] = [
  tool('core', 'describe_schema', {
    description:
      'Live vocabulary, rules and examples. Call before writing a flow, condition, trigger, theme or Liquid.',
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
      'Create a theme (omit theme_key, give name) or change one. Only variables sent change unless replace is true. Recompiles emails using it.',
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
  tool('flows', 'list_flows'),
  tool('flows', 'get_flow', {
    alone: { json: 'flow', outline: 'outline', mermaid: 'mermaid' },
  }),
  {
    toolset: 'flows',
    name: 'save_flow',
    description:
      'Create (new key: a draft) or change a flow (automation): trigger and steps. Saves even with problems; returns the validation. Keep existing step ids: people waiting point at them.',
    serves: { create: 'create_flow', update: 'update_flow', by: 'flow_key', createsAs: 'key' },
  },
  tool('flows', 'delete_flow'),
  tool('flows', 'validate_flow', {
    quiet: ['definition'],
    description:
      'Check the saved flow, or an unsaved definition: {valid, errors, warnings}, each with path and fix.',
  }),
  tool('flows', 'dry_run_flow', {
    description:
      'Walk one person through a flow, changing nothing: did the trigger match, each step and why.',
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
  tool('flows', 'rollback_flow'),
  either('flows', 'list_flow_runs', 'get_run', 'run_id', {
    description:
      'List runs of a flow: who, where, until when, why parked. run_id: one with its trace.',
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
      'Create an email (omit email_id) or change one. Body is markdown with Liquid; see describe_schema liquid.',
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
      'Render an email as a person would see it; a draft body_markdown or template_id may be tried. Sends nothing.',
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
  either('people', 'list_guards', 'get_guard', 'guard_key', { unlisted }),
  {
    toolset: 'people',
    name: 'save_guard',
    description:
      'Create (new key) or change a guard: emails of its labels, all where none, skip whoever matches its condition.',
    quiet: ['condition', 'labels'],
    serves: {
      create: 'create_guard',
      update: 'update_guard',
      by: 'guard_key',
      createsAs: 'key',
    },
  },
  either('people', 'delete_segment', 'delete_guard', 'guard_key', {
    name: 'delete_segment_or_guard',
    description: 'Delete one; a segment only where nothing names it.',
  }),
  tool('people', 'preview_segment', { quiet: ['definition'] }),
  tool('people', 'list_products', {
    description: 'List products with active subscriptions; events about money register them.',
    unlisted,
  }),
  {
    toolset: 'people',
    name: 'save_product',
    description: 'Create (new key) or rename a product.',
    serves: {
      create: 'create_product',
      update: 'update_product',
      by: 'product_key',
      createsAs: 'key',
    },
  },
  tool('people', 'list_subscriptions', {
    description: 'List subscriptions, newest first.',
    unlisted,
  }),
  either('people', 'list_queue', 'list_overdue', 'overdue', {
    description: 'What is about to send, held, and why; overdue: whether work is late.',
    unlisted: ['email_id', 'source', 'source_id'],
  }),
  tool('people', 'get_person'),
  either('people', 'list_people', 'export_people', 'format', {
    description:
      'List people, newest first; q: how address or name starts. format: a file that import_people reads.',
    unlisted,
  }),
  tool('people', 'explain_delivery', {
    description:
      'Why a person did or did not get an email, or where they are in a flow: every check, in order.',
  }),
  tool('people', 'get_timeline', {
    description: 'Everything about one person, newest first: events, changes, sends, runs, notes.',
    unlisted,
  }),
  {
    toolset: 'people',
    name: 'save_person',
    description:
      'Create a person or change who has the address (omit person, give email), or change person. tags are added, null clears; can start flows.',
    quiet: ['timezone'],
    serves: { create: 'upsert_person', update: 'update_person', by: 'person' },
  },
  tool('people', 'delete_person'),
  either('people', 'tag_person', 'untag_person', 'remove', {
    description: 'Give a person a tag, or with remove take it away; both can start flows.',
  }),
  tool('people', 'add_note', { description: 'Write a note about a person into the timeline.' }),
  either('people', 'list_fields', 'get_field', 'field_key', {
    description: 'List custom fields of people, or one; a first value registers a field too.',
    unlisted,
  }),
  {
    toolset: 'people',
    name: 'save_field',
    description: 'Create or change a custom field of people; a new key creates one.',
    serves: {
      create: 'create_field',
      update: 'update_field',
      by: 'field_key',
      createsAs: 'key',
    },
  },
  either('people', 'delete_field', 'delete_product', 'product_key', {
    name: 'delete_field_or_product',
    description: 'Delete a custom field that never had values, or a product that nothing names.',
  }),
  tool('people', 'import_people', {
    description:
      'Import people by email from CSV or NDJSON; never resubscribes. mapping: column to email, first_name, last_name, tags, fields.<key> or ignore. Try dry_run first.',
    hints: { openWorldHint: true },
    quiet: ['content', 'mapping', 'tags', 'trigger'],
    unlisted: ['delimiter', 'tag_separator', 'clear_blank', 'other_columns'],
  }),
  either('people', 'list_imports', 'get_import', 'import_id', {
    description:
      'List imports of people with their progress; import_id: one with its first errors.',
    quiet: ['import_id'],
    unlisted,
  }),
  tool('people', 'list_import_errors', {
    hidden: true,
  }),
  tool('people', 'cancel_import', { quiet: ['import_id'] }),
  either('people', 'retry_send', 'dismiss_send', 'dismiss', {
    description:
      'Send an uncertain email again, which the person may then get twice; dismiss closes it instead.',
  }),
  either('people', 'retry_failed_sends', 'dismiss_uncertain_sends', 'dismiss', {
    description:
      'Send failed emails again, oldest first; dismiss closes uncertain ones instead. dry_run counts.',
    quiet: ['email_id', 'source', 'reason', 'include_uncertain'],
    unlisted: ['limit', 'person', 'source_id', 'since'],
  }),
  tool('events', 'list_event_types', { unlisted }),
  tool('events', 'list_events', { quiet: ['since', 'until'] }),
  tool('events', 'record_events', {
    description: 'Record 1-100 events; they can start flows.',
    hints: { openWorldHint: true },
    entriesOf: { events: 'record_event' },
  }),
  either('settings', 'get_settings', 'get_profile', 'profile', {
    description: 'Get the writable settings; profile: name, timezone, from address, base URL.',
  }),
  {
    toolset: 'settings',
    name: 'save_settings',
    quiet: ['settings'],
    serves: { operation: 'update_settings' },
  },
  {
    toolset: 'settings',
    name: 'save_profile',
    quiet: ['preview_person_id'],
    serves: { operation: 'update_profile' },
  },
  {
    toolset: 'definitions',
    name: 'pull_definitions',
    description: 'Export definitions as files; narrow by path prefix.',
    serves: { operation: 'export_definitions' },
  },
  tool('definitions', 'diff_definitions', {
    description: 'Plan a push of the whole file tree: changes, issues, rehearsals.',
    quiet: ['files'],
  }),
  tool('definitions', 'apply_definitions', {
    description: 'Apply the whole tree or nothing. prune removes what is absent; force: step ids.',
    quiet: ['files', 'prune'],
  }),
  tool('tokens', 'list_tokens', { unlisted }),
  tool('tokens', 'create_token'),
  tool('tokens', 'revoke_token'),
  tool('clock', 'get_clock'),
  tool('clock', 'move_clock'),
];

/** Operations without a tool of their own, and the tool through which each is reached. */
export const servedByOthers: Partial<Record<OperationName, string>> = {
  list_segment_people: 'list_people',
  record_event: 'record_events',
};

export const toolsets: readonly Toolset[] = [...new Set(tools.map((entry) => entry.toolset))];

/** Sets that only who asks for them by name is shown: few agents need them, and each is a risk. */
export const optInToolsets: ReadonlySet<Toolset> = new Set(['tokens', 'clock']);

const byName = new Map(tools.map((entry) => [entry.name, entry]));

export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}

/** Names that tools are called by without being listed under them (mcp.md §5). */
const aliases: ReadonlyMap<string, string> = new Map([
  ...tools.flatMap(({ name, serves }): [string, string][] =>
    'create' in serves
      ? [
          [serves.create, name],
          [serves.update, name],
        ]
      : [],
  ),
  ['test_send', 'send_test_email'],
  ['archive_email', 'delete_email'],
  ['rollback', 'rollback_flow'],
]);

/**
 * The tool behind a name that is not listed: an alias, or an operation that shares a tool with
 * another one and is then called alone. Its set is that of the tool that is listed.
 */
export function hiddenTool(name: string): Tool | undefined {
  const alias = aliases.get(name);
  if (alias !== undefined) return toolNamed(alias);
  const sharing = tools.find((entry) => operationsOf(entry).some((served) => served === name));
  if (sharing === undefined || sharing.name === name) return undefined;
  return tool(sharing.toolset, name as OperationName);
}

/** The tool that reaches an operation; an agent is pointed at it. */
export function toolServing(operation: OperationName): Tool | undefined {
  const other = servedByOthers[operation];
  if (other !== undefined) return toolNamed(other);
  return tools.find((entry) => operationsOf(entry).includes(operation));
}
