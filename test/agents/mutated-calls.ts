import type { Json } from './conversation.ts';

/** What calls refer to, of the account in which they are made. */
export interface Facts {
  email_id: number;
  layout_id: number;
  segment_id: number;
  broadcast_id: number;
  sequence_id: number;
  run_id: number;
  version_id: number;
}

/** One fault in a valid call: a member left out, named otherwise, or with another value. */
export type Change = { drop: string } | { rename: [string, string] } | { set: [string, unknown] };

export interface MutatedCall {
  kind: string;
  /** The name of the valid call. */
  call: string;
  change: Change;
  /** The path that an answer has to name. */
  field: string;
}

const person = 'ada@example.com';
const dry_run = true;

function definition(email_id: number): Json {
  return {
    trigger: { event: 'signed_up', match: { detail: 'plan', op: 'equals', value: 'pro' } },
    nodes: [
      { type: 'send_email', name: 'Send', email_id },
      { type: 'delay', name: 'Wait', duration: { amount: 3, unit: 'days' } },
      {
        ...{ type: 'if_else', name: 'Is it pro', else: [] },
        condition: { type: 'field', field: 'plan', op: 'equals', value: 'pro' },
        then: [{ type: 'add_tag', name: 'Mark', tag: 'customer' }],
      },
      {
        ...{ type: 'gate', name: 'Wait for it', expires_after: { amount: 3, unit: 'days' } },
        wait_for: { event: { name: 'account_created', occurrence: 'next_occurrence' } },
        met: [],
        expired: [],
      },
      { type: 'set_field', name: 'Note it', field: 'plan', value: 'pro' },
      {
        ...{ type: 'split', name: 'Half', arms: [] },
        arms: [
          { name: 'one', weight: 50, steps: [] },
          { name: 'two', weight: 50, steps: [] },
        ],
      },
    ],
  };
}

/** Calls as agents make them, by a name: a tool and its arguments. All are accepted as they are. */
export function validCalls(facts: Facts): Readonly<Record<string, [tool: string, args: Json]>> {
  const { email_id, layout_id, segment_id, broadcast_id, sequence_id, run_id } = facts;
  const flow = 'onboarding';
  const onPro = { type: 'field', field: 'plan', op: 'equals', value: 'pro' };
  const signedUp = { email: person, name: 'signed_up', details: { plan: 'pro' } };
  const toggle = {
    ...{ id: 'news', label: 'News', condition: { type: 'has_tag', tag: 'news' } },
    ...{ on: [{ type: 'add_tag', tag: 'news' }], off: [{ type: 'remove_tag', tag: 'news' }] },
  };
  return {
    flow: ['validate_flow', { flow: 'trial', definition: definition(email_id) }],
    save: [
      'save_flow',
      {
        ...{ flow: 'another', name: 'Another', labels: ['offer'], run_policy: 'repeat' },
        ...{ definition: definition(email_id), dry_run },
      },
    ],
    rehearse: ['dry_run_flow', { flow, person, event: { name: 'signed_up' } }],
    outline: ['get_flow', { flow, format: 'outline' }],
    rollback: ['rollback_flow', { flow, version_id: facts.version_id, dry_run }],
    runs: ['list_flow_runs', { flow, status: 'active' }],
    move: ['move_run', { run_id, step: '2', dry_run }],
    email: [
      'save_email',
      {
        ...{ email: email_id, subject: 'Hello {{ person.first_name }}', body_markdown: '# Hello' },
        ...{ labels: ['offer'], dry_run },
      },
    ],
    preview: ['preview_email', { email: email_id, person, format: 'text' }],
    emails: ['list_emails', { q: 'Tips', used_mode: 'any', limit: 5 }],
    layout: ['save_layout', { layout_id, name: 'Plain', html: '<p>{{ content }}</p>', dry_run }],
    theme: [
      'save_theme',
      {
        ...{ theme_key: 'default', dry_run },
        variables: { link_color: { light: '#111111', dark: '#eeeeee' }, hr_thickness: '2px' },
      },
    ],
    segment: ['save_segment', { segment: 'pro', name: 'On pro', definition: onPro, dry_run }],
    size: [
      'preview_segment',
      {
        definition: {
          all: [
            onPro,
            { type: 'has_tag', tag: 'customer' },
            { type: 'in_segment', segment: 'pro' },
          ],
        },
      },
    ],
    spent: ['preview_segment', { definition: { type: 'total_spend', op: 'greater', value: 100 } }],
    broadcast: [
      'save_broadcast',
      { name: 'News', segment: segment_id, email_source: 'scratch', dry_run },
    ],
    schedule: ['schedule_broadcast', { broadcast_id, send_at: '2026-03-09T09:00:00', dry_run }],
    sequence: ['save_sequence', { name: 'Course', repeat_mode: 'single_run', dry_run }],
    step: [
      'add_sequence_step',
      {
        ...{ sequence_id, email_source: 'shared', email: email_id },
        ...{ delay_amount: 1, delay_unit: 'days', dry_run },
      },
    ],
    // It has no step yet, of which turning it on warns.
    toggle: ['toggle_sequence', { sequence_id, enabled: false, dry_run }],
    events: ['record_events', { events: [signedUp], dry_run }],
    purchase: [
      'record_events',
      {
        events: [{ ...signedUp, name: 'purchased', details: { product: 'x', amount_cents: 500 } }],
        dry_run,
      },
    ],
    tag: ['tag_person', { person, tag: 'customer', dry_run }],
    person: ['get_person', { person }],
    write: ['save_person', { person, first_name: 'Ada', timezone: 'Europe/Berlin', dry_run }],
    explain: ['explain_delivery', { person, email: email_id }],
    field: ['save_field', { field_key: 'seats', name: 'Seats', type: 'number', dry_run }],
    people: ['import_people', { content: 'email,plan\nx@example.com,pro', format: 'csv', dry_run }],
    windows: [
      'save_settings',
      {
        settings: {
          send_windows: { rules: [{ label: null, days: [1, 2], start: '09:00', end: '17:00' }] },
          'sending.broadcast_emails_per_hour': 1000,
        },
        dry_run,
      },
    ],
    toggles: [
      'save_settings',
      {
        settings: { 'sending.subscription_preferences': { enabled: true, toggles: [toggle] } },
        dry_run,
      },
    ],
    report: ['get_report', { by: 'email', from: '2026-03-02', to: '2026-03-08' }],
    describe: ['describe_schema', { topic: 'steps', part: 'gate' }],
  };
}

const missing: [call: string, path: string][] = [
  ['flow', 'flow'],
  ['flow', 'definition.trigger'],
  ['flow', 'definition.nodes[0].email_id'],
  ['flow', 'definition.nodes[2].condition'],
  ['flow', 'definition.nodes[2].else'],
  ['flow', 'definition.nodes[2].condition.op'],
  ['flow', 'definition.nodes[3].wait_for'],
  ['flow', 'definition.nodes[0].type'],
  ['flow', 'definition.trigger.match.detail'],
  ['rehearse', 'person'],
  ['rollback', 'version_id'],
  ['preview', 'email'],
  ['size', 'definition'],
  ['size', 'definition.all[1].tag'],
  ['schedule', 'broadcast_id'],
  ['step', 'sequence_id'],
  ['events', 'events[0].email'],
  ['events', 'events[0].name'],
  ['tag', 'tag'],
  ['toggles', 'settings.sending.subscription_preferences.toggles[0].id'],
];

const wrongTypes: [call: string, path: string, value: unknown][] = [
  ['flow', 'definition', 'nodes'],
  ['flow', 'definition.nodes', {}],
  ['flow', 'definition.nodes[0].email_id', { id: 1 }],
  ['flow', 'definition.nodes[1].duration', '3 days'],
  ['flow', 'definition.nodes[1].duration.amount', 'three'],
  ['flow', 'definition.nodes[2].then', { type: 'exit_flow' }],
  ['flow', 'definition.nodes[2].condition.value', { plan: 'pro' }],
  ['flow', 'definition.nodes[5].arms[0].weight', 'half'],
  ['flow', 'definition.trigger.event', ['signed_up']],
  ['save', 'labels', 'welcome'],
  ['rollback', 'version_id', 'the first'],
  ['email', 'body_markdown', ['# Hello']],
  ['email', 'labels', 'news'],
  ['emails', 'limit', 'all'],
  ['theme', 'variables.link_color', 'teal'],
  ['theme', 'variables.hr_thickness', 'thick'],
  ['size', 'definition.all', { type: 'has_tag', tag: 'customer' }],
  ['spent', 'definition.value', '100 EUR'],
  ['schedule', 'send_at', 'tomorrow'],
  ['step', 'delay_amount', 'one'],
  ['toggle', 'enabled', 'maybe'],
  ['events', 'events', { email: person, name: 'signed_up' }],
  ['purchase', 'events[0].details.amount_cents', '5.00 EUR'],
  ['windows', 'settings.send_windows.rules[0].days', 'weekdays'],
  ['windows', 'settings.sending.broadcast_emails_per_hour', 'many'],
];

const unknownKeys: [call: string, path: string, name: string][] = [
  ['flow', 'definition.nodes', 'steps'],
  ['flow', 'definition.nodes[0].email_id', 'email'],
  ['flow', 'definition.nodes[1].duration', 'wait'],
  ['flow', 'definition.nodes[1].duration.unit', 'units'],
  ['flow', 'definition.nodes[2].else', 'otherwise'],
  ['flow', 'definition.nodes[2].condition.op', 'operator'],
  ['flow', 'definition.nodes[3].expires_after', 'timeout'],
  ['flow', 'definition.trigger.event', 'events'],
  ['save', 'definition', 'definitions'],
  ['outline', 'format', 'formats'],
  ['email', 'body_markdown', 'body'],
  ['preview', 'person', 'persons'],
  ['theme', 'variables.link_color', 'link_colour'],
  ['size', 'definition.all[1].tag', 'name'],
  ['schedule', 'send_at', 'at'],
  ['step', 'delay_amount', 'delay'],
  ['events', 'events[0].details', 'data'],
  ['windows', 'settings.send_windows.rules[0].start', 'from'],
  ['report', 'by', 'group_by'],
  ['write', 'first_name', 'firstname'],
];

const wrongValues: [call: string, path: string, value: unknown][] = [
  ['flow', 'definition.nodes[0].type', 'sendemail'],
  ['flow', 'definition.nodes[1].duration.unit', 'day'],
  ['flow', 'definition.nodes[2].condition.type', 'fields'],
  ['flow', 'definition.nodes[2].condition.op', 'equal'],
  ['flow', 'definition.nodes[3].wait_for.event.occurrence', 'next'],
  ['save', 'run_policy', 'single'],
  ['outline', 'format', 'text'],
  ['runs', 'status', 'waiting'],
  ['emails', 'used_mode', 'every'],
  ['emails', 'limit', 5000],
  ['sequence', 'repeat_mode', 'once'],
  ['step', 'delay_unit', 'day'],
  ['report', 'by', 'emails'],
  ['describe', 'topic', 'step'],
  ['field', 'type', 'text'],
];

const wrongReferences: [call: string, path: string, value: unknown][] = [
  ['outline', 'flow', 'onbording'],
  ['flow', 'definition.nodes[0].email_id', 987_654],
  ['flow', 'definition.nodes[2].condition.field', 'plann'],
  ['flow', 'definition.nodes[4].field', 'plans'],
  ['flow', 'definition.trigger.event', 'sigend_up'],
  ['rehearse', 'person', 'nobody@example.com'],
  ['rollback', 'version_id', 987_654],
  ['move', 'step', '77'],
  ['preview', 'email', 987_654],
  ['layout', 'layout_id', 987_654],
  ['theme', 'theme_key', 'defualt'],
  ['size', 'definition.all[2].segment', 'proo'],
  ['broadcast', 'segment', 987_654],
  ['step', 'email', 987_654],
  ['explain', 'person', 'adda@example.com'],
];

const wrongTexts: [call: string, path: string, value: unknown][] = [
  ['email', 'subject', 'Hello {{ person.first_name'],
  ['email', 'body_markdown', '{% if person.tags %} open'],
  ['email', 'body_markdown', '{{ person.first_name | upcaze }}'],
  ['layout', 'html', '<p>No place for the words</p>'],
  ['write', 'timezone', 'Berlin'],
];

/** The hundred, committed: to add one, take another away. */
export const mutatedCalls: readonly MutatedCall[] = [
  ...missing.map(([call, field]) => ({ kind: 'missing', call, change: { drop: field }, field })),
  ...wrongTypes.map(([call, field, value]) => changed('wrong type', call, field, value)),
  ...unknownKeys.map(([call, path, name]) => ({
    ...{ kind: 'unknown key', call },
    change: { rename: [path, name] as [string, string] },
    field: path.replace(/[^.]+$/, name),
  })),
  ...wrongValues.map(([call, field, value]) => changed('wrong value', call, field, value)),
  ...wrongReferences.map(([call, field, value]) => changed('wrong reference', call, field, value)),
  ...wrongTexts.map(([call, field, value]) => changed('wrong text', call, field, value)),
];

function changed(kind: string, call: string, field: string, value: unknown): MutatedCall {
  return { kind, call, change: { set: [field, value] }, field };
}
