import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useRoute } from 'preact-iso/router';
import { actorWords, changeWords, nounWords } from '../operations/catalog-words.ts';
import { addressOf, idIn, readById } from '../operations/record-address.ts';
import { RecordView } from '../operations/record-view.tsx';
import { Absent } from '../platform/absent.tsx';
import { problemCode } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Screen } from '../platform/screen.tsx';
import { Time } from '../platform/time.tsx';
import { t } from '../platform/words.ts';
import { Differences } from './differences.tsx';
import { PutBack, Undo } from './undo.tsx';

type Change = OperationOutput<'get_change'>['change'];

/** What the history calls layouts. */
const nouns: Readonly<Record<string, string>> = { templates: 'layouts' };

/** The address of the record that was changed; null where it is gone or has none. */
function changedAt({ resource, record_id, record_key, after }: Change): string | null {
  const noun = nouns[resource] ?? resource;
  const name = readById.includes(noun) ? record_id : (record_key ?? record_id);
  return name === null || after === null ? null : addressOf(noun, String(name));
}

function Shown({ change }: { change: Change }) {
  const {
    id,
    actor,
    at,
    record_id,
    revision,
    resource,
    before: _b,
    after: _a,
    revert: _r,
    ...facts
  } = change;
  const address = changedAt(change);
  return (
    <Screen
      title={changeWords(change)}
      back={{ address: '/history', label: t('nav.history') }}
      lead={
        <>
          {actorWords(actor) ?? '–'}, <Time at={at} />
        </>
      }
      actions={
        <>
          {address !== null && (
            <a class="button" href={address}>
              {t('history.open', { noun: nounWords(nouns[resource] ?? resource) })}
            </a>
          )}
          <Undo change={change} />
          <PutBack change={change} />
        </>
      }
    >
      <div class="stack">
        <Differences before={change.before} after={change.after} />
        <details class="card">
          <summary>{t('history.facts')}</summary>
          <RecordView record={{ id, resource, record_id, revision, ...facts }} />
        </details>
      </div>
    </Screen>
  );
}

/** A change: who made it and when, and only what it made another of (CON-13). */
export function ChangeScreen() {
  const { name = '' } = useRoute().params;
  const id = idIn(name);
  const { data, error } = useRead('get_change', id === null ? null : { change_id: id });
  if (id === null || problemCode(error) === 'not_found' || data === undefined) {
    const list = { address: '/history', label: t('nav.history') };
    return <Absent name={name} list={list} error={error} isMissing={id === null} />;
  }
  return <Shown change={data.change} />;
}
