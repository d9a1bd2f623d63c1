import { skipReasons } from '@postroad/core/queue/hold-reasons';
import type { PersonRow } from '@postroad/store/people/person';

/** Why the service will never email this person, or null. */
export function suppressionOf(
  person: Pick<PersonRow, 'unsubscribed_at' | 'hard_bounced_at' | 'complained_at'> | undefined,
): string | null {
  if (!person) return skipReasons.personDeleted;
  if (person.unsubscribed_at) return skipReasons.unsubscribed;
  if (person.hard_bounced_at) return skipReasons.hardBounced;
  return person.complained_at ? skipReasons.complained : null;
}
