import { mergeVariables } from '../../content/text/merge-context.ts';
import { filterTexts, tagTexts } from './liquid-vocabulary.ts';
import { type AccountNames, fieldOf, type Topic, type TopicText } from './topic.ts';

/** Only set in flows that start before a renewal; blank in other mail. */
const renewalPrefix = 'automation.';

const variables = (renewal: boolean) =>
  mergeVariables
    .filter(({ name }) => name.startsWith(renewalPrefix) === renewal)
    .map(({ name, type, description }) => fieldOf(name, type, description));

const lines = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([name, text]) => `${name} — ${text}`);

/** A field whose key can follow a dot. */
function exampleField({ fields }: AccountNames): string | null {
  const field = fields.find(({ key }) => /^[A-Za-z_]\w*$/.test(key));
  return field
    ? `{% if person.fields.${field.key} %}{{ person.fields.${field.key} }}{% endif %}`
    : null;
}

function exampleBody(names: AccountNames): string {
  const details = '{% if event.details.plan %}You chose **{{ event.details.plan }}**.{% endif %}';
  return [
    '# Hello {{ person.first_name | default: "there" }}',
    exampleField(names) ?? details,
    '{% button label:"Open" url:"https://example.com/start" style:primary %}',
    '{{ "now" | date: "%B %-d, %Y" }}',
  ].join('\n\n');
}

const overview = (names: AccountNames): TopicText => ({
  rules: [
    'Values are escaped in the body, always, and written as they are in subject and pre_header.',
    'An unknown variable renders blank and is a warning at save; an unknown filter or tag is refused.',
    'An address that a value makes into anything but http, https, mailto or tel becomes #.',
    'default fills in for blank text too; date writes in the time zone of the person, else of the account.',
    'event is the one that started the flow, null in other mail; list_event_types shows its details.',
    'data is what the call of a message gave, null in other mail.',
    'automation.* (part renewal) is of renewal flows, and renders blank in other mail.',
    'Layouts and components have {{ theme.link_color }} too: topic theme.',
    `Tags (part tags): ${Object.keys(tagTexts).join(' ')}`,
    `Filters: those of Liquid and Jekyll, and money_without_currency; part filters has all ${Object.keys(filterTexts).length}.`,
  ],
  fields: variables(false),
  example: {
    subject: 'Welcome, {{ person.first_name | default: "friend" }}',
    body_markdown: exampleBody(names),
  },
  errors: [],
  see: ['preview_email', 'list_event_types'],
});

const parts: Readonly<Record<string, TopicText>> = {
  tags: {
    rules: lines(tagTexts),
    fields: [],
    example: {
      subject: '{% if person.tags contains "vip" %}For you first{% else %}News{% endif %}',
      body_markdown: [
        '{% assign items = event.details.items | sort: "name" %}',
        '{% for item in items limit: 5 %}',
        '- {{ forloop.index }}: {{ item.name }}',
        '{% else %}',
        'Nothing yet.',
        '{% endfor %}',
        '',
        '{% button label:"Open {{ person.first_name }}" url:"https://example.com/{{ person.id }}" %}',
      ].join('\n'),
    },
    errors: [],
    see: ['describe_schema liquid', 'create_component'],
  },
  filters: {
    rules: lines(filterTexts),
    fields: [],
    example: {
      subject: '{{ person.first_name | default: "Hello" | truncate: 20 }}',
      body_markdown:
        'Until {{ event.details.ends_at | date: "%B %-d at %H:%M" }}: {{ event.details.items | map: "name" | join: ", " }} for {{ event.details.cents | money_without_currency }}',
    },
    errors: [],
    see: ['describe_schema liquid'],
  },
  renewal: {
    rules: [
      'For flows that start before a subscription renews, of the subscription as it is when the mail is sent. In all other mail, and in tests, each of these renders blank.',
      'preview_email with flow_id and person_id fills them in where one subscription of the person is eligible.',
      'Write what reads well when they are blank: {% if automation.subscription %} … {% endif %}.',
    ],
    fields: variables(true),
    example: {
      subject:
        'Your renewal{% if automation.days_before %} in {{ automation.days_before }} days{% endif %}',
      body_markdown:
        '{% if automation.subscription %}{{ automation.subscription.product }} renews on {{ automation.renewal_date | date: "%B %-d, %Y" }} for {{ automation.subscription.renewal_amount_cents | money_without_currency }}.{% endif %}',
    },
    errors: [],
    see: ['describe_schema renewal', 'preview_email'],
  },
};

export const liquid: Topic = {
  names: ['fields'],
  partNames: { tags: [], filters: [], renewal: [] },
  parts: Object.keys(parts),
  text: (names, part) => (part === null ? undefined : parts[part]) ?? overview(names),
};
