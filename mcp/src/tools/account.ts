import type { Tool } from './tool.ts';

/** Tools of the account: settings, profile, API tokens, checks, the test clock. */
export const accountTools = [
  {
    name: 'get_settings',
    toolset: 'settings',
    description: 'Get the writable settings; profile: name, timezone, from address, base URL.',
    operation: { when: 'profile', call: 'get_profile', otherwise: 'get_settings' },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_settings',
    toolset: 'settings',
    description:
      'Change only the dotted keys sent: mailing address, unsubscribe page copy, preferences, send windows, default broadcast pace. Shapes: describe_schema settings.',
    operation: 'update_settings',
    arguments: { undescribed: ['settings'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'save_profile',
    toolset: 'settings',
    description: 'Change the account: company name, time zone, from address.',
    operation: 'update_profile',
    arguments: { undescribed: ['preview_person_id'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'list_changes',
    toolset: 'settings',
    description:
      'List who changed what, newest first; change_id: one with the record before and after.',
    operation: { when: 'change_id', call: 'get_change', otherwise: 'list_changes' },
    arguments: { undescribed: ['resource', 'id', 'actor'], unlisted: ['limit'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'revert_change',
    toolset: 'settings',
    description: 'Undo one change of list_changes: writes the record back as it was before it.',
    operation: 'revert_change',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'list_tokens',
    toolset: 'tokens',
    description: 'List API tokens; secrets are never shown.',
    operation: 'list_tokens',
    arguments: { unlisted: ['limit'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'create_token',
    toolset: 'tokens',
    description: 'Create an API token; its secret is shown only this once.',
    operation: 'create_token',
    arguments: { undescribed: ['scope', 'expires_at', 'allowed_ips'] },
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  },
  {
    name: 'revoke_token',
    toolset: 'tokens',
    description: 'Revoke an API token at once.',
    operation: 'revoke_token',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'check_service',
    toolset: 'settings',
    description: 'Check the service where it runs: mail, DNS, clock, disk, late work, keys.',
    operation: 'check_service',
    hints: { readOnly: true, openWorld: true },
  },
  {
    name: 'get_clock',
    toolset: 'clock',
    description: 'Read the test clock; 404 unless the service runs with TEST_CLOCK=1.',
    operation: 'get_clock',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'move_clock',
    toolset: 'clock',
    description: 'Move the test clock forward and do all work that falls due on the way, in order.',
    operation: 'move_clock',
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  },
] as const satisfies readonly Tool[];
