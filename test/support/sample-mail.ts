import { compileEmail } from '@postroad/core/content/compile/compile';
import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import type { CompiledEmail, EmailSource } from '@postroad/core/content/compile/email';
import { starterEmail } from '@postroad/core/content/compile/starter';
import { prepareTemplate } from '@postroad/core/content/render/template';
import type { MergeContext } from '@postroad/core/content/text/merge-context';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { inlineCss } from '@postroad/service/content/compile/inline-css';

/** One mail with everything that markdown, buttons and components can make. */
export const everyConstruct: EmailSource = {
  subject: 'Every construct for {{ person.first_name | default: "you" }}',
  pre_header: 'Headings, lists, tables, code, pictures, buttons and components.',
  body_markdown: `# First heading of the mail

A paragraph with **strong**, *emphasis*, ~~struck~~, \`code\`, a [link](https://example.com/a) and {{ person.first_name }}.

## Second heading

> A quotation of two lines,
> with a [link](https://example.com/b).

- one
- two
  1. nested
  2. again

### Third heading

| Item | Amount |
| ---- | -----: |
{% for item in event.details.items %}
| {{ item.name }} | {{ item.price }} |
{% endfor %}

#### Fourth heading

\`\`\`
curl https://example.com/api/v1/events -H 'Content-Type: application/json' -d '{}'
\`\`\`

---

![A picture that is wider than the mail](https://example.com/wide.png)

{% button label:"Primary, and a label that is long enough to take a second line on a phone" url:"https://example.com/1" %}

{% button label:"Secondary" url:"https://example.com/2" style:secondary %}

{% button label:"Tertiary" url:"https://example.com/3" style:tertiary %}

Words around {% button label:"a button" url:"https://example.com/4" style:tertiary %} within a line.

{% component "notice" title:"A component" url:"https://example.com/5" %}

An address that is long: https://example.com/${'a-very-long-path/'.repeat(8)}
`,
};

export const sampleComponents: ReadonlyMap<string, string> = new Map([
  [
    'notice',
    `<style>
.notice { margin: 0 0 16px; padding: 16px; border: 1px solid {{ theme.hr_color }}; }
@media (prefers-color-scheme: dark) { .notice { border-color: {{ theme.dark.hr_color }}; } }
</style>
<div class="notice">
<p><strong>{{ title }}</strong> for {{ person.first_name }}</p>
{% button label:"In a component" url:url style:secondary %}
</div>`,
  ],
]);

export const samplePerson: MergeContext = {
  now: '2027-03-14T15:09:26Z',
  person: {
    id: 7,
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    timezone: null,
    fields: { plan: 'team', url: 'https://example.com/ada' },
    tags: ['vip', 'beta'],
  },
  event: {
    name: 'signed_up',
    details: {
      plan: 'team',
      items: [
        { name: 'Seats', price: '$30' },
        { name: 'Storage', price: '$5' },
      ],
    },
  },
  data: null,
  automation: null,
  unsubscribe_url: 'https://mail.example.com/u/token',
  preferences_url: 'https://mail.example.com/u/token',
  mailing_address: 'Acme Inc., 1 Main Street\nSpringfield, IL 62701',
  account: { name: 'Acme', timezone: 'America/New_York' },
};

/** A mail in the default layout with the default theme, as compiled by a save. */
export function compiledSample(email: EmailSource = starterEmail): CompiledEmail {
  const scope = {
    theme: resolveTheme({}),
    themesByKey: new Map(),
    components: sampleComponents,
  };
  const { compiled, errors, warnings } = compileEmail(email, defaultLayout, scope, inlineCss);
  const findings = [...errors, ...warnings].map(({ message }) => message);
  if (!compiled || findings.length > 0) throw new Error(findings.join(' '));
  return compiled;
}

export function sampleHtml(email?: EmailSource, context: MergeContext = samplePerson): string {
  return prepareTemplate(compiledSample(email)).fill(context).html;
}
