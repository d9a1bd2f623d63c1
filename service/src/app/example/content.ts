import { defaultLayout } from '@postroad/core/content/compile/default-layout';

/** The content of the example company: its settings, design and emails. All of it is made up. */

/** Whom the emails come from. */
export const sender = 'Larkspur <hello@example.com>';

/** What is set in the account where it has the default. */
export const settings = {
  tunables: { nudge_after: { amount: 5, unit: 'days' } },
  'sending.subscription_preferences': {
    enabled: true,
    default_tab: 'preferences',
    toggles: [
      {
        id: 'newsletter',
        label: 'Letters from the garden',
        description: 'Twice a month',
        condition: { type: 'has_tag', tag: 'newsletter' },
        on: [{ type: 'add_tag', tag: 'newsletter' }],
        off: [{ type: 'remove_tag', tag: 'newsletter' }],
      },
    ],
  },
};

/** What is set besides while the five weeks are played. */
export const playedSettings = {
  'sending.mailing_address': 'Larkspur Ltd, 1 Example Street, Springfield',
  'sending.broadcast_emails_per_hour': 10_000_000,
  send_windows: {
    rules: [
      { label: 'news', days: [1, 2, 3, 4, 5], start: '08:00', end: '19:00' },
      { label: null, days: [0, 1, 2, 3, 4, 5, 6], start: '00:00', end: '24:00' },
    ],
  },
};

export const fields = [
  { key: 'plot_m2', name: 'Size of the plot in m²', type: 'number' },
  { key: 'climate', name: 'Climate', type: 'string' },
  { key: 'greenhouse', name: 'Has a greenhouse', type: 'boolean' },
] as const;

export const products = [
  { key: 'hobby', name: 'Hobby plan' },
  { key: 'grower', name: 'Grower plan' },
  { key: 'soil-kit', name: 'Soil test kit' },
];

export const themes = [
  {
    name: 'Larkspur',
    variables: {
      headline_font_stack: 'Georgia, "Times New Roman", serif',
      heading_color: { light: '#1f4d36', dark: '#bfe3cf' },
      link_color: { light: '#2f6f4e', dark: '#9fd8b8' },
      button_primary_background_color: { light: '#2f6f4e', dark: '#9fd8b8' },
      email_background_color: { light: '#f2f5ef', dark: '#131a16' },
    },
  },
  {
    name: 'Winter',
    variables: {
      heading_color: { light: '#23395d', dark: '#c4d7f5' },
      link_color: { light: '#2d5ea8', dark: '#a8c8f5' },
      button_primary_background_color: { light: '#2d5ea8', dark: '#a8c8f5' },
    },
  },
];

export const component = {
  key: 'season-card',
  name: 'Season card',
  html: `<table role="presentation" width="100%" border="0" cellpadding="12" cellspacing="0" style="background-color:{{ theme.email_background_color }}">
<tr><td><strong>{{ title }}</strong><br>{{ text }}</td></tr>
</table>`,
};

/** The layouts: of letters, and of everything else. */
export const letterLayout = {
  name: 'Letter',
  html: `<div class="letter">
<p class="brand">Larkspur</p>
{{ content }}
<p class="small">{{ mailing_address | newline_to_br }}<br>
<a href="{{ preferences_url }}">Choose what you get</a> or <a href="{{ unsubscribe_url }}">unsubscribe</a></p>
</div>`,
  css: `.letter { max-width: {{ theme.content_max_width }}; margin: 0 auto; padding: 24px; }
.brand { font-weight: bold; color: {{ theme.heading_color }}; }
.small { font-size: 13px; color: {{ theme.muted_text_color }}; }`,
};

export const plainLayout = { ...defaultLayout, name: 'Larkspur' };

export interface ExampleEmail {
  title: string;
  subject: string;
  pre_header?: string;
  body_markdown: string;
  labels?: string[];
  /** It has the layout of letters. */
  letter?: boolean;
  archived?: boolean;
}

const name = '{{ person.first_name | default: "there" }}';
const button = (label: string, path: string) =>
  `{% button label:"${label}" url:"https://www.example.com/${path}" style:primary %}`;

export const emails = {
  welcome: {
    title: 'Welcome',
    subject: 'Welcome to Larkspur, {{ person.first_name | default: "gardener" }}',
    pre_header: 'Draw your first bed in five minutes.',
    body_markdown: `# Hello ${name}\n\nA plan begins with one bed. Draw it, say what the soil is like, and Larkspur tells you what to sow and when.\n\n${button('Draw your first bed', 'beds/new')}`,
    labels: ['onboarding'],
  },
  largePlot: {
    title: 'Welcome: large plots',
    subject: 'A plot of {{ person.fields.plot_m2 }} m² needs a rotation',
    body_markdown: `Hello ${name},\n\non a plot like yours, beds that change places each year stay healthy. [Here is how a rotation works](https://www.example.com/rotation).`,
    labels: ['onboarding'],
  },
  smallPlot: {
    title: 'Welcome: small plots',
    subject: 'Ten crops for a small plot',
    body_markdown: `Hello ${name},\n\nsalads, radishes and herbs give the most per square metre. [See all ten](https://www.example.com/small-plots).`,
    labels: ['onboarding'],
  },
  nudge: {
    title: 'Welcome: no plan yet',
    subject: 'Shall we draw the first bed together?',
    body_markdown: `Hello ${name},\n\nyou have not drawn a plan yet. Pick a template and change it as you like.\n\n${button('Choose a template', 'templates')}`,
    labels: ['onboarding'],
  },
  sow: {
    title: 'First season 1: sow',
    subject: 'Week one: what to sow now',
    body_markdown: `{% component "season-card" title:"This week" text:"Peas, broad beans and spinach" %}\n\nHello ${name}, these three can go out while nights are still cold. [Open your sowing calendar](https://www.example.com/calendar).`,
    letter: true,
  },
  water: {
    title: 'First season 2: water',
    subject: 'Water less often, and more at a time',
    body_markdown: `Hello ${name},\n\nroots follow the water down. [Three signs that a bed is thirsty](https://www.example.com/water).`,
    letter: true,
  },
  harvest: {
    title: 'First season 3: harvest',
    subject: 'Your first harvest is closer than you think',
    body_markdown: `Hello ${name},\n\nradishes are ready four weeks after sowing. [Note your harvest](https://www.example.com/harvest) and Larkspur learns what grows well in your soil.`,
    letter: true,
  },
  rest: {
    title: 'First season 4: let the soil rest',
    subject: 'What to do with an empty bed',
    body_markdown: `Hello ${name},\n\nthis one is still a draft.`,
    letter: true,
  },
  growerStart: {
    title: 'Grower 1: what is new',
    subject: 'What the Grower plan adds',
    body_markdown: `Hello ${name},\n\nrotation over five years, seed stock, and shared plans. [Invite the others on your plot](https://www.example.com/share).`,
    labels: ['product'],
  },
  growerStock: {
    title: 'Grower 2: seed stock',
    subject: 'Count your seeds once, never buy twice',
    body_markdown: `Hello ${name},\n\nscan the packets you have, and the calendar only asks you to buy what is missing.\n\n${button('Scan a packet', 'stock')}`,
    labels: ['product'],
  },
  growerSurvey: {
    title: 'Grower: survey after two weeks',
    subject: 'Two questions about your first two weeks',
    body_markdown: `Hello ${name},\n\nwhat works, and what is missing? [Answer in a minute](https://www.example.com/survey).`,
    labels: ['product'],
  },
  renewal: {
    title: 'Renewal reminder',
    subject:
      'Your plan renews{% if automation.days_before %} in {{ automation.days_before }} days{% endif %}',
    body_markdown: `Hello ${name},\n\n{% if automation.subscription %}your {{ automation.subscription.product }} plan renews on {{ automation.renewal_date | date: "%B %-d" }} for {{ automation.subscription.renewal_amount_cents | money_without_currency }} euros.{% endif %} You need not do anything.`,
    labels: ['receipt'],
  },
  paymentFailed: {
    title: 'Renewal: payment missing',
    subject: 'Your payment has not arrived',
    body_markdown: `Hello ${name},\n\nyour plan was to renew a week ago, and no payment has arrived. [Check your card](https://www.example.com/billing).`,
    labels: ['receipt'],
  },
  comeBack: {
    title: 'Come back',
    subject: 'Your plan is still here',
    body_markdown: `Hello ${name},\n\nyour beds are saved for a year.`,
  },
  letter: {
    title: 'Letter (template)',
    subject: 'Letter from the garden',
    body_markdown: `# Letter from the garden\n\nHello ${name},\n\n[Read the whole letter](https://www.example.com/letters).`,
    labels: ['news'],
    letter: true,
  },
  oldWelcome: {
    title: 'Welcome, last year',
    subject: 'Welcome',
    body_markdown: 'Thank you for signing up.',
    archived: true,
  },
} satisfies Record<string, ExampleEmail>;

export type EmailName = keyof typeof emails;
