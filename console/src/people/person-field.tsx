import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useId, useRef } from 'preact/hooks';
import { mayCall } from '../operations/contracts.ts';
import { perform } from '../operations/perform.ts';
import { call, problemText } from '../platform/call.ts';
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

/** An address or an id says who is meant without a choice. */
function isWhole(text: string): boolean {
  return /^(?:\S+@\S+\.\S+|\d+)$/.test(text);
}

/**
 * What names the person that was typed: the address where a name or a part of it means one person only.
 * Null where it means nobody or several.
 */
export async function meantPerson(typed: string): Promise<string | null> {
  const q = typed.trim();
  if (isWhole(q) || q === '') return q;
  const { people } = await call('list_people', { limit: 2, q });
  const [first, second] = people;
  return second === undefined ? (first?.email ?? null) : null;
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
  const input = useRef<HTMLInputElement>(null);
  const found = useFoundPeople(value);
  const people = found ?? [];
  const typed = value.trim();
  const isAddress = typed.includes('@') && isWhole(typed);
  const isUnclear = typed !== '' && !isWhole(typed) && people.length > 1;
  const choose = async () => {
    const meant = await meantPerson(typed).catch(() => null);
    // What was typed meanwhile stays.
    if (meant !== null && input.current?.value === value) onValue(meant);
  };
  return (
    <div class="field">
      <label for={id}>{t('walk.person')}</label>
      <input
        ref={input}
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
        onBlur={() => void choose()}
      />
      <datalist id={`${id}-people`}>
        {people.map((person) => (
          <option key={person.id} value={person.email}>
            {nameOf(person)}
          </option>
        ))}
      </datalist>
      {isUnclear && (
        <span class="hint" role="status">
          {t('walk.several')}
        </span>
      )}
      {people.length === 0 && found !== undefined && !/^\d+$/.test(typed) && (
        <span class="hint">
          {isAddress && mayCall('upsert_person') ? (
            <button
              type="button"
              class="button"
              onClick={() =>
                void perform('upsert_person', { email: typed }).catch((error: unknown) =>
                  say(problemText(error)),
                )
              }
            >
              {t('walk.addPerson', { email: typed })}
            </button>
          ) : (
            <>
              {t('walk.nobody')} {mayCall('upsert_person') && t('walk.addSomebody')}
            </>
          )}
        </span>
      )}
    </div>
  );
}
