import { compileEmail } from '@postroad/core/content/compile/compile';
import { CompileSession } from '@postroad/core/content/compile/compile-session';
import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import type { EmailSource } from '@postroad/core/content/compile/email';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { inlineCss } from '@postroad/service/content/compile/inline-css';
import type { PersonRow } from '@postroad/store/people/person';

/** One mail for every row: about 21 KB of HTML, 17 outputs, a loop, a button and 29 links. */

const paragraphs = [
  'We spent the last quarter rebuilding the parts of the product that you asked us about most often, and today the first piece is ready for everyone on your plan.',
  'If you only have a minute, open the dashboard and look at the new overview: it shows what changed since your last visit and what needs your attention.',
  'Nothing you have set up is going away. Your reports, saved views and team permissions work the way they did yesterday, only faster.',
  'Reply to this email with a question and it reaches a person. We read every answer and keep a public list of what we decided to do about it.',
];

/** The parts of the mail, for this service and for others. */
export const mailParts = Array.from({ length: 27 }, (_, number) => ({
  title: `Part ${number + 1}`,
  text: paragraphs[number % paragraphs.length] ?? '',
  link: `https://example.com/guide/${number}?utm_source=mail&utm_campaign=launch`,
}));
export const mailOpening = {
  title: 'Hello {{ person.first_name | default: "there" }} {{ person.last_name }},',
  text: 'News for {{ person.fields.company }} in {{ person.fields.city }}.',
};
export const mailItem = '{{ item.name }} x {{ item.quantity }} at {{ item.price }}';
export const mailButton = {
  label: 'Open your dashboard',
  url: 'https://example.com/app/{{ person.id }}',
};
export const mailClosing =
  'Your plan is {{ person.fields.plan }}; {{ event.details.seats }} of {{ event.details.limit }} seats are used. It renews on {{ event.details.renews }} for {{ event.details.amount }}. This went to {{ person.email }}.';

const body = [
  `# ${mailOpening.title}`,
  mailOpening.text,
  ...mailParts.map(
    ({ title, text, link }) => `## ${title}\n\n${text}\n\n[Read the guide](${link})`,
  ),
  '{% for item in event.details.items %}',
  mailItem,
  '{% endfor %}',
  `{% button label:"${mailButton.label}" url:"${mailButton.url}" style:primary %}`,
  mailClosing,
].join('\n\n');

export const emailSource: EmailSource = {
  subject: 'A calmer dashboard for {{ person.first_name | default: "you" }}',
  pre_header: 'What changed this quarter',
  body_markdown: body,
};

const theme = resolveTheme({});

/** As a thread that renders keeps one. */
const session = new CompileSession();

/** Compiles the mail from markdown to what is stored with an email. */
export function compileMail() {
  const scope = { theme, themesByKey: new Map() };
  const { compiled, errors } = compileEmail(emailSource, defaultLayout, scope, inlineCss, session);
  if (!compiled) throw new Error(`The mail does not compile: ${errors[0]?.message}`);
  return compiled;
}

export const eventDetails = {
  seats: 7,
  limit: 25,
  renews: '2026-12-01',
  amount: '$240.00',
  items: [
    { name: 'Seat', quantity: 3, price: '$30' },
    { name: 'Add-on <A>', quantity: 1, price: '$12' },
    { name: 'Support', quantity: 1, price: '$99' },
    { name: 'Storage', quantity: 10, price: '$5' },
    { name: 'Domain', quantity: 2, price: '$14' },
  ],
};

export function personRow(id: number): PersonRow {
  const joined = new Date('2026-01-01T00:00:00Z');
  return {
    id,
    email: `person${id}@example.com`,
    first_name: `Ada${id}`,
    last_name: "O'Neil",
    fields: { company: `Smith & Sons ${id % 100}`, city: 'Porto', plan: 'team' },
    tag_ids: [],
    external_id: null,
    timezone: null,
    subscribed_on: '2026-01-01',
    unsubscribed_at: null,
    unsubscribe_reason: null,
    hard_bounced_at: null,
    complained_at: null,
    attribution: null,
    created_at: joined,
    updated_at: joined,
  };
}
