import type { FieldType } from '@postroad/core/people/field-type';
import { Scroller } from '../platform/scroller.tsx';
import { t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';
import { type Column, fieldOfTarget, ignored, targetsFor } from './import-file.ts';

function targetLabel(target: string, fields: ReadonlyMap<string, FieldType>): string {
  const field = fieldOfTarget(target);
  if (field === null) return t(`import.target.${target}` as WordKey);
  return t(fields.has(field) ? 'import.field' : 'import.newField', { field });
}

interface ImportColumnsProps {
  columns: readonly Column[];
  fields: ReadonlyMap<string, FieldType>;
  onColumns: (columns: Column[]) => void;
}

/** Each column of the file with samples, and what it sets. */
export function ImportColumns({ columns, fields, onColumns }: ImportColumnsProps) {
  return (
    <Scroller class="table-wrap" label={t('list.columns')}>
      <table class="import-columns">
        <caption class="sr">{t('import.columns')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.samples')}</th>
            <th scope="col">{t('import.sets')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, index) => (
            <tr key={index} class={column.target === ignored ? 'is-ignored' : ''}>
              <th scope="row">{column.name || '–'}</th>
              <td>
                <span class="clip quiet-text">{column.samples.join(' · ') || '–'}</span>
              </td>
              <td>
                <select
                  class="input"
                  aria-label={t('import.setsOf', { column: column.name })}
                  value={column.target}
                  onChange={({ currentTarget }) =>
                    onColumns(
                      columns.map((one, at) =>
                        at === index ? { ...one, target: currentTarget.value } : one,
                      ),
                    )
                  }
                >
                  {targetsFor(column, fields).map((target) => (
                    <option key={target} value={target}>
                      {targetLabel(target, fields)}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
