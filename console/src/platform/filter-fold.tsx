import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from './words.ts';

/** As wide as a phone, in the styles too. */
const narrow = '(max-width: 40rem)';

function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(narrow).matches);
  useEffect(() => {
    const media = matchMedia(narrow);
    const note = () => setNarrow(media.matches);
    media.addEventListener('change', note);
    return () => media.removeEventListener('change', note);
  }, []);
  return isNarrow;
}

interface FoldProps {
  /** How many filters are set, which is shown while they are folded away. */
  set: number;
  /** Whether they are unfolded wherever there is room, without anything to fold them by. */
  isOpenWhereWide?: boolean;
  children: ComponentChildren;
}

/** The filters of a list, folded away on a phone, so that the list begins on its first screen. */
export function FilterFold({ set, isOpenWhereWide = false, children }: FoldProps) {
  const isNarrow = useIsNarrow();
  const [wasSet] = useState(set > 0);
  return (
    <details
      class={isOpenWhereWide ? 'filter-fold is-open-where-wide' : 'filter-fold'}
      open={!isNarrow && (isOpenWhereWide || wasSet)}
    >
      <summary>{set === 0 ? t('list.filter') : t('list.filtersSet', { n: set })}</summary>
      {children}
    </details>
  );
}
