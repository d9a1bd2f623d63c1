import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { isObject, type JsonObject } from '@postroad/core/platform/json';
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Deleted, isDeleted } from '../account/deleted.tsx';
import { useWorkingRecord } from '../content/working-record.ts';
import { conditionText } from '../flows/step-text.ts';
import { AlsoEditing } from '../operations/also-editing.tsx';
import { Conflict, currentIn } from '../operations/conflict.tsx';
import { mayCall, outlineNamed } from '../operations/contracts.ts';
import type { FieldSpec } from '../operations/fields.ts';
import { NothingHere } from '../operations/nothing-here.tsx';
import { perform } from '../operations/perform.ts';
import { addressOf, formAddress, recordName } from '../operations/record-address.ts';
import { Absent, isGone } from '../platform/absent.tsx';
import { useRead } from '../platform/reads.ts';
import { Problem, Screen } from '../platform/screen.tsx';
import { SubmitButton } from '../platform/submit-button.tsx';
import { Time } from '../platform/time.tsx';
import { useUnsaved } from '../platform/unsaved.ts';
import { UsedBy, type User } from '../platform/used-by.tsx';
import { t, tn } from '../platform/words.ts';
import { ConditionEditor } from './condition-editor.tsx';

type Segment = OperationOutput<'get_segment'>['segment'];
type Guard = OperationOutput<'get_guard'>['guard'];

const conditionField = (name: string): FieldSpec => ({
  ...{ name, kind: 'json', required: true, nullable: false, numeric: false },
  ...{ description: null, choices: [], maxLength: null },
});

type Saved = { revision: number } & Readonly<Record<string, unknown>>;

interface SavedEditorProps {
  noun: 'segments' | 'guards';
  /** The member of the record that holds the condition. */
  member: 'definition' | 'condition';
  record: Saved;
  may: boolean;
  scope: string;
  save: (condition: JsonObject, revision: number) => Promise<Saved>;
}

/** Both sides of a conflict in words, or as JSON where words do not tell them apart. */
function sidesOf(theirs: unknown, mine: unknown): [theirs: string, mine: string] {
  const words = [conditionText(theirs), conditionText(mine)] as const;
  if (words[0] !== words[1]) return [...words];
  return [JSON.stringify(theirs, null, 2), JSON.stringify(mine, null, 2)];
}

/** Edits the condition of a record and saves it; over another's edit it shows both (CON-11). */
function SavedEditor({ noun, member, record, may, scope, save }: SavedEditorProps) {
  const [round, setRound] = useState(0);
  const work = useWorkingRecord<Saved, { condition?: JsonObject }>(
    record,
    async ({ condition = {} }, { revision }) => save(condition, revision),
    {},
  );
  const { base, edits, error, isEdited, isBusy } = work;
  useUnsaved(isEdited);
  const saved = base[member];
  const condition = edits.condition ?? (isObject(saved) ? saved : {});
  const [theirs, mine] = work.isConflict
    ? sidesOf(currentIn(error)?.[member], edits.condition)
    : ['', ''];
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isEdited) void work.save();
      }}
    >
      <AlsoEditing noun={noun} record={recordName(record) ?? ''} isEdited={isEdited} />
      <ConditionEditor
        key={round}
        condition={condition}
        onCondition={(next) => work.edit({ condition: next })}
      />
      {work.isConflict ? (
        <Conflict
          error={error}
          fields={[conditionField(member)]}
          mine={{ [member]: mine }}
          theirs={{ [member]: theirs }}
          onMerge={(current, kept) => {
            const now = { ...current, revision: Number(current.revision) };
            work.rebase(now, kept[member] === undefined ? {} : edits);
            setRound(round + 1);
          }}
        />
      ) : (
        error !== null && <Problem error={error} />
      )}
      {may ? (
        <div class="form-foot">
          <SubmitButton isOff={!isEdited || isBusy}>{t('action.save')}</SubmitButton>
          {isEdited && (
            <button
              type="button"
              class="button"
              onClick={() => {
                work.drop();
                setRound(round + 1);
              }}
            >
              {t('action.cancel')}
            </button>
          )}
        </div>
      ) : (
        <p class="note">{t('form.readOnly', { scope })}</p>
      )}
    </form>
  );
}

/** What names a segment, or is sent to it. */
function usersOf({ where_used: used }: Segment): User[] {
  return [
    ...used.segments.map(({ key, name }) => ({ name, address: addressOf('segments', key) })),
    ...used.guards.map(({ key, name }) => ({ name, address: addressOf('guards', key) })),
    ...used.flows.map(({ key, name, step_id }) => ({
      name: `${name} (${step_id})`,
      address: addressOf('flows', key),
    })),
    ...used.broadcasts.map(({ id, name }) => ({
      name,
      address: addressOf('broadcasts', String(id)),
    })),
    ...used.settings.map(({ name }) => ({ name, address: '/settings' })),
  ];
}

function SegmentOf({ name }: { name: string }) {
  const { data, error } = useRead('get_segment', { segment_key: name }, { with: ['people'] });
  if (isGone(error) || data === undefined) {
    const list = { address: '/segments', label: t('nav.segments') };
    return <Absent name={name} list={list} error={error} />;
  }
  const { segment } = data;
  const given = { segment_key: segment.key };
  return (
    <Screen
      title={segment.name}
      back={{ address: '/segments', label: t('nav.segments') }}
      lead={segment.description}
      actions={
        !isDeleted(error) && (
          <>
            <a class="button" href={`/people?segment=${encodeURIComponent(segment.key)}`}>
              {segment.count === null
                ? t('nav.people')
                : tn('people.count.one', 'people.count.other', segment.count)}
            </a>
            {mayCall('create_broadcast') && (
              <a class="button" href={`/broadcasts/new?segment=${encodeURIComponent(segment.key)}`}>
                {t('segments.broadcast')}
              </a>
            )}
            {mayCall('update_segment') && (
              <a class="button" href={formAddress('update_segment', given)}>
                {t('action.edit')}
              </a>
            )}
            {mayCall('delete_segment') && (
              <a class="button danger" href={formAddress('delete_segment', given)}>
                {t('segments.delete')}
              </a>
            )}
          </>
        )
      }
    >
      <div class="stack">
        <section class="card stack-tight" aria-labelledby="condition">
          <h2 id="condition">{t('segments.who')}</h2>
          <p class="small quiet-text">
            {t('segments.countedAt')} <Time at={segment.counted_at} />
          </p>
          <Deleted error={error} resource="segments" id={segment.key} />
          <SavedEditor
            noun="segments"
            member="definition"
            record={segment}
            may={mayCall('update_segment')}
            scope={outlineNamed('update_segment').scope}
            save={async (definition, revision) => {
              const input = { ...given, definition };
              return (await perform('update_segment', input, { ifRevision: [revision] })).segment;
            }}
          />
        </section>
        <UsedBy users={usersOf(segment)} none={<NothingHere of="usedBy" />} />
      </div>
    </Screen>
  );
}

function GuardState({ guard }: { guard: Guard }) {
  return (
    <p class="row">
      <span class={guard.enabled ? 'badge good' : 'badge warn'}>
        {t(guard.enabled ? 'segments.guardOn' : 'segments.guardOff')}
      </span>
      {guard.labels.length === 0 ? (
        <span class="quiet-text">{t('segments.everyEmail')}</span>
      ) : (
        guard.labels.map((label) => (
          <span class="badge" key={label}>
            {label}
          </span>
        ))
      )}
    </p>
  );
}

function GuardOf({ name }: { name: string }) {
  const { data, error } = useRead('get_guard', { guard_key: name });
  if (isGone(error) || data === undefined) {
    const list = { address: '/guards', label: t('nav.guards') };
    return <Absent name={name} list={list} error={error} />;
  }
  const { guard } = data;
  const given = { guard_key: guard.key };
  return (
    <Screen
      title={guard.name}
      back={{ address: '/guards', label: t('nav.guards') }}
      lead={t('segments.guardLead')}
      actions={
        !isDeleted(error) && (
          <>
            {mayCall('update_guard') && (
              <a class="button" href={formAddress('update_guard', given)}>
                {t('action.edit')}
              </a>
            )}
            {mayCall('delete_guard') && (
              <a class="button danger" href={formAddress('delete_guard', given)}>
                {t('segments.delete')}
              </a>
            )}
          </>
        )
      }
    >
      <section class="card stack-tight" aria-labelledby="condition">
        <h2 id="condition">{t('segments.whom')}</h2>
        <GuardState guard={guard} />
        <Deleted error={error} resource="guards" id={guard.key} />
        <SavedEditor
          noun="guards"
          member="condition"
          record={guard}
          may={mayCall('update_guard')}
          scope={outlineNamed('update_guard').scope}
          save={async (condition, revision) => {
            const input = { ...given, condition };
            return (await perform('update_guard', input, { ifRevision: [revision] })).guard;
          }}
        />
      </section>
    </Screen>
  );
}

/** A segment: its condition with a count at each part, and what uses it (SCREEN-07). */
export function SegmentScreen() {
  const { name = '' } = useRoute().params;
  return <SegmentOf key={name} name={name} />;
}

/** A guard: whom it stops, with a count at each part of the condition (SCREEN-07). */
export function GuardScreen() {
  const { name = '' } = useRoute().params;
  return <GuardOf key={name} name={name} />;
}
