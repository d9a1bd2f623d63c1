import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { FilterFold } from '../platform/filter-fold.tsx';
import { useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';
import { filterNames, withQuery } from './people-filter.ts';

/** How long typing rests before the list is asked, in milliseconds. */
const restMs = 200;

const suppressions: readonly [value: string, label: WordKey][] = [
  ['', 'people.suppression.either'],
  ['none', 'people.suppression.none'],
  ['any', 'people.suppression.any'],
  ['unsubscribed', 'person.unsubscribed'],
  ['bounced', 'person.bounced'],
  ['complained', 'person.complained'],
];

const dates: readonly [name: string, label: WordKey][] = [
  ['created_since', 'people.createdSince'],
  ['created_until', 'people.createdUntil'],
  ['updated_since', 'people.updatedSince'],
  ['updated_until', 'people.updatedUntil'],
];

function useSetter(): (name: string, value: string) => void {
  const { path, route } = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (name, value) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // Another filter may have been set while typing rested.
      const query = Object.fromEntries(new URLSearchParams(location.search));
      route(withQuery(path, query, { [name]: value }), true);
    }, restMs);
  };
}

interface ChoiceProps {
  name: string;
  label: string;
  children: ComponentChildren;
}

function Choice({ name, label, children }: ChoiceProps) {
  const { path, query, route } = useLocation();
  return (
    <div class="field">
      <label for={`people-${name}`}>{label}</label>
      <select
        id={`people-${name}`}
        class="input"
        value={query[name] ?? ''}
        onChange={({ currentTarget }) =>
          route(withQuery(path, query, { [name]: currentTarget.value }), true)
        }
      >
        {children}
      </select>
    </div>
  );
}

/** Tags that a menu lists; where there are more, they are searched for as one types. */
const tagsListed = 100;

function TagFilter() {
  const { path, query, route } = useLocation();
  const chosen = query.tag ?? '';
  const [text, setText] = useState(chosen);
  useEffect(() => setText(chosen), [chosen]);
  const all = useRead('list_tags', { limit: tagsListed }).data;
  const isLong = all !== undefined && all.next_cursor !== null;
  const found = useRead('list_tags', isLong && text !== '' ? { q: text, limit: 20 } : null).data;
  const names = ((isLong && text !== '' ? found : all)?.tags ?? []).map(({ name }) => name);
  if (isLong) {
    return (
      <div class="field">
        <label for="people-tag">{t('people.tag')}</label>
        <input
          id="people-tag"
          type="search"
          class="input"
          list="people-tags"
          autocomplete="off"
          placeholder={t('people.anyTag')}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onChange={({ currentTarget }) =>
            route(withQuery(path, query, { tag: currentTarget.value.trim() }), true)
          }
        />
        <datalist id="people-tags">
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
    );
  }
  return (
    <Choice name="tag" label={t('people.tag')}>
      <option value="">{t('people.anyTag')}</option>
      {(chosen === '' || names.includes(chosen) ? names : [chosen, ...names]).map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Choice>
  );
}

/** Search and filters of the list of people; they are in the address (SCREEN-04). */
export function PeopleFilters() {
  const { path, query, route } = useLocation();
  const write = useSetter();
  const [text, setText] = useState(query.q ?? '');
  useEffect(() => {
    if (query.q === undefined) setText('');
  }, [query.q]);
  const segments = useRead('list_segments', { limit: 200 }).data?.segments ?? [];
  const set = filterNames.filter((name) => name !== 'q' && query[name] !== undefined).length;
  const hasDates = dates.some(([name]) => query[name] !== undefined);
  return (
    <search class="stack-tight" aria-label={t('people.filters')}>
      <div class="field people-search">
        <label for="people-q">{t('action.search')}</label>
        <input
          id="people-q"
          type="search"
          value={text}
          placeholder={t('people.searchHint')}
          autocomplete="off"
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            write('q', currentTarget.value);
          }}
        />
      </div>
      <FilterFold set={set} isOpenWhereWide>
        <div class="people-filters">
          <TagFilter />
          <Choice name="segment" label={t('people.segment')}>
            <option value="">{t('people.anySegment')}</option>
            {segments.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Choice>
          <Choice name="suppression" label={t('people.suppression')}>
            {suppressions.map(([value, label]) => (
              <option key={value} value={value}>
                {t(label)}
              </option>
            ))}
          </Choice>
          <details class="people-dates" open={hasDates}>
            <summary>{t('people.dates')}</summary>
            <div class="columns">
              {dates.map(([name, label]) => (
                <div class="field" key={name}>
                  <label for={`people-${name}`}>{t(label)}</label>
                  <input
                    id={`people-${name}`}
                    class="input"
                    type="date"
                    value={query[name] ?? ''}
                    onChange={({ currentTarget }) =>
                      route(withQuery(path, query, { [name]: currentTarget.value }), true)
                    }
                  />
                </div>
              ))}
            </div>
          </details>
        </div>
      </FilterFold>
    </search>
  );
}
