import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { ListScreen } from '../operations/list-screen.tsx';
import type { Row } from '../operations/rows.ts';
import { number, t } from '../platform/words.ts';
import { OnOff } from './sequence-screen.tsx';

type Listed = OperationOutput<'list_sequences'>['sequences'][number];

/** Rows of this list are sequences. */
const listed = (row: Row) => row as unknown as Listed;

const lead = 'sequence.lead';

/** Sequences with whether they are on, their steps and the people inside. */
export function SequencesScreen() {
  return (
    <ListScreen
      noun="sequences"
      title="nav.sequences"
      lead={lead}
      columns={['name', 'enabled', 'steps', 'people_inside', 'description']}
      heads={{ enabled: t('sequence.state'), steps: t('sequence.steps') }}
      with={['people']}
      cells={{
        enabled: (row) => <OnOff enabled={listed(row).enabled} />,
        steps: (row) => <>{number(listed(row).steps.length)}</>,
      }}
    />
  );
}
