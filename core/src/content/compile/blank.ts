import type { Issue } from '../../platform/issue.ts';
import type { EmailSource } from './email.ts';

type Written = Pick<EmailSource, 'subject' | 'body_markdown'>;

/**
 * Whether there is nothing to read; such an email is never sent. The column `is_blank` must agree.
 */
export function isBlank({ subject, body_markdown }: Written): boolean {
  return subject.trim() === '' || body_markdown.trim() === '';
}

/** A warning for each empty part, shown on save. */
export function blankWarnings(email: Written): Issue[] {
  const parts = [
    ['subject', 'subject'],
    ['body_markdown', 'body'],
  ] as const;
  return parts
    .filter(([path]) => email[path].trim() === '')
    .map(([path, called]) => ({
      path,
      code: 'email_blank',
      message: `The ${called} is empty, and an email without one is never sent.`,
      fix: `Write the ${called}.`,
    }));
}
