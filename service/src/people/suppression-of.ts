import type { PersonRow } from '@postroad/store/people/person';

/** Why the service will never email this person, or null. */
export function suppressionOf(person: PersonRow | undefined): string | null {
  if (!person) return 'Person was deleted';
  if (person.unsubscribed_at) return 'Unsubscribed';
  if (person.hard_bounced_at) return 'Hard-bounced';
  return person.complained_at ? 'Complained' : null;
}
