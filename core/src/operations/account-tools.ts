import { either, type Tool, tool, unlisted } from './tool.ts';

/** Tools of events and of the account itself. */
export const accountTools: readonly Tool[] = [
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
