import { apiPrefix } from '@postroad/core/platform/operations/operation';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { mayCall, outlineNamed } from '../operations/contracts.ts';
import { formAddress } from '../operations/record-address.ts';
import { useRead } from '../platform/reads.ts';
import { Screen } from '../platform/screen.tsx';
import { t, tn } from '../platform/words.ts';
import { BulkTags } from './bulk-tags.tsx';
import { filterIn, filterNames, type PeopleFilter, withQuery } from './people-filter.ts';
import { PeopleFilters } from './people-filters.tsx';
import { PeopleTable } from './people-table.tsx';

/** How many match; the count of everybody moves while people arrive. */
function Count({ filter }: { filter: PeopleFilter }) {
  const count = useRead('list_people', { ...filter, count: true, limit: 1 }).data?.count;
  if (count === undefined) return <span class="quiet-text">{t('people.counting')}</span>;
  return (
    <span role="status">
      {count.more
        ? t('people.countMore', { n: count.people })
        : tn('people.count.one', 'people.count.other', count.people)}
    </span>
  );
}

const cleared = Object.fromEntries(filterNames.map((name) => [name, '']));

/** The file of everybody who matches, as an import reads it back. */
function exportAddress(filter: PeopleFilter): string {
  const query = new URLSearchParams({ format: 'csv', ...(filter as Record<string, string>) });
  return `${apiPrefix}${outlineNamed('export_people').path}?${query}`;
}

/** People by any part of them, with filters, columns, a count and bulk actions (SCREEN-04). */
export function PeopleScreen() {
  const { query, path, route } = useLocation();
  const [isTagging, setTagging] = useState(false);
  const filter = filterIn(query);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Screen
      title={t('nav.people')}
      actions={
        <>
          {mayCall('import_people') && (
            <a class="button" href="/people/import">
              {t('import.title')}
            </a>
          )}
          {mayCall('upsert_person') && (
            <a class="button primary" href={formAddress('upsert_person')}>
              {t('people.add')}
            </a>
          )}
        </>
      }
    >
      <div class="stack">
        <PeopleFilters />
        <div class="row people-bar">
          <Count filter={filter} />
          <span class="row">
            {isFiltered && (
              <button
                type="button"
                class="button quiet"
                onClick={() => route(withQuery(path, query, cleared), true)}
              >
                {t('people.clear')}
              </button>
            )}
            {mayCall('tag_people') && (
              <button
                type="button"
                class="button"
                aria-haspopup="dialog"
                onClick={() => setTagging(true)}
              >
                {t('people.bulkTags')}
              </button>
            )}
            {mayCall('export_people') && (
              <a class="button" href={exportAddress(filter)} download="people.csv">
                {t('people.export')}
              </a>
            )}
          </span>
        </div>
        <PeopleTable filter={filter} />
      </div>
      {isTagging && <BulkTags filter={filter} onClose={() => setTagging(false)} />}
    </Screen>
  );
}
