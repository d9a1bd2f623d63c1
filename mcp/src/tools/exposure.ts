import { operationNamed } from '@postroad/core/catalog/catalog';
import { isAllowed } from '@postroad/core/platform/operations/allowed';
import type { Scope } from '@postroad/core/platform/operations/scope';
import { resolveTool, type ToolName, toolByName, tools } from './catalog.ts';
import { operationsOf, type Tool } from './tool.ts';

/** What one connection may call, and what it is shown of that. */
export interface Exposure {
  /** Offers only tools that change nothing. */
  readOnly?: boolean;
  /**
   * Lists only the tools that a token with these scopes may call. A call of another one is refused by
   * the service, which names the scope to ask for.
   */
  scopes?: readonly Scope[];
  /** Lists these toolsets, or `all`; left out, the usual tools. */
  toolsets?: readonly string[] | undefined;
  /** Lists these tools, beside those of `toolsets` where both are given. */
  tools?: readonly string[] | undefined;
}

/** Tools in listing order; a change of the order invalidates every host's prompt cache. */
const listed = [
  'describe_schema',
  'list_themes',
  'get_theme',
  'save_theme',
  'list_layouts',
  'get_layout',
  'save_layout',
  'list_flows',
  'get_flow',
  'save_flow',
  'validate_flow',
  'dry_run_flow',
  'preview_renewal_approaching',
  'activate_flow',
  'pause_flow',
  'list_flow_versions',
  'rollback_flow',
  'list_flow_runs',
  'move_run',
  'list_emails',
  'get_email',
  'save_email',
  'delete_email',
  'preview_email',
  'get_draft',
  'save_draft',
  'delete_draft',
  'publish_draft',
  'send_test_email',
  'list_sequences',
  'get_sequence',
  'save_sequence',
  'toggle_sequence',
  'start_on_sequence',
  'add_sequence_step',
  'save_sequence_step',
  'list_tags',
  'list_segments',
  'save_segment',
  'list_broadcasts',
  'get_broadcast',
  'save_broadcast',
  'schedule_broadcast',
  'send_broadcast_now',
  'pause_broadcast',
  'cancel_broadcast',
  'list_guards',
  'save_guard',
  'preview_segment',
  'list_queue',
  'list_sends',
  'get_send',
  'get_sending',
  'get_report',
  'hold_sending',
  'get_person',
  'list_people',
  'explain_delivery',
  'get_timeline',
  'save_person',
  'delete_person',
  'tag_person',
  'list_fields',
  'save_field',
  'import_people',
  'list_imports',
  'list_event_types',
  'list_events',
  'record_events',
  'get_settings',
  'save_settings',
  'save_profile',
  'list_changes',
  'revert_change',
  'pull_definitions',
  'diff_definitions',
  'apply_definitions',
  'list_tokens',
  'create_token',
  'revoke_token',
  'get_clock',
  'move_clock',
] as const satisfies readonly ToolName[];

/**
 * Tools that are not in the list even of all toolsets, with the reason: `find_tools` finds them. A tool in neither list does not
 * compile.
 */
export const unlistedTools: Readonly<Record<Exclude<ToolName, (typeof listed)[number]>, string>> = {
  get_backups: 'Operators make and keep backups, with the command line.',
  record_backup: 'As get_backups.',
  download_backup: 'As get_backups; an answer cannot hold one.',
  get_example: 'The example is for people who look around, by the console or npm run seed.',
  load_example: 'As get_example.',
  remove_example: 'As get_example.',
  list_taggings: 'tag_people answers how far it came, and names it.',
  cancel_tagging: 'Few taggings take long enough.',
  list_consents: 'Read when somebody asks for proof of a consent, which is rare.',
  record_consent:
    'Programs record what people said elsewhere, over HTTP; imports take columns for it.',
  export_person: 'A file for the person; get_person and get_timeline answer questions.',
  list_forms: 'Forms are made with a look at their page, by people in the console.',
  save_form: 'As list_forms.',
  delete_form: 'As list_forms.',
  invite_operator: 'People invite people; create_token makes tokens for programs.',
  embed_flow: 'For pages of other sites, which people write.',
  create_sign_in_link: 'For people in a browser; an agent has its token.',
  check_service: 'Operators ask it, by "postroad doctor --server".',
  send_message: 'Programs send messages; an agent that writes to somebody takes send_test_email.',
  list_messages: 'list_sends has all mail, messages too.',
  get_message: 'As list_messages: get_send.',
  cancel_message: 'For programs, as send_message.',
  get_queue_reasons: 'list_queue answers the reasons of its rows; a person looks at sums.',
  list_bounces: 'Operators look at domains; explain_delivery says what bounced for whom.',
  list_webhook_endpoints: 'Programs are connected by people; an agent may still call it.',
  save_webhook_endpoint: 'As list_webhook_endpoints.',
  delete_webhook_endpoint: 'As list_webhook_endpoints.',
  rotate_webhook_secret: 'As list_webhook_endpoints.',
  test_webhook_endpoint: 'As list_webhook_endpoints.',
  list_webhook_deliveries: 'As list_webhook_endpoints.',
  replay_webhook_delivery: 'As list_webhook_endpoints.',
  get_flow_version: 'list_flow_versions names them, and rollback_flow brings one back.',
  save_flow_version: 'Activation and edits of a live flow keep versions by themselves.',
  retry_run: 'move_run takes a parked run too, to any step.',
  list_subscriptions: 'get_person has those of a person.',
  list_products: 'Products come from the events of the shop.',
  save_product: 'As list_products.',
  delete_field_or_product: 'Fields are seldom removed.',
  tag_people: 'tag_person takes one; tagging thousands is rare.',
  retry_send: 'Few mails are uncertain, and a person decides whether they may arrive twice.',
  retry_failed_sends: 'Needed after an outage of the provider.',
  replace_broadcast_email: 'save_broadcast takes the email.',
  replace_sequence_step_email: 'save_sequence_step takes the email.',
  move_sequence_step: 'Steps are added where they belong.',
  add_note: 'People keep notes for people.',
  save_people: 'import_people takes many.',
  fork_email:
    'save_email with the text of get_email makes a copy; replace_broadcast_email one for a broadcast.',
  cancel_import: 'Few imports take long enough.',
  delete_theme: 'Deleting is rare, and each such tool takes one argument: find_tools finds them.',
  delete_layout_or_component: 'As delete_theme.',
  list_components:
    'Designers keep what layouts and emails share; describe_schema liquid names them.',
  save_component: 'As list_components.',
  delete_segment_or_guard: 'As delete_theme.',
  delete_sequence: 'As delete_theme.',
  delete_sequence_step: 'As delete_theme.',
  delete_flow: 'As delete_theme; pause_flow stops a live one.',
  cancel_run: 'move_run moves people on; ending runs one by one is rare.',
  delete_broadcast: 'As delete_theme.',
  make_default_theme: 'Done once for an account.',
  unschedule_broadcast:
    'pause_broadcast and cancel_broadcast stop one that is under way; this is for second thoughts.',
  list_import_errors: 'list_imports returns the first errors of an import.',
};

/**
 * The tools that are listed where nothing else is asked for: what the common tasks take from end to
 * end (test/mcp/tools/usual-tools.test.ts has them). With `find_tools` they are at most 40 (AGT-18).
 */
const usual: ReadonlySet<ToolName> = new Set<(typeof listed)[number]>([
  'describe_schema',
  'list_themes',
  'save_theme',
  'list_flows',
  'get_flow',
  'save_flow',
  'dry_run_flow',
  'preview_renewal_approaching',
  'activate_flow',
  'list_flow_versions',
  'rollback_flow',
  'list_flow_runs',
  'move_run',
  'list_emails',
  'get_email',
  'save_email',
  'preview_email',
  'get_sequence',
  'save_sequence',
  'toggle_sequence',
  'add_sequence_step',
  'save_sequence_step',
  'get_broadcast',
  'save_broadcast',
  'schedule_broadcast',
  'cancel_broadcast',
  'save_segment',
  'preview_segment',
  'get_report',
  'hold_sending',
  'get_person',
  'explain_delivery',
  'delete_person',
  'import_people',
  'list_imports',
  'list_event_types',
  'record_events',
  'get_settings',
  'save_settings',
]);

/**
 * Whether a client may call a tool. What is listed does not matter: the scope of the token is the
 * guard, and `find_tools` finds the others.
 */
function isOffered({ hints }: Tool, { readOnly = false }: Exposure): boolean {
  return hints.readOnly || !readOnly;
}

/** Whether the token may make some call of the tool that is no dry run. */
function isAllowedTo(tool: Tool, { scopes }: Exposure): boolean {
  if (scopes === undefined) return true;
  return operationsOf(tool).some((name) => isAllowed(operationNamed(name), scopes));
}

/** Toolsets that `all` does not list, since few agents need them, and each is a risk. */
const optIn: ReadonlySet<string> = new Set(['tokens', 'clock']);

function isListed({ name, toolset }: Tool, { toolsets, tools: named }: Exposure): boolean {
  if (name === 'describe_schema' || named?.includes(name)) return true;
  if (toolsets === undefined) return named === undefined && usual.has(name as ToolName);
  // Descriptions of other tools refer to the set core.
  if (toolset === 'core' || toolsets.includes(toolset)) return true;
  return toolsets.includes('all') && !optIn.has(toolset);
}

/** The tools in `tools/list` of a connection, in listing order. */
export function listedTools(exposure: Exposure = {}): readonly Tool[] {
  const order: readonly string[] = [...listed, ...(exposure.tools ?? [])];
  return [...new Set(order)]
    .flatMap((name) => toolByName(name) ?? [])
    .filter(
      (tool) =>
        isListed(tool, exposure) && isOffered(tool, exposure) && isAllowedTo(tool, exposure),
    );
}

/** The tools that a connection may call, whether they are listed or not. */
export function offeredTools(exposure: Exposure): readonly Tool[] {
  return tools.filter((tool) => isOffered(tool, exposure) && isAllowedTo(tool, exposure));
}

/** The tool for a called name, if the connection may call it. */
export function offeredTool(name: string, exposure: Exposure): Tool | undefined {
  const tool = resolveTool(name);
  return tool && isOffered(tool, exposure) ? tool : undefined;
}
