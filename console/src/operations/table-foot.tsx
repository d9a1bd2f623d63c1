import type { ReadPages } from '../platform/reads.ts';
import { t, tn } from '../platform/words.ts';

interface TableFootProps extends Pick<ReadPages<unknown>, 'more' | 'isReadingMore'> {
  /** Rows that are shown. */
  rows: number;
}

/** How many rows are shown, and the button for more. */
export function TableFoot({ rows, more, isReadingMore }: TableFootProps) {
  return (
    <div class="table-foot">
      <span>
        {more === null
          ? tn('list.shown.one', 'list.shown.other', rows)
          : t('list.shownMore', { n: rows })}
      </span>
      {more !== null && (
        <button type="button" class="button" onClick={more} disabled={isReadingMore}>
          {t('action.more')}
        </button>
      )}
    </div>
  );
}
