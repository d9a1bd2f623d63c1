import type { EmailKind } from '@postroad/core/content/compile/email';
import { skipReasons } from '@postroad/core/queue/hold-reasons';
import type { PersonRow } from '@postroad/store/people/person';
import type { SourceKind } from '@postroad/store/platform/codes';

/** Whether mail goes to people who unsubscribed too: flows and messages send transactional mail. */
export function isTransactional(
  sourceKind: SourceKind,
  emailKind: EmailKind | null | undefined,
): boolean {
  // A message without an email, of words of its own or submitted by SMTP, is transactional.
  if (sourceKind === 'message') return emailKind !== 'marketing';
  return sourceKind === 'flow' && emailKind === 'transactional';
}

/**
 * Why the service will never email this person, or null. Transactional mail goes to who unsubscribed
 * too (MSG-03).
 */
export function suppressionOf(
  person: Pick<PersonRow, 'unsubscribed_at' | 'hard_bounced_at' | 'complained_at'> | undefined,
  reachesUnsubscribed = false,
): string | null {
  if (!person) return skipReasons.personDeleted;
  if (person.unsubscribed_at && !reachesUnsubscribed) return skipReasons.unsubscribed;
  if (person.hard_bounced_at) return skipReasons.hardBounced;
  return person.complained_at ? skipReasons.complained : null;
}
