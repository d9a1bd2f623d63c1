import { useLocation } from 'preact-iso/router';
import { Empty } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';

/** Rows that no filter lets through: the way back to all of them (CON-23). */
export function NothingMatches({ keep = [] }: { keep?: readonly string[] }) {
  const { path, query } = useLocation();
  const kept = new URLSearchParams(
    Object.entries(query).filter(([key]) => keep.includes(key)) as [string, string][],
  );
  return (
    <Empty
      title={t('list.emptyFiltered')}
      text={t('list.emptyFilteredText')}
      example={t('list.emptyFilteredExample')}
      action={
        <a class="button primary" href={kept.size > 0 ? `${path}?${kept}` : path}>
          {t('list.clearFilters')}
        </a>
      }
    />
  );
}
