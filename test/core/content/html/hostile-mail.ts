import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import { prepareTemplate } from '@postroad/core/content/render/template';
import type { MergeContext } from '@postroad/core/content/text/merge-context';
import fc from 'fast-check';
import { compile, contextFor, plainScope } from '../compile/compiling.ts';

/** Values in every place where a writer would put one. */
const body = `# Hello {{ person.first_name | default: "there" }} {{ person.last_name }}

{% capture greeting %}Dear *{{ person.first_name }}* & co{% endcapture %}{{ greeting }}

{% if person.tags contains "vip" %}
You are **VIP** {{ person.fields.plan | upcase | truncate: 20 }}.
{% elsif person.fields.plan == "x" %}
- {{ person.fields.plan }}
{% endif %}

| Item | Link |
|---|---|
{% for item in event.details.items %}
| {{ item.name }} {% cycle "a", "b" %} | [see]({{ item.url }}) |
{% else %}
| none | none |
{% endfor %}

<p title="{{ person.fields.note }}" style="width: 10px; color: {{ person.fields.color }}" data-x={{ person.fields.note }}>{{ person.fields.note | newline_to_br }}</p>

{% button label:"Open {{ person.first_name }}" url:"{{ person.fields.url }}" style:secondary %}

[mail](mailto:{{ person.email }}) [q](https://x.com/?q={{ person.fields.note | url_encode }}) ![i]({{ person.fields.url }}) {% raw %}{{ raw }} =20{% endraw %} {{ "now" | date: "%c" }}
<!--[if mso]><a href="{{ person.fields.url }}" title="{{ person.fields.note }}">{{ person.fields.note }}</a><![endif]--><!-- {{ person.fields.note }} -->
<a href="java{{ person.fields.url }}" title='{{ person.fields.note | escape_once }}'>{{ person.fields.note | escape_once }}</a> {% component "card" note:person.fields.note url:"{{ person.fields.url }}" %}
{% case event.name %}{% when "signed_up" %}é {{ event.name }}{% endcase %}{% comment %}no{% endcomment %}{{ email.subject }}
`;

const card = `<div title="{{ note }}" style="width:10px;color:{{ note }}"><a href="{{ url }}">{{ note }}</a>
{% button label:note url:url %}</div>`;

const { compiled, errors } = compile(
  {
    subject: 'Hi {{ person.first_name }}',
    pre_header: 'For {{ person.last_name }}',
    body_markdown: body,
  },
  defaultLayout,
  { ...plainScope, components: new Map([['card', card]]) },
);
if (!compiled) throw new Error(JSON.stringify(errors));
export const template = prepareTemplate(compiled);

const hostileTexts = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '&',
    '=',
    '=3D',
    '{{',
    '}}',
    '{%',
    '%}',
    '\\',
    '/',
    ':',
    '`',
    '\0',
    '\u0001',
  ],
  ...[
    '\n',
    '\r\n',
    '\r',
    '\t',
    '.',
    ' ',
    'é',
    '😀',
    '\u2028',
    '\ufeff',
    '-->',
    '<!--',
    ']]>',
    '</style>',
  ],
  ...[
    '</title>',
    '<script>alert(1)</script>',
    'javascript:',
    'JaVa\tScRiPt:alert(1)',
    ' data:text/html,',
    'vbscript:',
  ],
  ...[
    '" onload="x',
    "' x='",
    '&#106;avascript:',
    '&colon;',
    'lqx0z',
    '<!--lqx1z-->',
    '=\r\n',
    'https://x.com/',
    '//e.com',
    'script:alert(1)',
    '&#0000000000106;',
    '&lt;i&gt;',
    '--!>',
    '<![endif]-->',
    '?bcc=',
  ],
];
const nasty = fc
  .array(fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ maxLength: 90 })), { maxLength: 8 })
  .map((parts) => parts.join(''));

/** The mail's values by the names of `values`. */
export function contextOf(value: (name: string) => string): MergeContext {
  const fields = {
    plan: value('plan'),
    note: value('note'),
    url: value('url'),
    color: value('color'),
  };
  const person = {
    first_name: value('first'),
    last_name: value('last'),
    email: value('email'),
    fields,
  };
  const items = [1, 2].map((n) => ({ name: value(`name${n}`), url: value(`url${n}`) }));
  return contextFor(person, { items });
}

/** Some places of the mail get a hostile value each. */
export const values = fc.dictionary(
  fc.constantFrom(
    'plan',
    'note',
    'url',
    'color',
    'first',
    'last',
    'email',
    'name1',
    'url1',
    'name2',
    'url2',
  ),
  nasty,
);
