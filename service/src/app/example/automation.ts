import type { EmailName } from './content.ts';

/** The automation of the example company: segments, guards, sequences and flows. */

export const segments = [
  {
    key: 'newsletter',
    name: 'Readers of the letter',
    description: 'Everybody who asked for it.',
    definition: { type: 'has_tag', tag: 'newsletter' },
  },
  {
    key: 'growers',
    name: 'Growers',
    description: 'On the Grower plan now.',
    definition: { type: 'active_subscription', product: 'grower' },
  },
  {
    key: 'large-plots',
    name: 'Large plots in the letter',
    description: 'Readers with more than 150 m².',
    definition: {
      all: [
        { type: 'in_segment', segment: 'newsletter' },
        { type: 'field', field: 'plot_m2', op: 'greater', value: 150 },
      ],
    },
  },
  {
    key: 'silent',
    name: 'Silent for three weeks',
    description: 'Got mail and opened none of it.',
    definition: {
      all: [
        { type: 'received_email', within_days: 21 },
        { not: { type: 'opened_email', within_days: 21 } },
      ],
    },
  },
];

export const guards = [
  {
    key: 'on-holiday',
    name: 'On holiday',
    condition: { type: 'has_tag', tag: 'on-holiday' },
    labels: ['news', 'product'],
  },
  {
    key: 'paid-recently',
    name: 'Paid in the last two days',
    condition: { type: 'event_occurred', event: 'payment_succeeded', within_days: 2 },
    labels: ['product'],
    enabled: false,
  },
];

interface SeedSequence {
  name: string;
  description: string;
  repeat_mode: 'single_run' | 'once_per_email' | 'resend_all';
  steps: { email: EmailName; days: number; draft?: boolean }[];
}

export const sequences: Record<'firstSeason' | 'growerTips', SeedSequence> = {
  firstSeason: {
    name: 'First season',
    description: 'Three letters after somebody has signed up.',
    repeat_mode: 'single_run',
    steps: [
      { email: 'sow', days: 0 },
      { email: 'water', days: 3 },
      { email: 'harvest', days: 5 },
      { email: 'rest', days: 14, draft: true },
    ],
  },
  growerTips: {
    name: 'Grower tips',
    description: 'What the larger plan can do.',
    repeat_mode: 'once_per_email',
    steps: [
      { email: 'growerStart', days: 1 },
      { email: 'growerStock', days: 4 },
    ],
  },
};

interface Ids {
  emails: Record<EmailName, number>;
  sequences: Record<keyof typeof sequences, number>;
}

/** The flows; `live` ones are activated before anybody arrives. */
export function flows({ emails, sequences }: Ids) {
  const send = (name: string, email: EmailName) => ({
    name,
    type: 'send_email',
    email_id: emails[email],
  });
  return [
    {
      live: true,
      key: 'new-gardeners',
      name: 'New gardeners',
      labels: ['onboarding'],
      definition: {
        trigger: { event: 'account_created' },
        nodes: [
          send('Welcome', 'welcome'),
          { name: 'Wait a day', type: 'delay', duration: { amount: 1, unit: 'days' } },
          {
            name: 'Large plot?',
            type: 'if_else',
            condition: { type: 'field', field: 'plot_m2', op: 'greater', value: 150 },
            then: [send('Explain rotation', 'largePlot')],
            else: [send('Suggest ten crops', 'smallPlot')],
          },
          {
            name: 'Drew a plan?',
            type: 'gate',
            wait_for: { event: { name: 'plan_created', occurrence: 'any_past' } },
            expires_after: { setting: 'nudge_after' },
            met: [{ name: 'Mark as planner', type: 'add_tag', tag: 'planner' }],
            expired: [send('Offer a template', 'nudge')],
          },
          {
            name: 'First season',
            type: 'start_sequence',
            sequence_id: sequences.firstSeason,
          },
        ],
      },
    },
    {
      live: true,
      key: 'growers',
      name: 'New growers',
      labels: ['product'],
      definition: {
        trigger: {
          event: 'subscription_started',
          match: { detail: 'product', op: 'equals', value: 'grower' },
        },
        nodes: [
          { name: 'Mark as grower', type: 'add_tag', tag: 'grower' },
          { name: 'Grower tips', type: 'start_sequence', sequence_id: sequences.growerTips },
          { name: 'Two weeks', type: 'delay', duration: { amount: 14, unit: 'days' } },
          send('Ask two questions', 'growerSurvey'),
        ],
      },
    },
    {
      live: true,
      key: 'renewal',
      name: 'Before a plan renews',
      run_policy: 'repeat' as const,
      labels: ['receipts'],
      definition: {
        trigger: {
          type: 'subscription_renewal_approaching',
          product: 'grower',
          interval: 'monthly',
          days_before: 3,
          local_time: '09:00',
          timezone: 'Europe/Lisbon',
        },
        nodes: [
          send('Remind', 'renewal'),
          {
            name: 'Renewed?',
            type: 'gate',
            wait_for: { event: { name: 'subscription_renewed', occurrence: 'next_occurrence' } },
            expires_after: { amount: 10, unit: 'days' },
            met: [{ name: 'Mark as loyal', type: 'add_tag', tag: 'loyal' }],
            expired: [send('Ask for the payment', 'paymentFailed')],
          },
        ],
      },
    },
    {
      live: false,
      key: 'come-back',
      name: 'Come back',
      definition: {
        trigger: { event: 'subscription_ended' },
        nodes: [
          { name: 'Two months', type: 'delay', duration: { amount: 60, unit: 'days' } },
          send('Invite back', 'comeBack'),
        ],
      },
    },
  ];
}
