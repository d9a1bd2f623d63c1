import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useId } from 'preact/hooks';
import { mayCall } from '../operations/contracts.ts';
import { perform } from '../operations/perform.ts';
import { problemText } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { say } from '../platform/toasts.tsx';
import { t } from '../platform/words.ts';

type Person = OperationOutput<'list_people'>['people'][number];

/** How many people are offered while an address is typed. */
const offered = 8;

/** The people that a text may mean. */
export function useFoundPeople(text: string): readonly Person[] | undefined {
  const q = text.trim();
  const { data } = useRead('list_people', { limit: offered, ...(q === '' ? {} : { q }) });
  return data?.people;
}

function nameOf({ first_name, last_name, email }: Person): string {
  return [first_name, last_name].filter(Boolean).join(' ') || email;
}

/** Who is meant, by address or name, among those there are. */
export function PersonField({
  value,
  onValue,
}: {
  value: string;
  onValue: (value: string) => void;
}) {
  const id = useId();
  const found = useFoundPeople(value);
  const people = found ?? [];
  const isAddress = /^\S+@\S+\.\S+$/.test(value.trim());
  return (
    <div class="field">
      <label for={id}>{t('walk.person')}</label>
      <input
        id={id}
        class="input"
        name="person"
        list={`${id}-people`}
        value={value}
        required
        autocomplete="off"
        spellcheck={false}
        placeholder={t('walk.personHint')}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <datalist id={`${id}-people`}>
        {people.map((person) => (
          <option key={person.id} value={person.email}>
            {nameOf(person)}
          </option>
        ))}
      </datalist>
      {people.length === 0 && found !== undefined && !/^\d+$/.test(value.trim()) && (
        <span class="hint">
          {isAddress && mayCall('upsert_person') ? (
            <button
              type="button"
              class="button"
              onClick={() =>
                void perform('upsert_person', { email: value.trim() }).catch((error: unknown) =>
                  say(problemText(error)),
                )
              }
            >
              {t('walk.addPerson', { email: value.trim() })}
            </button>
          ) : (
            t('walk.nobody')
          )}
        </span>
      )}
    </div>
  );
}
