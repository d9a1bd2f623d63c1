import type { OperationName, OperationRequest } from '@postroad/core/catalog/catalog';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useReadPages } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { Scroller } from '../platform/scroller.tsx';
import { t } from '../platform/words.ts';
import { aboutOperation } from './catalog-words.ts';
import { calledRows, outlineNamed, rowsNoun, useSchemas } from './contracts.ts';
import { EmptyList } from './empty-list.tsx';
import { ExampleMark } from './example-mark.tsx';
import { fieldWords } from './field-words.ts';
import { NothingMatches } from './nothing-matches.tsx';
import { addressOfRecord, recordName } from './record-address.ts';
import { Member } from './record-view.tsx';
import { columnsOf, columnsShown, type Row, rowsMember, titleColumn } from './rows.ts';
import { TableFoot } from './table-foot.tsx';

export interface TableProps {
  name: OperationName;
  input: Readonly<Record<string, unknown>>;
  /** What is said where there is no row, in place of what the list would hold. */
  empty?: ComponentChildren;
  /** Where a record is made, in place of the generic form. */
  createAddress?: string;
  /** Columns that are drawn by hand, by the member. */
  cells?: Readonly<Record<string, (row: Row) => ComponentChildren>>;
  /** The columns shown first, in place of the telling ones. */
  columns?: readonly string[];
  /** Columns drawn by hand that hold numbers, aligned at their end. */
  numbers?: readonly string[];
  /** Heads of columns, in place of the names of their members. */
  heads?: Readonly<Record<string, string>>;
  /** The address of a row; by default that of the record of the noun. */
  addressOfRow?: (row: Row) => string | null;
  /** Resources beside its own whose changes it shows. */
  with?: readonly string[];
  /** Whether the arguments narrow the list, which then says so where it is empty. */
  isFiltered?: boolean;
}

function ColumnChooser({
  all,
  shown,
  headOf,
  onShown,
}: {
  all: readonly string[];
  shown: readonly string[];
  headOf: (column: string) => string;
  onShown: (columns: string[]) => void;
}) {
  return (
    <details>
      <summary>{t('list.columns')}</summary>
      <div class="choices">
        {all.map((name) => (
          <label class="choice" key={name}>
            <input
              type="checkbox"
              checked={shown.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                onShown(all.filter((one) => (one === name ? checked : shown.includes(one))))
              }
            />
            {headOf(name)}
          </label>
        ))}
      </div>
    </details>
  );
}

/** The rows of any list of the catalog, page by page (CON-07). */
export function RecordTable(props: TableProps) {
  const { name, input, empty, cells = {}, numbers = [], with: also = [] } = props;
  const schemas = useSchemas(name);
  const { pages, error, isLoading, more, isReadingMore } = useReadPages(
    name,
    input as OperationRequest<OperationName>,
    { with: also },
  );
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  if (error !== null && pages.length === 0) return <Problem error={error} />;
  if (isLoading || schemas === null) return <Loading />;
  const member = rowsMember(schemas.output);
  const rows = pages.flatMap(
    (page) => ((page as Record<string, unknown>)[member ?? ''] ?? []) as Row[],
  );
  if (rows.length === 0) {
    const kept = new Set(['sort', 'limit', ...pathParameters(outlineNamed(name).path)]);
    const isNarrowed = Object.keys(input).some((key) => !kept.has(key));
    if (props.isFiltered ?? isNarrowed) return <NothingMatches keep={[...kept]} />;
    return empty ?? <EmptyList name={name} createAddress={props.createAddress} />;
  }
  const all = [...new Set([...(props.columns ?? []), ...columnsOf(rows)])];
  const called = calledRows(name, member ?? '');
  const of = member === null ? null : rowsNoun(name, member);
  const addressOfRow =
    props.addressOfRow ?? ((row: Row) => (of === null ? null : addressOfRecord(of, row)));
  // What has nothing else to be called by is called by its number, which leads to it.
  const telling = all.filter((column) => column !== 'id').slice(0, columnsShown);
  const isNumbered = of !== null && titleColumn(telling) === null && all.includes('id');
  const first = props.columns ?? (isNumbered ? ['id', ...telling] : telling);
  const shown = chosen ?? first;
  const title = titleColumn(shown);
  const headOf = (column: string) => props.heads?.[column] ?? fieldWords(column, name);
  return (
    <div>
      <Scroller class="table-wrap" label={aboutOperation(name)}>
        <table>
          <caption class="sr">{aboutOperation(name)}</caption>
          <thead>
            <tr>
              {shown.map((column) => (
                <th
                  scope="col"
                  key={column}
                  class={
                    column !== title &&
                    (numbers.includes(column) ||
                      rows.every((row) => typeof row[column] === 'number'))
                      ? 'number'
                      : ''
                  }
                >
                  {headOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <TableRow
                key={recordName(row) ?? index}
                {...{ row, shown, title, cells, numbers }}
                noun={called}
                address={addressOfRow(row)}
              />
            ))}
          </tbody>
        </table>
      </Scroller>
      <TableFoot rows={rows.length} more={more} isReadingMore={isReadingMore} />
      <ColumnChooser {...{ all, shown, headOf }} onShown={setChosen} />
    </div>
  );
}

interface RowProps extends Required<Pick<TableProps, 'cells' | 'numbers'>> {
  noun: string;
  row: Row;
  shown: readonly string[];
  title: string | null;
  address: string | null;
}

function TableRow({ noun, row, shown, title, cells, numbers, address }: RowProps) {
  return (
    <tr>
      {shown.map((column) => {
        const cell = cells[column]?.(row) ?? <Member name={column} row={row} />;
        if (column !== title) {
          return (
            <td
              key={column}
              class={numbers.includes(column) || typeof row[column] === 'number' ? 'number' : ''}
            >
              <span class="clip">{cell}</span>
            </td>
          );
        }
        return (
          <th scope="row" key={column}>
            <span class="clip">{address === null ? cell : <a href={address}>{cell}</a>}</span>
            <ExampleMark noun={noun} record={row} />
            {row.has_draft === true && <span class="badge draft-mark">{t('list.hasDraft')}</span>}
          </th>
        );
      })}
    </tr>
  );
}
