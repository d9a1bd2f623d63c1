import { type ToolName, toolCalled, toolNamed } from './catalog.ts';
import type { Tool, Toolset } from './tool.ts';

/** How a connection is narrowed. */
export interface Exposure {
  /** Offers only what changes nothing. */
  readOnly?: boolean;
  /** Offers only these sets of tools; where left out, all but those that are asked for by name. */
  toolsets?: readonly string[] | undefined;
}

/** Tools in the order in which they are listed; a change of the order costs every host its cache. */
const listed = [
  'describe_schema',
  'list_themes',
  'get_theme',
  'save_theme',
  'make_default_theme',
  'delete_theme',
  'list_layouts',
  'get_layout',
  'save_layout',
  'list_components',
  'save_component',
  'delete_layout_or_component',
  'list_flows',
  'get_flow',
  'save_flow',
  'delete_flow',
  'validate_flow',
  'dry_run_flow',
  'preview_renewal_approaching',
  'activate_flow',
  'pause_flow',
  'list_flow_versions',
  'get_flow_version',
  'save_flow_version',
  'rollback_flow',
  'list_flow_runs',
  'cancel_run',
  'move_run',
  'retry_run',
  'list_emails',
  'get_email',
  'save_email',
  'delete_email',
  'preview_email',
  'send_test_email',
  'fork_email',
  'list_sequences',
  'get_sequence',
  'save_sequence',
  'delete_sequence',
  'toggle_sequence',
  'add_sequence_step',
  'save_sequence_step',
  'move_sequence_step',
  'replace_sequence_step_email',
  'delete_sequence_step',
  'list_tags',
  'list_segments',
  'save_segment',
  'list_broadcasts',
  'get_broadcast',
  'save_broadcast',
  'replace_broadcast_email',
  'schedule_broadcast',
  'unschedule_broadcast',
  'send_broadcast_now',
  'cancel_broadcast',
  'delete_broadcast',
  'list_guards',
  'save_guard',
  'delete_segment_or_guard',
  'preview_segment',
  'list_products',
  'save_product',
  'list_subscriptions',
  'list_queue',
  'get_person',
  'list_people',
  'explain_delivery',
  'get_timeline',
  'save_person',
  'delete_person',
  'tag_person',
  'add_note',
  'list_fields',
  'save_field',
  'delete_field_or_product',
  'import_people',
  'list_imports',
  'cancel_import',
  'retry_send',
  'retry_failed_sends',
  'list_event_types',
  'list_events',
  'record_events',
  'get_settings',
  'save_settings',
  'save_profile',
  'pull_definitions',
  'diff_definitions',
  'apply_definitions',
  'list_tokens',
  'create_token',
  'revoke_token',
  'get_clock',
  'move_clock',
] as const satisfies readonly ToolName[];

/** Tools that are called by name and listed to nobody, with the reason. A tool in neither list does not compile. */
export const unlistedTools: Readonly<Record<Exclude<ToolName, (typeof listed)[number]>, string>> = {
  list_import_errors: 'list_imports answers the first errors of an import.',
};

/** Sets that are listed only where they are asked for by name: few agents need them, each is a risk. */
const optInToolsets: ReadonlySet<Toolset> = new Set(['tokens', 'clock']);

/** Whether a client may call it. The set `core` always: descriptions of others send agents to it. */
function isOffered({ hints, toolset }: Tool, { readOnly = false, toolsets }: Exposure): boolean {
  if (readOnly && !hints.readOnly) return false;
  return toolsets === undefined || toolset === 'core' || toolsets.includes(toolset);
}

/** The tools that a client is shown, in their order. */
export function listedTools(exposure: Exposure = {}): readonly Tool[] {
  return listed
    .flatMap((name) => toolNamed(name) ?? [])
    .filter(
      (tool) =>
        isOffered(tool, exposure) &&
        (exposure.toolsets !== undefined || !optInToolsets.has(tool.toolset)),
    );
}

/** The tool that a client means and may call. */
export function offeredTool(name: string, exposure: Exposure): Tool | undefined {
  const tool = toolCalled(name);
  return tool && isOffered(tool, exposure) ? tool : undefined;
}
