import { isObject } from '@postroad/core/platform/json';
import { ListScreen } from '../operations/list-screen.tsx';
import type { Row } from '../operations/rows.ts';
import { Time } from '../platform/time.tsx';
import { number, t } from '../platform/words.ts';
import { NodeCount } from './node-count.tsx';

function count({ count: people }: Row) {
  return typeof people === 'number' ? (
    <span class="number">{number(people)}</span>
  ) : (
    <span class="quiet-text">{t('segments.notCounted')}</span>
  );
}

/** Segments with how many people each held when it was last counted. */
export function SegmentsScreen() {
  return (
    <ListScreen
      noun="segments"
      title="nav.segments"
      lead="segments.lead"
      createAddress="/segments/new"
      without={['preview_segment']}
      columns={['name', 'count', 'counted_at', 'description', 'updated_at']}
      with={['people']}
      cells={{
        count,
        counted_at: ({ counted_at }) =>
          typeof counted_at === 'string' ? <Time at={counted_at} /> : null,
      }}
    />
  );
}

/** Guards with how many people each stops now. */
export function GuardsScreen() {
  return (
    <ListScreen
      noun="guards"
      title="nav.guards"
      lead="segments.guardLead"
      createAddress="/guards/new"
      columns={['name', 'condition', 'labels', 'enabled', 'updated_at']}
      cells={{
        condition: ({ condition }) => (isObject(condition) ? <NodeCount part={condition} /> : null),
      }}
    />
  );
}
