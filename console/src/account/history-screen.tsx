import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { actorWords, changeWords } from '../operations/catalog-words.ts';
import { Filters, useFilters } from '../operations/filters.tsx';
import { RecordTable } from '../operations/record-table.tsx';
import { Screen } from '../platform/screen.tsx';
import { Time } from '../platform/time.tsx';
import { t } from '../platform/words.ts';
import { Undo } from './undo.tsx';

type Change = OperationOutput<'list_changes'>['changes'][number];

/** Every change with who made it, and its undoing (CON-13). */
export function HistoryScreen() {
  const filters = useFilters('list_changes');
  return (
    <Screen title={t('history.title')} lead={t('history.what')}>
      <div class="stack history">
        <Filters name="list_changes" />
        <RecordTable
          name="list_changes"
          input={filters}
          columns={['summary', 'actor', 'surface', 'at', 'undo']}
          heads={{ undo: t('list.actions') }}
          cells={{
            actor: (row) => actorWords((row as Change).actor) ?? '–',
            at: ({ at }) => <Time at={String(at)} />,
            summary: (row) => changeWords(row as Change),
            undo: (row) => <Undo change={row as Change} class="quiet compact row-action" />,
          }}
        />
      </div>
    </Screen>
  );
}
