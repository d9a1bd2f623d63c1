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

/** Of a broadcast. */
const times: ReadonlySet<string> = new Set(['send_at', 'send_at_local']);

/** What an update was, where one member says it all; the time of a broadcast goes with its status. */
function special(members: readonly string[], before: JsonObject, after: JsonObject): string | null {
  const changed = members.includes('status') ? members.filter((one) => !times.has(one)) : members;
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

const irregular: Record<string, string> = {
  hold: 'held',
  send: 'sent',
  tag: 'tagged',
  untag: 'untagged',
};

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A verb of an operation in the past: `retry` is `retried`. */
function past(verb: string): string {
  const known = irregular[verb];
  if (known !== undefined) return known;
  if (verb.endsWith('e')) return `${verb}d`;
  return verb.endsWith('y') ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}

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
  if (action === 'created') {
    return operation === 'revert_change' ? `Brought back ${what}` : `Created ${what}`;
  }
  if (action === 'deleted') return `Deleted ${what}`;
  if (action === 'updated' && operation === null) return `Changed ${what}`;
  const [verb = 'change', ...rest] = (operation ?? 'change').split('_');
  const done = `${capital(past(verb))} ${rest.join(' ')}`.trim();
  return name === null ? done : `${done}: "${name}"`;
}
