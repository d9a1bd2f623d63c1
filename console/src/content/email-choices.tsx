import { languageTag } from '@postroad/core/content/compile/translations';
import { useId, useState } from 'preact/hooks';
import { useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';
import { Choice } from './choice.tsx';

/** Stands for the email's own words: a tag that no translation has. */
export const ownWords = 'und';

interface LanguagesProps {
  languages: readonly string[];
  chosen: string;
  mayAdd: boolean;
  onChoose: (language: string) => void;
}

/** The languages of an email, and a field for one more (LANG-03). */
export function Languages({ languages, chosen, mayAdd, onChoose }: LanguagesProps) {
  const [tag, setTag] = useState<string | null>(null);
  const id = useId();
  const add = () => {
    const found = languageTag(tag ?? '');
    if (found === null) return;
    onChoose(found);
    setTag(null);
  };
  return (
    <div class="row tight">
      {languages.length > 0 && (
        <Choice
          label={t('email.languages')}
          of={[ownWords, ...languages]}
          chosen={chosen}
          word={(one) => (one === ownWords ? t('email.ownWords') : one)}
          onChoose={onChoose}
        />
      )}
      {mayAdd && tag === null && (
        <button type="button" class="button quiet" onClick={() => setTag('')}>
          {t('email.addLanguage')}
        </button>
      )}
      {tag !== null && (
        <span class="row tight">
          <label class="sr" for={id}>
            {t('email.languageTag')}
          </label>
          <input
            id={id}
            class="input tag-input"
            value={tag}
            placeholder="de"
            spellcheck={false}
            autocomplete="off"
            // biome-ignore lint/a11y/noAutofocus: it was asked for with the button it replaces
            autoFocus
            onInput={({ currentTarget }) => setTag(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                add();
              }
              if (event.key === 'Escape') setTag(null);
            }}
          />
          <button
            type="button"
            class="button"
            disabled={languageTag(tag) === null || tag.trim() === ''}
            onClick={add}
          >
            {t('email.addLanguage')}
          </button>
        </span>
      )}
    </div>
  );
}

interface LayoutChoiceProps {
  chosen: number | null;
  isReadOnly: boolean;
  onChoose: (layoutId: number | null) => void;
}

/** The layout that an email is in. */
export function LayoutChoice({ chosen, isReadOnly, onChoose }: LayoutChoiceProps) {
  const { data } = useRead('list_layouts', { limit: 200 });
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t('email.layout')}</label>
      <select
        id={id}
        class="input"
        value={chosen === null ? '' : String(chosen)}
        disabled={isReadOnly}
        onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}
      >
        <option value="">{t('email.defaultLayout')}</option>
        {(data?.templates ?? []).map((layout) => (
          <option key={layout.id} value={String(layout.id)}>
            {layout.name}
          </option>
        ))}
      </select>
    </div>
  );
}
