import type { Issue } from '../../platform/issue.ts';
import type { EmailSource } from './email.ts';

/** An email without words, in which a layout shows its own faults alone. */
export const emptyEmail = {
  kind: 'transactional',
  ...{ subject: '', pre_header: '', body_markdown: '', translations: {} },
} as const satisfies EmailSource;

/** Errors of a layout around the empty email, by its own fields. */
export function errorsOfLayout(errors: readonly Issue[]): Issue[] {
  return errors.map((error) => (error.path === 'css' ? error : { ...error, path: 'html' }));
}

/** Warnings of a layout around the empty email; that the email is empty says nothing of it. */
export function warningsOfLayout(warnings: readonly Issue[]): Issue[] {
  return warnings.filter(({ code }) => code !== 'email_blank');
}
