import { engines } from '../email/liquid.ts';
import { mergeVariables } from '../email/merge-context.ts';
import { buttonStyles } from '../theme/vocabulary.ts';
import { type AccountNames, fieldOf, type Topic } from './topic.ts';

/** Compilation writes these itself. */
const OWN_TAGS: ReadonlySet<string> = new Set(['safe_url', 'component_scope']);

/** Reserved for flows that start before a renewal, which this service does not have yet. */
const RENEWAL = 'automation.';

/** A field whose key can stand behind a dot. */
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

export const liquid: Topic = {
  names: ['fields'],
  parts: [],
  text: (names) => ({
    rules: [
      'Values are escaped in the body and written as they are in subject and pre_header; there is no way to switch escaping off.',
      'An unknown variable renders blank and is a warning at save; an unknown filter or tag is refused.',
      'default fills in for blank text too. date takes a format and writes in the time zone of the person, else of the account.',
      `{% button label:"…" url:"…" style:… %} with style ${buttonStyles.join(', ')}; the first when left out.`,
      'event is the one that started the flow; list_event_types shows its details.',
      `Tags: ${Object.keys(engines.html.tags)
        .filter((tag) => !OWN_TAGS.has(tag))
        .join(' ')}`,
      `Filters: ${Object.keys(engines.html.filters).join(' ')}`,
    ],
    fields: mergeVariables
      .filter(({ name }) => !name.startsWith(RENEWAL))
      .map(({ name, type, description }) => fieldOf(name, type, description)),
    example: {
      subject: 'Welcome, {{ person.first_name | default: "friend" }}',
      body_markdown: exampleBody(names),
    },
    errors: [],
    see: ['save_email', 'preview_email', 'list_event_types'],
  }),
};
