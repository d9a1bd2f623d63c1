import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { t } from '../platform/words.ts';

export type Person = OperationOutput<'get_person'>['person'];

export function personName({
  first_name,
  last_name,
}: Pick<Person, 'first_name' | 'last_name'>): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}

/** Whether somebody gets mail, and if not, why. */
export function PersonState({ person }: { person: Person }) {
  const { unsubscribed, hard_bounced_at, complained_at } = person;
  if (!unsubscribed && hard_bounced_at === null && complained_at === null) {
    return <span class="badge good">{t('person.reachable')}</span>;
  }
  return (
    <span class="row badges">
      {unsubscribed && <span class="badge warn">{t('person.unsubscribed')}</span>}
      {hard_bounced_at !== null && <span class="badge bad">{t('person.bounced')}</span>}
      {complained_at !== null && <span class="badge bad">{t('person.complained')}</span>}
    </span>
  );
}
