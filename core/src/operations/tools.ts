import type { OperationName } from './catalog.ts';

export type Toolset =
  | 'core'
  | 'themes'
  | 'flows'
  | 'emails'
  | 'sequences'
  | 'broadcasts'
  | 'people'
  | 'events'
  | 'settings'
  | 'tokens'
  | 'clock';

/**
 * What stands behind a tool: one operation, some of its arguments given, or a pair that creates or
 * changes. A pair changes the record that `by` names; without `by` it creates one. With `createsAs`
 * `by` is always there, and where it names nothing yet, the record is created under it.
 */
export type Serves =
  | { operation: OperationName; fixed?: Record<string, unknown> }
  | { create: OperationName; update: OperationName; by: string; createsAs?: string };

/** One MCP tool. Names are verb and noun; several operations may stand behind one tool. */
export interface Tool {
  toolset: Toolset;
  name: string;
  /** One sentence; the operation's summary where left out. */
  description?: string;
  serves: Serves;
  /** Hints that differ from those that follow from `safety`. */
  hints?: { idempotentHint?: boolean; openWorldHint?: boolean };
  /** Array arguments whose entries have the shape of another operation's input. */
  entriesOf?: Record<string, OperationName>;
  /** Members of the answer of which one is given, chosen by `format`; the first by default. */
  formats?: readonly string[];
  /** The one member of the answer that is given, by the operation's own argument `format`. */
  alone?: Readonly<Record<string, string>>;
}

function tool(
  toolset: Toolset,
  name: OperationName,
  more: Omit<Partial<Tool>, 'serves'> = {},
): Tool {
  return { toolset, name, serves: { operation: name }, ...more };
}

/** All tools in the order in which they are listed; the order is part of the contract. */
export const tools: readonly Tool[] = [
  tool('core', 'describe_schema'),
  tool('themes', 'list_themes'),
  tool('themes', 'get_theme'),
  {
    toolset: 'themes',
    name: 'save_theme',
    description:
      'Create a theme (omit theme_key, give name) or change one. Only the variables sent change unless replace is true. Recompiles every email using it.',
    serves: { create: 'create_theme', update: 'update_theme', by: 'theme_key' },
  },
  {
    toolset: 'themes',
    name: 'make_default_theme',
    description: 'Make this theme the default; the previous default steps down.',
    serves: { operation: 'update_theme', fixed: { is_default: true } },
  },
  tool('themes', 'delete_theme'),
  tool('themes', 'list_layouts'),
  tool('themes', 'get_layout'),
  {
    toolset: 'themes',
    name: 'save_layout',
    description: 'Create or change a layout. theme null follows the default theme.',
    serves: { create: 'create_layout', update: 'update_layout', by: 'layout_id' },
  },
  tool('themes', 'delete_layout'),
  tool('themes', 'list_components'),
  tool('themes', 'get_component'),
  {
    toolset: 'themes',
    name: 'save_component',
    description:
      'Create or change a component: HTML that emails and layouts share. A new key creates one. Recompiles every email using it.',
    serves: {
      create: 'create_component',
      update: 'update_component',
      by: 'component_key',
      createsAs: 'key',
    },
  },
  tool('themes', 'delete_component'),
  tool('flows', 'list_flows'),
  tool('flows', 'get_flow', {
    alone: { json: 'flow', outline: 'outline', mermaid: 'mermaid' },
  }),
  {
    toolset: 'flows',
    name: 'save_flow',
    description:
      'Create or change a flow (automation): its trigger event and steps. A new key creates a draft. Saves even with problems; returns the validation. Keep existing step ids; people waiting on a step point at its id.',
    serves: { create: 'create_flow', update: 'update_flow', by: 'flow_key', createsAs: 'key' },
  },
  tool('flows', 'delete_flow'),
  tool('flows', 'validate_flow', {
    description:
      'Check the saved flow, or an unsaved definition. Returns {valid, errors, warnings} with a path and a fix for each.',
  }),
  tool('flows', 'dry_run_flow'),
  tool('flows', 'preview_renewal_approaching'),
  tool('flows', 'activate_flow', {
    description: 'Turn a flow on (go live). Refused while validation has errors; returns them.',
    hints: { idempotentHint: true },
  }),
  tool('flows', 'pause_flow'),
  tool('flows', 'list_flow_versions'),
  tool('flows', 'get_flow_version'),
  tool('flows', 'diff_flow_versions'),
  tool('flows', 'save_flow_version'),
  tool('flows', 'rollback_flow'),
  tool('flows', 'list_flow_runs'),
  tool('flows', 'get_run'),
  tool('flows', 'cancel_run'),
  tool('flows', 'move_run'),
  tool('flows', 'retry_run'),
  tool('flows', 'move_parked_runs'),
  tool('flows', 'retry_parked_runs'),
  tool('emails', 'list_emails'),
  tool('emails', 'get_email'),
  {
    toolset: 'emails',
    name: 'save_email',
    description:
      'Create an email (omit email_id) or change one. Body is markdown with Liquid; see describe_schema liquid.',
    serves: { create: 'create_email', update: 'update_email', by: 'email_id' },
  },
  tool('emails', 'delete_email'),
  tool('emails', 'restore_email', { hints: { idempotentHint: true } }),
  tool('emails', 'duplicate_email'),
  tool('emails', 'preview_email', { formats: ['text', 'html'] }),
  tool('emails', 'send_test_email'),
  tool('emails', 'fork_email'),
  tool('sequences', 'list_sequences'),
  tool('sequences', 'get_sequence'),
  {
    toolset: 'sequences',
    name: 'save_sequence',
    description: 'Create (starts off) or change a sequence.',
    serves: { create: 'create_sequence', update: 'update_sequence', by: 'sequence_id' },
  },
  tool('sequences', 'delete_sequence'),
  tool('sequences', 'toggle_sequence', { hints: { openWorldHint: true } }),
  tool('sequences', 'add_sequence_step'),
  {
    toolset: 'sequences',
    name: 'save_sequence_step',
    serves: { operation: 'update_sequence_step' },
  },
  tool('sequences', 'move_sequence_step', { hints: { idempotentHint: false } }),
  tool('sequences', 'replace_sequence_step_email'),
  tool('sequences', 'delete_sequence_step'),
  tool('people', 'list_tags'),
  tool('people', 'list_segments'),
  tool('people', 'get_segment'),
  {
    toolset: 'people',
    name: 'save_segment',
    description:
      'Create or change a segment: a named condition over people, always live. A new key creates one. Try the definition with preview_segment first.',
    serves: {
      create: 'create_segment',
      update: 'update_segment',
      by: 'segment_key',
      createsAs: 'key',
    },
  },
  tool('people', 'delete_segment'),
  tool('broadcasts', 'list_broadcasts'),
  tool('broadcasts', 'get_broadcast'),
  {
    toolset: 'broadcasts',
    name: 'save_broadcast',
    description: 'Create a draft (email_source scratch or copy) or change name, segment or pace.',
    serves: { create: 'create_broadcast', update: 'update_broadcast', by: 'broadcast_id' },
  },
  tool('broadcasts', 'replace_broadcast_email'),
  tool('broadcasts', 'schedule_broadcast', { hints: { idempotentHint: true } }),
  tool('broadcasts', 'unschedule_broadcast'),
  tool('broadcasts', 'send_broadcast_now'),
  tool('broadcasts', 'cancel_broadcast'),
  tool('broadcasts', 'delete_broadcast'),
  tool('people', 'list_guards'),
  tool('people', 'get_guard'),
  {
    toolset: 'people',
    name: 'save_guard',
    description:
      'Create or change a guard: whoever matches its condition is skipped when an email of its labels comes due. A new key creates one.',
    serves: {
      create: 'create_guard',
      update: 'update_guard',
      by: 'guard_key',
      createsAs: 'key',
    },
  },
  tool('people', 'delete_guard'),
  tool('people', 'preview_segment'),
  tool('people', 'list_products'),
  {
    toolset: 'people',
    name: 'save_product',
    description: 'Create or rename a product. A new key creates one; a key never changes.',
    serves: {
      create: 'create_product',
      update: 'update_product',
      by: 'product_key',
      createsAs: 'key',
    },
  },
  tool('people', 'delete_product'),
  tool('people', 'list_subscriptions'),
  tool('people', 'list_queue'),
  tool('people', 'get_person'),
  tool('people', 'list_people'),
  tool('people', 'explain_delivery'),
  tool('people', 'get_timeline'),
  {
    toolset: 'people',
    name: 'save_person',
    description:
      'Create a person or change who has the address (omit person, give email), or change person. tags are added, null clears; can start flows.',
    serves: { create: 'upsert_person', update: 'update_person', by: 'person' },
  },
  tool('people', 'delete_person'),
  tool('people', 'tag_person', { hints: { idempotentHint: true } }),
  tool('people', 'untag_person'),
  tool('people', 'add_note'),
  tool('people', 'list_fields'),
  tool('people', 'get_field'),
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
  tool('people', 'delete_field'),
  tool('people', 'import_people', { hints: { openWorldHint: true } }),
  tool('people', 'list_imports'),
  tool('people', 'get_import'),
  tool('people', 'list_import_errors'),
  tool('people', 'cancel_import'),
  tool('people', 'export_people'),
  tool('people', 'retry_send'),
  tool('people', 'dismiss_send'),
  tool('events', 'list_event_types'),
  tool('events', 'list_events'),
  tool('events', 'record_events', {
    description:
      'Record 1-100 events; they can start flows. idempotency_key makes a repeat harmless.',
    hints: { openWorldHint: true },
    entriesOf: { events: 'record_event' },
  }),
  tool('settings', 'get_settings'),
  { toolset: 'settings', name: 'save_settings', serves: { operation: 'update_settings' } },
  tool('settings', 'get_profile'),
  {
    toolset: 'settings',
    name: 'save_profile',
    serves: { operation: 'update_profile' },
  },
  tool('tokens', 'list_tokens'),
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

const byName = new Map(tools.map((entry) => [entry.name, entry]));

export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}

/** The operations behind a tool, the one that decides its safety first. */
export function operationsOf({ serves }: Tool): OperationName[] {
  return 'operation' in serves ? [serves.operation] : [serves.update, serves.create];
}

/** The tool that reaches an operation; an agent is pointed at it. */
export function toolServing(operation: OperationName): Tool | undefined {
  const other = servedByOthers[operation];
  if (other !== undefined) return toolNamed(other);
  return tools.find((entry) => operationsOf(entry).includes(operation));
}
