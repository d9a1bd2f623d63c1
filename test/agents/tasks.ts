import type { RunningService } from '../surfaces/running-service.ts';
import { at, type Conversation, type Json } from './conversation.ts';
import { addressOf, onboarding } from './ground.ts';

/** One task of the twenty: what an agent says, and whether it is done then. */
export interface Task {
  title: string;
  /** What happened before, in the account and not by the agent. */
  before?(running: RunningService): Promise<void>;
  talk(talk: Conversation): Promise<Json>;
  /** Looks at the account, or at what the agent learned where the task is a question. */
  isDone(running: RunningService, learned: Json): Promise<boolean>;
}

const ada = addressOf('ada');
const days = (amount: number) => ({ amount, unit: 'days' });
const onPro = { type: 'field', field: 'plan', op: 'equals', value: 'pro' };

type Read = Parameters<RunningService['invoke']>;

async function read({ invoke }: RunningService, path: string, ...call: Read): Promise<unknown> {
  return at((await invoke(...call)) as Json, path);
}

async function idOfEmail(talk: Conversation, q: string): Promise<number> {
  return at(await talk.ask('list_emails', { q }), 'emails.0.id') as number;
}

async function newEmail(talk: Conversation, subject: string, body_markdown: string) {
  return at(await talk.ask('save_email', { subject, body_markdown }), 'email.id');
}

/** In the order of findings; later ones find what earlier ones made, as in one long session. */
export const tasks: readonly Task[] = [
  {
    title: 'a welcome flow with a branch, live',
    async talk(talk) {
      await talk.ask('describe_schema', { topic: 'author' });
      const hello = { subject: 'Welcome', body_markdown: '# Hello {{ person.first_name }}' };
      const more = { subject: 'What pro can do', body_markdown: '# More for you' };
      const nodes = [
        { type: 'send_email', name: 'Send the welcome', email: hello },
        { type: 'delay', name: 'Wait two days', duration: days(2) },
        {
          ...{ type: 'if_else', name: 'Is it the pro plan', condition: onPro, else: [] },
          then: [{ type: 'send_email', name: 'What pro can do', email: more }],
        },
      ];
      const flow_key = 'welcome-pro';
      const definition = { trigger: { event: 'signed_up' }, nodes };
      await talk.ask('save_flow', { flow_key, name: 'Welcome', definition });
      const event = { name: 'signed_up' };
      await talk.ask('dry_run_flow', { flow_key, person: ada, event, past_waits: true });
      return talk.ask('activate_flow', { flow_key });
    },
    async isDone(running) {
      const flow = (await read(running, 'flow', 'get_flow', { flow_key: 'welcome-pro' })) as Json;
      const types = (at(flow, 'definition.nodes') as Json[]).map(({ type }) => type);
      return flow.status === 'live' && String(types) === 'send_email,delay,if_else';
    },
  },
  {
    title: 'other words in an email, seen as somebody gets it',
    async talk(talk) {
      const email_id = await idOfEmail(talk, 'Tips');
      const email = at(await talk.ask('get_email', { email: email_id }), 'email') as Json;
      const words = String(email.body_markdown).replace(
        '# Tips',
        '# Tips, {{ person.first_name }}',
      );
      await talk.ask('save_email', { email: email_id, body_markdown: words });
      return talk.ask('preview_email', { email: email_id, person: ada });
    },
    isDone: async (_running, learned) => JSON.stringify(learned).includes('Tips, Ada'),
  },
  {
    title: 'why somebody got no email',
    talk: (talk) => talk.ask('explain_delivery', { person: addressOf('alan') }),
    isDone: async (_running, learned) => JSON.stringify(learned).includes('unsubscribed'),
  },
  {
    title: 'a segment, its size and some of the people',
    async talk(talk) {
      await talk.ask('describe_schema', { topic: 'segments' });
      const seen = await talk.ask('preview_segment', { definition: onPro });
      await talk.ask('save_segment', { segment_key: 'pro', name: 'On pro', definition: onPro });
      return seen;
    },
    async isDone(running, learned) {
      const definition = await read(running, 'segment.definition', 'get_segment', {
        segment_key: 'pro',
      });
      const { total, people } = learned as { total?: unknown; people?: unknown[] };
      return at(definition as Json, 'field') === 'plan' && total !== 0 && people?.length !== 0;
    },
  },
  {
    title: 'a broadcast tomorrow at 9:00 in Berlin',
    async talk(talk) {
      const email = { subject: 'News', body_markdown: 'There is news.' };
      const made = await talk.ask('save_broadcast', { name: 'News', segment: 'pro', email });
      const broadcast_id = at(made, 'broadcast.id');
      const when = { broadcast_id, send_at: '2026-03-03T09:00:00' };
      await talk.ask('schedule_broadcast', { ...when, dry_run: true });
      return talk.ask('schedule_broadcast', when);
    },
    async isDone(running) {
      const found = (await read(running, 'broadcasts.0', 'list_broadcasts', {})) as Json;
      const at9 = Date.parse('2026-03-03T08:00:00Z');
      return found.status === 'scheduled' && Date.parse(String(found.send_at)) === at9;
    },
  },
  {
    title: 'the broadcast canceled',
    talk: (talk) => talk.ask('cancel_broadcast', { broadcast_id: 1 }),
    isDone: async (running) =>
      (await read(running, 'broadcasts.0.status', 'list_broadcasts', {})) === 'canceled',
  },
  {
    title: 'a reminder 14 days before a renewal',
    async talk(talk) {
      await talk.ask('describe_schema', { topic: 'renewal' });
      await talk.ask('describe_schema', { topic: 'liquid', part: 'renewal' });
      const email_id = await newEmail(
        talk,
        'It renews in {{ automation.days_before }} days',
        'On {{ automation.renewal_date | date: "%B %-d" }}.',
      );
      const flow_key = 'renewals';
      const trigger = {
        ...{ type: 'subscription_renewal_approaching', product: 'membership', interval: 'yearly' },
        ...{ days_before: 14, local_time: '09:00', timezone: 'Europe/Berlin', repeat: true },
      };
      const nodes = [{ type: 'send_email', name: 'Remind', email_id }];
      const definition = { trigger, nodes };
      const saved = await talk.ask('save_flow', { flow_key, run_policy: 'repeat', definition });
      const seen = await talk.ask('preview_renewal_approaching', { flow_key });
      const person_id = at(seen, 'upcoming.0.person_id');
      const flow_id = at(saved, 'flow.id');
      const mail = await talk.ask('preview_email', { email_id, flow_id, person_id });
      await talk.ask('activate_flow', { flow_key });
      return mail;
    },
    isDone: async (running, learned) =>
      JSON.stringify(learned).includes('March 26') &&
      (await read(running, 'flow.status', 'get_flow', { flow_key: 'renewals' })) === 'live',
  },
  {
    title: 'a sequence of four steps, one put between them, and somebody started',
    async talk(talk) {
      const step = (subject: string) => ({
        ...{ email: { subject, body_markdown: `# ${subject}` }, status: 'active' },
        ...{ delay_amount: 1, delay_unit: 'days' },
      });
      const steps = ['One', 'Two', 'Three', 'Four'].map(step);
      const made = await talk.ask('save_sequence', { name: 'Course', steps });
      const sequence_id = at(made, 'sequence.id');
      const between = { ...step('Between'), position: 3 };
      await talk.ask('save_sequence', { sequence_id, steps: [between] });
      await talk.ask('toggle_sequence', { sequence_id, enabled: true });
      await talk.ask('find_tools', { q: 'start a person on a sequence' });
      return talk.ask('start_on_sequence', { sequence_id, person: ada });
    },
    async isDone(running) {
      const [sequence] = (await read(running, 'sequences', 'list_sequences', {})) as Json[];
      const steps = (sequence?.steps ?? []) as { status: string; email: { subject: string } }[];
      const subjects = steps.map(({ email }) => email.subject).join();
      const isActive = steps.every(({ status }) => status === 'active');
      const person = await read(running, 'person', 'get_person', { person: ada });
      const isStarted = JSON.stringify(person).includes('Course') || sequence?.people_inside === 1;
      return isActive && isStarted && subjects === 'One,Two,Between,Three,Four';
    },
  },
  {
    title: 'another brand color, and which emails change',
    async talk(talk) {
      const described = await talk.ask('describe_schema', { topic: 'theme' });
      const theme_key = at(described, 'names.themes.0');
      const variables = {
        button_primary_background_color: { light: '#0f766e', dark: '#5eead4' },
        link_color: { light: '#0f766e', dark: '#5eead4' },
      };
      const dry = await talk.ask('save_theme', { theme_key, variables, dry_run: true });
      await talk.ask('save_theme', { theme_key, variables });
      return dry;
    },
    async isDone(running, learned) {
      const { themes } = (await running.invoke('list_themes', {})) as { themes: { key: string }[] };
      const theme = await running.invoke('get_theme', { theme_key: themes[0]?.key ?? '' });
      const told = JSON.stringify(learned).includes('What pro can do');
      return told && JSON.stringify(theme).includes('#0f766e');
    },
  },
  {
    title: 'mail on working days alone',
    async talk(talk) {
      await talk.ask('describe_schema', { topic: 'send_windows' });
      const rules = [{ label: null, days: [1, 2, 3, 4, 5], start: '09:00', end: '17:00' }];
      return talk.ask('save_settings', { settings: { send_windows: { rules } } });
    },
    async isDone(running) {
      const settings = JSON.stringify(await running.invoke('get_settings', {}));
      return settings.includes('"17:00"');
    },
  },
  {
    title: 'a toggle on the preferences page',
    async talk(talk) {
      await talk.ask('describe_schema', { topic: 'preferences' });
      const tag = 'newsletter';
      const toggle = {
        ...{ id: tag, label: 'The newsletter', condition: { type: 'has_tag', tag } },
        ...{ on: [{ type: 'add_tag', tag }], off: [{ type: 'remove_tag', tag }] },
      };
      return talk.ask('save_settings', {
        settings: { 'sending.subscription_preferences': { enabled: true, toggles: [toggle] } },
      });
    },
    async isDone(running) {
      return JSON.stringify(await running.invoke('get_settings', {})).includes('The newsletter');
    },
  },
  {
    title: 'which arm somebody takes, and why',
    async talk(talk) {
      const event = { name: 'account_created' };
      const run = { flow_key: 'onboarding', person: ada, event, past_waits: true };
      return talk.ask('dry_run_flow', run);
    },
    isDone: async (_running, learned) => /"?What pro can do/.test(JSON.stringify(learned.steps)),
  },
  {
    title: 'somebody moved to another step',
    async talk(talk) {
      const flow_key = 'onboarding';
      const runs = await talk.ask('list_flow_runs', { flow_key, person: addressOf('grace') });
      await talk.ask('get_flow', { flow_key, format: 'outline' });
      return talk.ask('move_run', { run_id: at(runs, 'runs.0.id'), step: '3' });
    },
    async isDone(running) {
      await running.invoke('move_clock', { advance: { amount: 1, unit: 'hours' } });
      const person = addressOf('grace');
      const flow_key = 'onboarding';
      const runs = await running.invoke('list_flow_runs', { flow_key, person });
      return at(runs as Json, 'runs.0.status') === 'exited';
    },
  },
  {
    title: 'a flow as it was before an edit',
    async before({ invoke }) {
      const { flow } = (await invoke('get_flow', { flow_key: 'onboarding' })) as { flow: Json };
      const definition = flow.definition as { nodes: Json[] };
      const nodes = definition.nodes.map((node) =>
        node.id === 2 ? { ...node, duration: days(30) } : node,
      );
      await invoke('update_flow', {
        flow_key: 'onboarding',
        definition: { ...definition, nodes },
      });
    },
    async talk(talk) {
      const flow_key = 'onboarding';
      const versions = await talk.ask('list_flow_versions', { flow_key });
      return talk.ask('rollback_flow', { flow_key, version_id: at(versions, 'versions.0.id') });
    },
    async isDone(running) {
      const nodes = await read(running, 'flow.definition.nodes', 'get_flow', {
        flow_key: 'onboarding',
      });
      const [, delay] = onboarding(1, 2).nodes;
      return JSON.stringify((nodes as Json[])[1]?.duration) === JSON.stringify(delay?.duration);
    },
  },
  {
    title: 'twenty people from a file',
    async talk(talk) {
      const rows = Array.from({ length: 20 }, (_, n) => `new${n}@example.com,New,free`);
      const content = ['email,first_name,plan', ...rows].join('\n');
      const file = { content, format: 'csv', tags: ['fair'] };
      await talk.ask('import_people', { ...file, dry_run: true });
      const started = await talk.ask('import_people', file);
      return talk.ask('list_imports', { import_id: at(started, 'import.id') });
    },
    isDone: async (running) =>
      (await read(running, 'person.email', 'get_person', { person: 'new19@example.com' })) ===
      'new19@example.com',
  },
  {
    title: 'purchases, and who spent more than 100',
    async talk(talk) {
      await talk.ask('describe_schema', { topic: 'events' });
      const bought = (name: string, amount_cents: number) => ({
        ...{ email: addressOf(name), name: 'purchased' },
        details: { product: 'course', amount_cents },
      });
      const events = [bought('ada', 15_000), bought('edsger', 9_000)];
      await talk.ask('record_events', { events });
      await talk.ask('describe_schema', { topic: 'conditions', part: 'total_spend' });
      const definition = { type: 'total_spend', op: 'greater', value: 10_000 };
      await talk.ask('save_segment', { segment_key: 'spenders', name: 'Spenders', definition });
      return talk.ask('preview_segment', { definition });
    },
    isDone: async (_running, learned) => {
      const told = JSON.stringify(learned);
      return told.includes(ada) && !told.includes(addressOf('edsger'));
    },
  },
  {
    title: 'a gate of three days',
    async talk(talk) {
      await talk.ask('describe_schema', { topic: 'steps', part: 'gate' });
      const email = { subject: 'Still there?', body_markdown: 'Your cart waits.' };
      const gate = {
        ...{ type: 'gate', name: 'Wait for the order', expires_after: days(3), met: [] },
        wait_for: { event: { name: 'purchased', occurrence: 'next_occurrence' } },
        expired: [{ type: 'send_email', name: 'Remind', email }],
      };
      const definition = { trigger: { event: 'cart_filled' }, nodes: [gate] };
      return talk.ask('save_flow', { flow_key: 'cart', name: 'Cart', definition });
    },
    isDone: async (running) =>
      (await read(running, 'flow.validation.valid', 'get_flow', { flow_key: 'cart' })) === true,
  },
  {
    title: 'all mail stopped, and going again',
    async talk(talk) {
      const held = await talk.ask('hold_sending', { reason: 'A wrong price' });
      await talk.ask('hold_sending', { release: true });
      return held;
    },
    isDone: async (running, learned) =>
      JSON.stringify(learned).includes('"held"') &&
      (await read(running, 'sending.state', 'get_sending', {})) === 'running',
  },
  {
    title: 'sent, opened and clicked this week, by email',
    talk: (talk) => talk.ask('get_report', { by: 'email', from: '2026-03-02', to: '2026-03-08' }),
    async isDone(_running, learned) {
      const rows = learned.rows as { name: string; sent: number }[];
      return rows.some(({ name, sent }) => name.includes('Good to have you') && sent >= 3);
    },
  },
  {
    title: 'somebody erased',
    async talk(talk) {
      const person = addressOf('radia');
      await talk.ask('delete_person', { person, dry_run: true });
      await talk.ask('delete_person', { person });
      return talk.askInVain('get_person', { person });
    },
    isDone: async (_running, learned) => learned.code === 'not_found',
  },
];
