import {
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';

/** The kind of value of an argument, or of a variable in a resource's URI. */
export type CompletionKind = 'topic' | 'flow' | 'theme' | 'email' | 'person' | 'product' | 'path';

interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  /** The kind of its completions; missing for free text. */
  completes?: CompletionKind;
}

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /** The message to the model. Arguments are quoted, since people paste anything into them. */
  text(value: (name: string) => string): string;
}

const flowKey: PromptArgument = {
  name: 'flow_key',
  description: 'Key of a flow',
  required: true,
  completes: 'flow',
};

/** The steps of making any flow. */
const making = [
  'Look at what exists before you write: list_event_types, list_emails, list_fields, list_tags.',
  'Call describe_schema author before the first save, and renewal or trigger for a flow that no event starts.',
  'Write the emails first (save_email), look at each with preview_email, and correct every warning.',
  'save_flow as a draft, then validate_flow until it is valid, then dry_run_flow past_waits with a person who should get through and with one who should not.',
  'Show me the outline (get_flow, format outline) and the result of each dry run. Ask me before activate_flow.',
];

function steps(first: string, lines: readonly string[]): string {
  return [first, '', ...lines.map((line, index) => `${index + 1}. ${line}`)].join('\n');
}

/** All prompts, in listing order (mcp.md §5). */
export const prompts: readonly Prompt[] = [
  {
    name: 'author_flow',
    title: 'Author a flow',
    description: 'Make a flow from a goal: emails, steps, validation, dry runs, activation.',
    arguments: [{ name: 'goal', description: 'What the flow should achieve', required: true }],
    text: (value) =>
      steps(`Make an email flow in Postroad that does this: ${value('goal')}`, [
        'Tell me in three lines which event starts it, which emails it sends and when people leave it. Ask me what is unclear.',
        ...making,
      ]),
  },
  {
    name: 'welcome_flow',
    title: 'Welcome flow',
    description: 'Make a welcome series for people who just signed up.',
    arguments: [],
    text: () =>
      steps('Make a welcome flow in Postroad for people who just signed up.', [
        'Find with list_event_types which event is recorded on a sign-up; ask me if it is not obvious.',
        'Plan three emails over a week: thanks and a first step, the most useful thing to do, an offer of help. Let people who already did the thing leave early.',
        ...making,
      ]),
  },
  {
    name: 'renewal_reminder',
    title: 'Renewal reminder',
    description: 'Make a flow that reminds people before their subscription renews.',
    arguments: [
      { name: 'product', description: 'Key of a product', required: true, completes: 'product' },
    ],
    text: (value) =>
      steps(
        `Make a flow in Postroad that reminds people before their subscription to ${value('product')} renews.`,
        [
          'Check with list_products and list_subscriptions that renewals of this product are known, with their dates. If not, tell me which events have to be recorded (describe_schema events).',
          'Call describe_schema renewal. Write one email that says what renews, when and for how much (describe_schema liquid, part renewal), and how to cancel.',
          'save_flow with a renewal trigger as a draft, then validate_flow.',
          'preview_renewal_approaching: tell me who gets it in the next days, who is skipped and why, and preview the email as one of them (preview_email with flow_id and person_id).',
          'Ask me before activate_flow.',
        ],
      ),
  },
  {
    name: 'diagnose_delivery',
    title: 'Why no email?',
    description: 'Find out why a person did or did not get an email.',
    arguments: [
      {
        name: 'person',
        description: 'Id or email address',
        required: true,
        completes: 'person',
      },
      { name: 'email', description: 'Id of an email', required: false, completes: 'email' },
    ],
    text: (value) =>
      steps(
        `Find out why ${value('person')} did or did not get ${value('email') || 'the emails they should have'}.`,
        [
          'Call explain_delivery for the person, with email_id if an email is given. Its reasons are in the order in which the service checks them.',
          'If a flow is named, call list_flow_runs with flow_key and person, then the run with its trace.',
          'If a send is named, call list_queue with status and person. An uncertain send may have arrived.',
          'Tell me in two sentences what happened, quote the reason, and say what would fix it. Change nothing.',
        ],
      ),
  },
  {
    name: 'review_flow',
    title: 'Review a flow',
    description: 'Read a flow critically: faults, dead ends, tone, timing.',
    arguments: [flowKey],
    text: (value) =>
      steps(`Review the flow ${value('flow_key')} as a careful colleague would.`, [
        'get_flow with format outline, then as json; validate_flow; preview_email for each email it sends.',
        'Look for: people who wait forever, arms nobody reaches, two emails close together, emails to people who already did the thing, missing fallbacks in Liquid, promises the next email breaks.',
        'dry_run_flow past_waits with two people who should go different ways; assume what opens gates.',
        'List your findings, the most serious first, each with step handle and a fix. Change nothing until I say so, and keep step ids.',
      ]),
  },
  {
    name: 'restyle_theme',
    title: 'Restyle a theme',
    description: 'Adapt colors, fonts and spacing of a theme to a brand.',
    arguments: [
      { name: 'brand', description: 'Colors, fonts, a style, or a description', required: true },
    ],
    text: (value) =>
      steps(`Adapt the theme of our emails to this brand: ${value('brand')}`, [
        'Call describe_schema theme and list_themes. Ask me which theme if there are several.',
        'Choose light and dark values for each color; text needs a contrast of 4.5 to 1 on its background in both.',
        'save_theme with dry_run, and show me what changes. It recompiles every email using the theme.',
        'Once I agree, save_theme, then preview_email for two emails.',
      ]),
  },
  {
    name: 'plan_broadcast',
    title: 'Plan a broadcast',
    description: 'Plan one email to many: audience, text, test, time.',
    arguments: [{ name: 'goal', description: 'What the broadcast should achieve', required: true }],
    text: (value) =>
      steps(`Plan a broadcast that does this: ${value('goal')}`, [
        'Find or create the segment (list_segments, preview_segment, save_segment) and tell me how many people are in it and how many can be mailed.',
        'save_broadcast as a draft, write its email with save_email, look at it with preview_email.',
        'send_test_email to an address I give you.',
        'send_broadcast_now with dry_run: tell me the recipient count and who is left out, and propose a time. Send or schedule only after I agree to that count.',
      ]),
  },
];

/** The entries of `prompts/list`. */
export function listedPrompts() {
  return prompts.map(({ name, title, description, arguments: args }) => ({
    name,
    title,
    description,
    arguments: args.map(({ completes: _, ...argument }) => argument),
  }));
}

/**
 * Serves `prompts/get`. Throws the protocol's error for an unknown prompt and for missing
 * arguments.
 */
export function getPrompt(name: string, args: Record<string, string>): GetPromptResult {
  const prompt = prompts.find((entry) => entry.name === name);
  if (!prompt) {
    const known = prompts.map((entry) => entry.name).join(', ');
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no prompt ${JSON.stringify(name.slice(0, 80))}. There are ${known}.`,
    );
  }
  const missing = prompt.arguments.find(
    (argument) => argument.required && (args[argument.name] ?? '').trim() === '',
  );
  if (missing) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `The prompt ${name} needs ${missing.name}: ${missing.description}.`,
    );
  }
  const value = (key: string) => {
    const given = args[key]?.trim() ?? '';
    return given === '' ? '' : JSON.stringify(given);
  };
  const content = { type: 'text', text: prompt.text(value) } as const;
  return { description: prompt.description, messages: [{ role: 'user', content }] };
}
