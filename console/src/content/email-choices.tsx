import { languageTag } from '@postroad/core/content/compile/translations';
import { useId, useState } from 'preact/hooks';
import { useRead } from '../platform/reads.ts';
import { language as readerLanguage, t } from '../platform/words.ts';
import { Choice } from './choice.tsx';

/** Stands for the email's own words: a tag that no translation has. */
export const ownWords = 'und';

/** Languages that are offered by name; any other is written as its tag. */
const offered = [
  'ar bg ca cs da de el en es et fi fr he hi hr hu id it ja ko lt lv nb nl pl pt',
  'pt-BR ro ru sk sl sr sv th tr uk vi zh-Hans zh-Hant',
].flatMap((tags) => tags.split(' '));

/** A language by its name in that of the reader, such as "German" for de. */
function languageName(tag: string): string {
  const names = new Intl.DisplayNames(readerLanguage.value, { type: 'language' });
  return names.of(tag) ?? tag;
}

/** The tag that a name or a tag means; null where it means none. */
function tagOf(text: string): string | null {
  const wanted = text.trim().toLocaleLowerCase(readerLanguage.value);
  const named = offered.find(
    (tag) => languageName(tag).toLocaleLowerCase(readerLanguage.value) === wanted,
  );
  return named ?? (wanted === '' ? null : languageTag(text));
}

interface LanguageChoiceProps {
  languages: readonly string[];
  chosen: string;
  onChoose: (language: string) => void;
}

/** One of the languages of an email, its own words first. */
export function LanguageChoice({ languages, chosen, onChoose }: LanguageChoiceProps) {
  return (
    <Choice
      label={t('email.languages')}
      of={[ownWords, ...languages]}
      chosen={chosen}
      word={(one) => (one === ownWords ? t('email.ownWords') : languageName(one))}
      onChoose={onChoose}
    />
  );
}

interface LanguagesProps extends LanguageChoiceProps {
  mayAdd: boolean;
}

/** The languages of an email, and a field for one more (LANG-03). */
export function Languages({ languages, chosen, mayAdd, onChoose }: LanguagesProps) {
  const [tag, setTag] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const id = useId();
  const add = () => {
    const found = tagOf(tag ?? '');
    if (found === null) {
      setUnknown(true);
      return;
    }
    onChoose(found);
    setTag(null);
  };
  return (
    <div class="stack-tight">
      <div class="row tight">
        {languages.length > 0 && <LanguageChoice {...{ languages, chosen, onChoose }} />}
        {mayAdd && tag === null && (
          <button type="button" class="button quiet" onClick={() => setTag('')}>
            {t('email.addLanguage')}
          </button>
        )}
        {tag !== null && (
          <span class="row tight">
            <label for={id}>{t('email.languageTag')}</label>
            <input
              id={id}
              class="input tag-input"
              list={`${id}-known`}
              aria-invalid={isUnknown || undefined}
              aria-describedby={isUnknown ? `${id}-fault` : undefined}
              value={tag}
              placeholder={languageName('de')}
              spellcheck={false}
              autocomplete="off"
              // biome-ignore lint/a11y/noAutofocus: it was asked for with the button it replaces
              autoFocus
              onInput={({ currentTarget }) => {
                setTag(currentTarget.value);
                setUnknown(false);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') {
                  event.preventDefault();
                  add();
                }
                if (event.key === 'Escape') setTag(null);
              }}
            />
            <datalist id={`${id}-known`}>
              {offered.map((one) => (
                <option key={one} value={languageName(one)} />
              ))}
            </datalist>
            <button type="button" class="button" onClick={add}>
              {t('email.addLanguage')}
            </button>
          </span>
        )}
      </div>
      {isUnknown && (
        <span class="small fault-text" id={`${id}-fault`}>
          {t('email.languageUnknown')}
        </span>
      )}
      {languages.length > 0 && <p class="small quiet-text">{t('email.languageHint')}</p>}
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
