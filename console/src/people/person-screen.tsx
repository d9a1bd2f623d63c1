import { apiPrefix } from '@postroad/core/platform/operations/operation';
import { useRoute } from 'preact-iso/router';
import { verbWords } from '../operations/catalog-words.ts';
import { mayCall, outlineNamed } from '../operations/contracts.ts';
import { formAddress } from '../operations/record-address.ts';
import { Value } from '../operations/record-view.tsx';
import { Absent } from '../platform/absent.tsx';
import { problemCode } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';
import { Explain } from './explain.tsx';
import { useOwnFields } from './own-fields.ts';
import { PersonConsent } from './person-consent.tsx';
import { PersonConsents } from './person-consents.tsx';
import { type Person, personName } from './person-state.tsx';
import { PersonTags } from './person-tags.tsx';
import { Timeline } from './timeline.tsx';

const plainFacts = [
  'timezone',
  'external_id',
  'subscribed_on',
  'created_at',
  'updated_at',
] as const;

function Facts({ person }: { person: Person }) {
  const { nameOf } = useOwnFields();
  const fields = Object.entries(person.fields);
  return (
    <section class="card stack-tight" aria-labelledby="person-facts">
      <h2 id="person-facts">{t('person.facts')}</h2>
      <dl class="facts">
        {plainFacts.map((name) => (
          <>
            <dt key={`${name}-name`}>{t(`people.column.${name}`)}</dt>
            <dd key={name}>
              <Value name={name} value={person[name]} />
            </dd>
          </>
        ))}
        {fields.map(([key, value]) => (
          <>
            <dt key={`${key}-field-name`}>{nameOf(key)}</dt>
            <dd key={`${key}-field`}>
              <Value value={value} />
            </dd>
          </>
        ))}
      </dl>
    </section>
  );
}

function PersonOf({ name }: { name: string }) {
  const { data, error } = useRead('get_person', { person: name });
  if (problemCode(error) === 'not_found' || data === undefined) {
    const list = { address: '/people', label: t('nav.people') };
    return <Absent name={name} list={list} error={error} />;
  }
  const { person } = data;
  const id = String(person.id);
  const called = personName(person);
  return (
    <Screen
      title={called || person.email}
      back={{ address: '/people', label: t('nav.people') }}
      lead={called === '' ? undefined : person.email}
      actions={
        <>
          {mayCall('update_person') && (
            <a class="button" href={formAddress('update_person', { person: id })}>
              {t('action.edit')}
            </a>
          )}
          {mayCall('export_person') && (
            <a
              class="button"
              href={`${apiPrefix}${outlineNamed('export_person').path.replace(':person', id)}`}
              download={`person-${id}.json`}
            >
              {t('person.export')}
            </a>
          )}
          {mayCall('delete_person') && (
            <a class="button danger" href={formAddress('delete_person', { person: id })}>
              {verbWords('delete_person')}
            </a>
          )}
        </>
      }
    >
      <div class="person">
        <div class="stack">
          <PersonConsent person={person} />
          <PersonConsents person={id} />
          <PersonTags person={person} />
          <Facts person={person} />
        </div>
        <div class="stack">
          <Explain person={id} />
          <Timeline person={id} />
        </div>
      </div>
    </Screen>
  );
}

/** A person: facts, tags, consent, one timeline, and why a mail did or did not come (SCREEN-06). */
export function PersonScreen() {
  const { name = '' } = useRoute().params;
  return <PersonOf key={name} name={name} />;
}
