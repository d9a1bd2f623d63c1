import type { ComponentChildren } from 'preact';
import { Scroller } from '../platform/scroller.tsx';
import { number } from '../platform/words.ts';

interface FigureTableProps<Row, Name extends string> {
  caption: string;
  /** The head of the first column. */
  of: ComponentChildren;
  names: readonly Name[];
  label: (name: Name) => string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  head: (row: Row) => ComponentChildren;
  figures: (row: Row) => Readonly<Record<Name, number>>;
  /** What follows the figures of a row. */
  after?: { head: string; cell: (row: Row) => ComponentChildren };
  totals?: { label: string; figures: Readonly<Record<Name, number>> };
}

/** Figures of mail in rows, with their totals. */
export function FigureTable<Row, Name extends string>({
  caption,
  of,
  names,
  label,
  rows,
  keyOf,
  head,
  figures,
  after,
  totals,
}: FigureTableProps<Row, Name>) {
  const cells = (row: Readonly<Record<Name, number>>) =>
    names.map((name) => (
      <td class="number" key={name}>
        {number(row[name])}
      </td>
    ));
  return (
    <Scroller class="table-wrap" label={caption}>
      <table>
        <caption class="sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {names.map((name) => (
              <th scope="col" class="number" key={name}>
                {label(name)}
              </th>
            ))}
            {after && <th scope="col">{after.head}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{head(row)}</th>
              {cells(figures(row))}
              {after && <td>{after.cell(row)}</td>}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              <th scope="row">{totals.label}</th>
              {cells(totals.figures)}
            </tr>
          </tfoot>
        )}
      </table>
    </Scroller>
  );
}
