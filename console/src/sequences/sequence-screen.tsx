import type { OperationName } from '@postroad/core/catalog/catalog';
import { useRoute } from 'preact-iso/router';
import { ActionButton } from '../operations/action-button.tsx';
import { addressOf, idIn } from '../operations/record-address.ts';
import { RecordActions } from '../operations/record-screen.tsx';
import { RecordView } from '../operations/record-view.tsx';
import { Absent } from '../platform/absent.tsx';
import { problemCode } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Screen } from '../platform/screen.tsx';
import { t, tn } from '../platform/words.ts';
import { ReachesNobody } from '../sending/reaches-nobody.tsx';
import { Lane } from './lane.tsx';
import type { Sequence } from './sequence.ts';

/** What the screen has in forms of its own. */
const drawn: readonly OperationName[] = ['toggle_sequence', 'add_sequence_step'];

export function OnOff({ enabled }: { enabled: boolean }) {
  return (
    <span class={`badge ${enabled ? 'good' : ''}`}>
      {enabled ? t('sequence.on') : t('sequence.off')}
    </span>
  );
}

function Guards({ guards }: Pick<Sequence, 'guards'>) {
  if (guards.length === 0) return null;
  return (
    <p class="small">
      {t('sequence.guards')}:{' '}
      {guards.map(({ key, name }, index) => (
        <span key={key}>
          {index > 0 && ', '}
          <a href={addressOf('guards', key)}>{name}</a>
        </span>
      ))}
    </p>
  );
}

/** Drafts are not sent, and a new step is one. */
function AllDrafts({ steps }: Pick<Sequence, 'steps'>) {
  if (steps.length === 0 || steps.some(({ status }) => status === 'active')) return null;
  return <p class="note warn">{t('sequence.allDrafts')}</p>;
}

function Shown({ sequence }: { sequence: Sequence }) {
  const { id, name, description, enabled, people_inside, revision } = sequence;
  const { steps: _s, held: _h, guards: _g, ...facts } = sequence;
  return (
    <Screen
      title={name}
      back={{ address: '/sequences', label: t('nav.sequences') }}
      lead={
        <>
          <OnOff enabled={enabled} />{' '}
          {tn('consequence.inside.one', 'consequence.inside.other', people_inside)} {description}
        </>
      }
      actions={
        <ActionButton
          name="toggle_sequence"
          input={{ sequence_id: id, enabled: !enabled }}
          ifRevision={revision}
          class={enabled ? '' : 'primary'}
          asks
        >
          {enabled ? t('sequence.switchOff') : t('sequence.switchOn')}
        </ActionButton>
      }
    >
      <div class="stack">
        <ReachesNobody />
        <RecordActions
          name="get_sequence"
          given={{ sequence_id: String(id) }}
          without={[...drawn, ...(people_inside > 0 ? (['delete_sequence'] as const) : [])]}
        />
        <Guards guards={sequence.guards} />
        <AllDrafts steps={sequence.steps} />
        <Lane sequence={sequence} />
        <details class="card">
          <summary>{t('sequence.facts')}</summary>
          <RecordView record={facts} />
        </details>
      </div>
    </Screen>
  );
}

/** A sequence as a lane: its steps, and between them the people and what is held (CON2-06). */
export function SequenceScreen() {
  const { name = '' } = useRoute().params;
  const id = idIn(name);
  const { data, error } = useRead('get_sequence', id === null ? null : { sequence_id: id }, {
    with: ['sequence_steps', 'emails', 'guards', 'queue', 'sending'],
  });
  if (id === null || problemCode(error) === 'not_found' || data === undefined) {
    const list = { address: '/sequences', label: t('nav.sequences') };
    return <Absent name={name} list={list} error={error} isMissing={id === null} />;
  }
  return <Shown sequence={data.sequence} />;
}
