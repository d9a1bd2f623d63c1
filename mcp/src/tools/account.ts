import { either, type Tool, tool, unlisted } from './tool.ts';

/** Tools of events and of the account itself. */
export const accountTools: readonly Tool[] = [
  tool('events', 'list_event_types', { unlisted }),
  tool('events', 'list_events', { quiet: ['since', 'until'] }),
  tool('events', 'record_events', {
    description: 'Record (send, post) 1-100 events; they can start (trigger) flows.',
    hints: { openWorldHint: true },
    entriesOf: { events: 'record_event' },
  }),
  either('settings', 'get_settings', 'get_profile', 'profile', {
    description: 'Get the writable settings; profile: name, timezone, from address, base URL.',
  }),
  {
    toolset: 'settings',
    name: 'save_settings',
    description:
      'Change only the dotted keys sent: mailing address, unsubscribe page copy, preferences, send windows, default broadcast pace. Shapes: describe_schema settings.',
    quiet: ['settings'],
    serves: { operation: 'update_settings' },
  },
  {
    toolset: 'settings',
    name: 'save_profile',
    description: 'Change the account: company name, time zone, from address.',
    quiet: ['preview_person_id'],
    serves: { operation: 'update_profile' },
  },
  {
    toolset: 'definitions',
    name: 'pull_definitions',
    description:
      'Export flows, emails and all definitions as files, to back up; narrow by path prefix.',
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
