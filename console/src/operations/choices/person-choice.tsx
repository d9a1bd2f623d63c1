import { useEffect, useId, useState } from 'preact/hooks';
import { useFoundPeople } from '../../people/person-field.tsx';
import { personName } from '../../people/person-state.tsx';
import { useRead } from '../../platform/reads.ts';
import { t } from '../../platform/words.ts';
import { addressOf } from '../record-address.ts';

export interface ChoiceProps {
  /** The attributes of the control. */
  control: Readonly<Record<string, unknown>>;
  text: string;
  onText: (text: string) => void;
}

/** A person by name or address, in place of their number; says who it is, and is cleared by a button. */
export function PersonChoice({ control, text, onText }: ChoiceProps) {
  const id = useId();
  const isChosen = /^\d+$/.test(text);
  const chosen = useRead('get_person', isChosen ? { person: text } : null).data?.person;
  const [typed, setTyped] = useState<string | null>(null);
  const q = (typed ?? '').trim();
  const people = useFoundPeople(q);
  const meant = people?.find(({ email }) => email === q.toLowerCase());
  useEffect(() => {
    if (meant !== undefined && String(meant.id) !== text) onText(String(meant.id));
  }, [meant?.id]);
  const isOwn = typed !== null && (text === q || text === String(meant?.id));
  const isNobody = q !== '' && !isChosen && people?.length === 0;
  return (
    <>
      <span class="row tight chosen-person">
        <input
          {...control}
          value={isOwn ? typed : (chosen?.email ?? text)}
          list={`${id}-people`}
          type="text"
          autocomplete="off"
          spellcheck={false}
          placeholder={t('walk.personHint')}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value);
            onText(value.trim());
          }}
        />
        {text !== '' && (
          <button
            type="button"
            class="button quiet"
            onClick={() => {
              setTyped(null);
              onText('');
            }}
          >
            {t('action.clear')}
          </button>
        )}
      </span>
      <datalist id={`${id}-people`}>
        {people?.map((person) => (
          <option key={person.id} value={person.email}>
            {personName(person)}
          </option>
        ))}
      </datalist>
      {isChosen && chosen !== undefined && (
        <span class="hint" role="status">
          <a href={addressOf('people', text)}>{personName(chosen) || chosen.email}</a>
        </span>
      )}
      {isNobody && <span class="hint">{t('form.nobody')}</span>}
    </>
  );
}
