import type { EmailSource } from './email.ts';

/** The initial content of an empty database, besides `defaultLayout` (contract §7). */
export const starterThemeName = 'Default';

export const starterEmail: EmailSource & { title: string } = {
  title: 'Welcome',
  subject: 'Welcome, {{ person.first_name | default: "friend" }}',
  pre_header: 'Three things to try in your first five minutes.',
  body_markdown: `# Hello {{ person.first_name | default: "there" }}

Thank you for signing up. This email was sent by a **flow**: the event \`{{ event.name | default: "signed_up" }}\` arrived, and the flow "Welcome" queued it for {{ person.email }}.

Three things to try next:

1. Change this text: every email is markdown with merge values.
2. Change the theme: one value, and every email built on it follows.
3. Post another event, and watch the next person enter the flow.

{% button label:"Post your next event" url:"https://example.com/docs/events" style:primary %}

{% if event.details.plan %}
You chose the plan **{{ event.details.plan }}**.
{% endif %}

Replies reach a person. We are glad you are here.
`,
};

export const starterFlowKey = 'welcome';
export const starterFlowName = 'Welcome';

/** Who signs up gets the email; anything else starts nothing. */
export const starterFlowTests = {
  'signs-up': {
    events: [{ at: '2026-03-02T09:00:00Z', name: 'signed_up' }],
    clock: '2026-03-02T09:00:00Z',
    expect: {
      path: ['1-send-the-welcome-email'],
      sends: [{ email: 'welcome', at: '2026-03-02T09:00:00Z' }],
      ends: 'completed',
    },
  },
} as const;

/** The flow that sends the welcome email; saving it assigns the step ids. */
export function starterFlowDefinition(emailId: number) {
  return {
    trigger: { event: 'signed_up' },
    nodes: [{ name: 'Send the welcome email', type: 'send_email', email_id: emailId }],
  };
}
