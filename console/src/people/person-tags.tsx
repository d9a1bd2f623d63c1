import { useState } from 'preact/hooks';
import { mayCall } from '../operations/contracts.ts';
import { NothingHere } from '../operations/nothing-here.tsx';
import { call, problemText } from '../platform/call.ts';
import { invalidate, useRead } from '../platform/reads.ts';
import { say } from '../platform/toasts.tsx';
import { t } from '../platform/words.ts';
import type { Person } from './person-state.tsx';

async function change(name: 'tag_person' | 'untag_person', person: string, tag: string) {
  const opposite = name === 'tag_person' ? 'untag_person' : 'tag_person';
  try {
    await call(name, { person, tag });
    const words = name === 'tag_person' ? 'person.tagged' : 'person.untagged';
    say(t(words, { tag }), () => void change(opposite, person, tag));
  } catch (error) {
    say(problemText(error));
  }
  invalidate('people');
  invalidate('tags');
}

/** Tags that are offered while one is typed. */
const offered = 20;

/** The most tags that are shown at first. */
const shownFirst = 40;

/** The tags of a person; each change can be undone. */
export function PersonTags({ person: { id, tags } }: { person: Person }) {
  const [text, setText] = useState('');
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? tags : tags.slice(0, shownFirst);
  const person = String(id);
  const known =
    useRead('list_tags', {
      limit: offered,
      ...(text.trim() === '' ? {} : { q: text.trim() }),
    }).data?.tags ?? [];
  const canTag = mayCall('tag_person');
  return (
    <section class="card stack-tight" aria-labelledby="person-tags">
      <h2 id="person-tags">{t('people.column.tags')}</h2>
      {tags.length === 0 && <NothingHere of="tags" />}
      <ul class="row chips">
        {shown.map((tag) => (
          <li class="badge accent" key={tag}>
            <a href={`/people?tag=${encodeURIComponent(tag)}`}>{tag}</a>
            {canTag && (
              <button
                type="button"
                class="chip-button"
                aria-label={t('person.untag', { tag })}
                onClick={() => void change('untag_person', person, tag)}
              >
                <span aria-hidden="true">×</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {shown.length < tags.length && (
        <p>
          <button type="button" class="button compact" onClick={() => setWhole(true)}>
            {t('person.allTags', { n: tags.length })}
          </button>
        </p>
      )}
      {canTag && (
        <form
          class="row note-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() === '') return;
            void change('tag_person', person, text.trim());
            setText('');
          }}
        >
          <label class="sr" for="person-tag">
            {t('person.newTag')}
          </label>
          <input
            id="person-tag"
            class="input"
            list="person-known-tags"
            autocomplete="off"
            placeholder={t('person.newTag')}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <datalist id="person-known-tags">
            {known.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <button type="submit" class="button" disabled={text.trim() === ''}>
            {t('person.addTag')}
          </button>
        </form>
      )}
    </section>
  );
}
