import type { JsonObject } from '../platform/json.ts';

/** A change, as its sentence needs it. */
export interface SummarisedChange {
  resource: string;
  action: 'created' | 'updated' | 'deleted' | 'done';
  operation: string | null;
  name: string | null;
  before: JsonObject | null;
  after: JsonObject | null;
}

const nouns: Record<string, string> = {
  people: 'person',
  taggings: 'bulk tagging',
  queue: 'mail',
  templates: 'layout',
  settings: 'settings',
  profile: 'profile',
  clock: 'test clock',
  definitions: 'definition files',
};

function nounOf(resource: string): string {
  return (nouns[resource] ?? resource.replace(/s$/, '')).replaceAll('_', ' ');
}

/** Members that differ, under their names in answers. */
function changedMembers(before: JsonObject, after: JsonObject): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

const words: Record<string, string> = {
  body_markdown: 'body',
  template_id: 'layout',
  labels: 'labels',
  is_default: 'default',
};

/** Members in one sentence; more are counted. */
const membersNamed = 4;

function spoken(member: string): string {
  return words[member] ?? member.replaceAll('_', ' ');
}

function listed(members: readonly string[]): string {
  const shown = members.slice(0, membersNamed);
  const more = members.length - shown.length;
  const parts = more > 0 ? [...shown, `${more} more`] : shown;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** Members that go with another: the time of a broadcast with its status, why an endpoint is off. */
const companions: Readonly<Record<string, readonly string[]>> = {
  status: ['send_at', 'send_at_local'],
  enabled: ['disabled_reason'],
};

/** What an update was, where one member says it all. */
function special(members: readonly string[], before: JsonObject, after: JsonObject): string | null {
  const beside = new Set(members.flatMap((one) => companions[one] ?? []));
  const changed = members.filter((one) => !beside.has(one));
  if (changed.length !== 1) return null;
  if (changed[0] === 'archived') return after.archived ? 'Archived' : 'Brought back';
  if (changed[0] === 'enabled') return after.enabled ? 'Turned on' : 'Turned off';
  if (changed[0] !== 'status') return null;
  if (before.status === 'paused' && after.status === 'sending') return 'Resumed';
  const verbs: Record<string, string> = {
    live: 'Activated',
    paused: 'Paused',
    draft: 'Returned to draft',
    scheduled: 'Scheduled',
    sending: 'Began to send',
    sent: 'Finished sending',
    canceled: 'Cancelled',
  };
  return verbs[String(after.status)] ?? null;
}

function settingsOf(row: JsonObject | null): JsonObject {
  return (row?.settings ?? {}) as JsonObject;
}

/** What was done to what no record is kept of before and after, up to its name. */
const done: Readonly<Record<string, string>> = {
  upsert_person: 'Saved the person',
  upsert_people: 'Saved people',
  update_person: 'Changed the person',
  delete_person: 'Erased a person',
  tag_person: 'Gave a tag to the person',
  untag_person: 'Took a tag from the person',
  add_note: 'Added a note on the person',
  record_consent: 'Recorded a consent of the person',
  export_person: 'Exported all that is kept about a person',
  export_people: 'Exported people',
  import_people: 'Imported people',
  cancel_import: 'Cancelled an import of people',
  tag_people: 'Changed a tag of many people',
  cancel_tagging: 'Cancelled a change of tags',
  save_email_draft: 'Saved a draft of the email',
  delete_email_draft: 'Dropped the draft of the email',
  send_test_email: 'Sent a test of the email',
  start_on_sequence: 'Started people on the sequence',
  activate_flow: 'Activated the flow',
  pause_flow: 'Paused the flow',
  save_flow_version: 'Saved a version of the flow',
  save_flow_draft: 'Saved a draft of the flow',
  delete_flow_draft: 'Dropped the draft of the flow',
  embed_flow: 'Made a link to embed the flow',
  cancel_run: 'Took somebody out of a flow',
  move_run: 'Moved somebody to another step of a flow',
  retry_run: 'Let somebody continue in a flow',
  retry_parked_runs: 'Let parked people continue in the flow',
  move_parked_runs: 'Moved parked people in the flow',
  send_message: 'Sent a message',
  cancel_message: 'Cancelled a message',
  record_event: 'Recorded an event',
  record_events: 'Recorded events',
  retry_send: 'Sent a failed mail again',
  dismiss_send: 'Dismissed a failed mail',
  retry_failed_sends: 'Sent failed mail again',
  dismiss_uncertain_sends: 'Dismissed uncertain mail',
  hold_sending: 'Stopped all mail',
  release_sending: 'Let mail go again',
  apply_definitions: 'Applied definition files',
  create_token: 'Created the token',
  invite_operator: 'Invited the colleague',
  create_sign_in_link: 'Made a sign-in link',
  revoke_token: 'Revoked the token',
  revert_change: 'Undid a change',
  download_backup: 'Downloaded a backup',
  record_backup: 'Made a backup',
  load_example: 'Loaded the example company',
  remove_example: 'Removed the example company',
  move_clock: 'Moved the test clock',
  rotate_webhook_secret: 'Made a new secret for the webhook endpoint',
  test_webhook_endpoint: 'Sent a test to the webhook endpoint',
  replay_webhook_delivery: 'Delivered a webhook again',
};

/** One plain sentence about a change (HIST-01). */
export function changeSummary(change: SummarisedChange): string {
  const { resource, action, operation, name, before, after } = change;
  const noun = nounOf(resource);
  const what = name === null ? `the ${noun}` : `the ${noun} "${name}"`;
  if (resource === 'settings') {
    const changed = changedMembers(settingsOf(before), settingsOf(after));
    return `Changed the settings ${listed(changed)}`;
  }
  if (before !== null && after !== null) {
    const changed = changedMembers(before, after);
    const verb = special(changed, before, after);
    return verb === null ? `Changed ${listed(changed.map(spoken))} of ${what}` : `${verb} ${what}`;
  }
  const isNew = operation === 'upsert_person' && action === 'created';
  const isKept = before !== null || after !== null;
  const did = isNew || isKept ? undefined : done[operation ?? ''];
  if (did !== undefined) return name === null ? did : `${did} "${name}"`;
  if (action === 'created') {
    return operation === 'revert_change' ? `Brought back ${what}` : `Created ${what}`;
  }
  if (action === 'deleted') return `Deleted ${what}`;
  return `Changed ${what}`;
}
