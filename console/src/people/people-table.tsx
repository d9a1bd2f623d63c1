import { useLocation } from 'preact-iso/router';
import { EmptyList } from '../operations/empty-list.tsx';
import { ExampleMark } from '../operations/example-mark.tsx';
import { NothingMatches } from '../operations/nothing-matches.tsx';
import { addressOf } from '../operations/record-address.ts';
import { Value } from '../operations/record-view.tsx';
import { TableFoot } from '../operations/table-foot.tsx';
import { useReadPages } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { Scroller } from '../platform/scroller.tsx';
import { t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';
import { useOwnFields } from './own-fields.ts';
import {
  columnOfField,
  columnsIn,
  columnsText,
  fieldOfColumn,
  type PeopleFilter,
  type PersonColumn,
  personColumns,
  withQuery,
} from './people-filter.ts';
import { type Person, PersonState, personName } from './person-state.tsx';

/** Columns by which the list can be sorted, with the order that a first click asks for. */
const sorts = { email: ['email', '-email'], created_at: ['-created_at', 'created_at'] } as const;
type Sort = (typeof sorts)[keyof typeof sorts][number];

const isSort = (text: string | undefined): text is Sort =>
  Object.values(sorts).some((pair) => (pair as readonly string[]).includes(text ?? ''));

function columnLabel(column: string, nameOf: (key: string) => string): string {
  const field = fieldOfColumn(column);
  return field !== null ? nameOf(field) : t(`people.column.${column as PersonColumn}` as WordKey);
}

/** The most tags that a row shows, so that one person with many leaves the others in sight. */
const tagsInRow = 8;

function Cell({ person, column }: { person: Person; column: string }) {
  const field = fieldOfColumn(column);
  if (field !== null) return <Value value={person.fields[field]} />;
  if (column === 'name') return <Value name="name" value={personName(person)} />;
  if (column === 'state') return <PersonState person={person} />;
  if (column === 'tags') {
    const hidden = person.tags.length - tagsInRow;
    return (
      <span class="row badges">
        {person.tags.slice(0, tagsInRow).map((tag) => (
          <span class="badge" key={tag}>
            {tag}
          </span>
        ))}
        {hidden > 0 && <span class="quiet-text">{t('people.moreTags', { n: hidden })}</span>}
      </span>
    );
  }
  return <Value name={column} value={person[column as keyof Person]} />;
}

function SortHeader({ column }: { column: keyof typeof sorts }) {
  const { path, query, route } = useLocation();
  const [first, second] = sorts[column];
  const sort = query.sort;
  const isDown = sort === `-${column}`;
  const isSorted = sort === first || sort === second;
  const next = sort === first ? second : sort === second ? '' : first;
  return (
    <th scope="col" aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => route(withQuery(path, query, { sort: next }), true)}
      >
        {t(`people.column.${column}`)}
        <span aria-hidden="true">{isSorted ? (isDown ? ' ↓' : ' ↑') : ' ↕'}</span>
      </button>
    </th>
  );
}

function ColumnChooser({ shown }: { shown: readonly string[] }) {
  const { path, query, route } = useLocation();
  const { fields, nameOf } = useOwnFields();
  const all = [...personColumns, ...fields.map(({ key }) => columnOfField(key))];
  const choose = (column: string, checked: boolean) => {
    const next = checked ? [...shown, column] : shown.filter((one) => one !== column);
    route(withQuery(path, query, { columns: columnsText(next) }), true);
  };
  return (
    <details>
      <summary>{t('list.columns')}</summary>
      <div class="choices">
        {all.map((column) => (
          <label class="choice" key={column}>
            <input
              type="checkbox"
              checked={shown.includes(column)}
              disabled={column === 'email'}
              onChange={({ currentTarget }) => choose(column, currentTarget.checked)}
            />
            {columnLabel(column, nameOf)}
          </label>
        ))}
      </div>
    </details>
  );
}

/** The people who match, with the columns that the address asks for. */
export function PeopleTable({ filter }: { filter: PeopleFilter }) {
  const { query } = useLocation();
  const sort = isSort(query.sort) ? { sort: query.sort } : {};
  const { pages, error, isLoading, more, isReadingMore } = useReadPages('list_people', {
    ...filter,
    ...sort,
  });
  const columns = columnsIn(query);
  const { nameOf } = useOwnFields();
  if (error !== null) return <Problem error={error} />;
  if (isLoading) return <Loading />;
  const people = pages.flatMap((page) => page.people);
  if (people.length === 0 && Object.keys(filter).length > 0) {
    return <NothingMatches keep={['sort', 'columns']} />;
  }
  if (people.length === 0) return <EmptyList name="list_people" title={t('people.empty')} />;
  return (
    <div class="stack-tight">
      <Scroller class="table-wrap" label={t('nav.people')}>
        <table class="people-table">
          <caption class="sr">{t('nav.people')}</caption>
          <thead>
            <tr>
              {columns.map((column) =>
                column === 'email' || column === 'created_at' ? (
                  <SortHeader key={column} column={column} />
                ) : (
                  <th scope="col" key={column}>
                    {columnLabel(column, nameOf)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <tr key={person.id}>
                <th scope="row">
                  <span class="clip">
                    <a href={addressOf('people', String(person.id))}>{person.email}</a>
                  </span>
                  <ExampleMark noun="people" record={person} />
                </th>
                {columns.slice(1).map((column) => (
                  <td key={column}>
                    <span class={column === 'tags' || column === 'state' ? '' : 'clip'}>
                      <Cell person={person} column={column} />
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <TableFoot rows={people.length} more={more} isReadingMore={isReadingMore} />
      <ColumnChooser shown={columns} />
    </div>
  );
}
