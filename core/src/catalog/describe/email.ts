import { limits } from '../../platform/limits.ts';
import { contractFields } from './contract-fields.ts';
import type { Topic } from './topic.ts';

export const email: Topic = {
  names: ['emails'],
  parts: [],
  text: () => ({
    rules: [
      'Create emails before the flow that sends them: a step takes the numeric id.',
      'The body is markdown with Liquid, and a plain-text part is made from it. The layout brings header, footer and the unsubscribe link.',
      'kind transactional (a receipt, a password reset) has no link to leave, and goes to unsubscribed people and outside send windows; only flows and messages send it.',
      'Liquid that cannot be read is refused with line and column; unknown variables come back as warnings.',
      'translations holds subject, pre_header and body_markdown by language tag, the nearest to the person’s field language (de-AT: de); what is missing is the email’s own.',
      'A change reaches what is queued already. Look at it with preview_email.',
      `A subject has ${limits.subjectChars} characters at most, a body ${limits.bodyMarkdownChars}.`,
    ],
    fields: contractFields('create_email'),
    example: {
      title: 'Welcome',
      subject: 'Welcome, {{ person.first_name | default: "friend" }}',
      pre_header: 'Your first five minutes.',
      body_markdown: '# Hello {{ person.first_name | default: "there" }}\n\nGood to have you here.',
      labels: ['onboarding'],
    },
    errors: [],
    see: ['describe_schema liquid', 'preview_email'],
  }),
};
