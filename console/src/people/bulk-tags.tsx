import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useState } from 'preact/hooks';
import { ActionButton } from '../operations/action-button.tsx';
import { call } from '../platform/call.ts';
import { Dialog } from '../platform/dialog.tsx';
import { invalidate, useRead } from '../platform/reads.ts';
import { Problem } from '../platform/screen.tsx';
import { number, t, tn } from '../platform/words.ts';
import type { PeopleFilter } from './people-filter.ts';

type Tagging = OperationOutput<'get_tagging'>['tagging'];

/** How often the progress is read, in milliseconds. */
const pollMs = 1_000;

function tagsIn(text: string): string[] {
  return [...new Set(text.split(/[,;\n]/).map((tag) => tag.trim()))].filter((tag) => tag !== '');
}

function TagsField({
  name,
  label,
  value,
  onValue,
}: {
  name: string;
  label: string;
  value: string;
  onValue: (value: string) => void;
}) {
  const last = value.split(/[,\n]/).at(-1)?.trim() ?? '';
  const tags =
    useRead('list_tags', {
      limit: 20,
      ...(last === '' ? {} : { q: last }),
    }).data?.tags ?? [];
  return (
    <div class="field">
      <label for={`bulk-${name}`}>{label}</label>
      <input
        id={`bulk-${name}`}
        class="input"
        list="bulk-tags"
        autocomplete="off"
        value={value}
        aria-describedby={`bulk-${name}-hint`}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <span class="hint" id={`bulk-${name}-hint`}>
        {t('people.tagsHint')}
      </span>
      <datalist id="bulk-tags">
        {tags.map((tag) => (
          <option key={tag.name} value={tag.name} />
        ))}
      </datalist>
    </div>
  );
}

/** How far a bulk tagging is, and the button to stop it. */
function Progress({ begun, onClose }: { begun: Tagging; onClose: () => void }) {
  const [isStopped, setStopped] = useState(false);
  const id = begun.id ?? 0;
  const read = useRead('get_tagging', { tagging_id: id }, { every: isStopped ? 60_000 : pollMs });
  const tagging = read.data?.tagging ?? begun;
  const isOver = tagging.status !== 'working';
  if (isOver && !isStopped) {
    setStopped(true);
    invalidate('people');
    invalidate('tags');
  }
  return (
    <div class="stack">
      <p role="status">
        {t(`people.tagging.${tagging.status}`)}{' '}
        {t('people.taggingFigures', { people: tagging.people, changed: tagging.changed })}
      </p>
      {tagging.reason && <p class="note bad">{tagging.reason}</p>}
      <div class="form-foot">
        <button type="button" class="button primary" onClick={onClose}>
          {t('action.close')}
        </button>
        {!isOver && (
          <ActionButton name="cancel_tagging" input={{ tagging_id: id }}>
            {t('people.taggingStop')}
          </ActionButton>
        )}
      </div>
    </div>
  );
}

/** Gives or takes tags of everybody who matches; says first how many that are (CON-24). */
export function BulkTags({ filter, onClose }: { filter: PeopleFilter; onClose: () => void }) {
  const [add, setAdd] = useState('');
  const [remove, setRemove] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [counted, setCounted] = useState<{ people: number; more: boolean } | null>(null);
  const [begun, setBegun] = useState<Tagging | null>(null);
  const everybody = Object.keys(filter).length === 0;
  const input = {
    ...filter,
    ...(everybody ? { everybody: true as const } : {}),
    add_tags: tagsIn(add),
    remove_tags: tagsIn(remove),
  };
  const isEmpty = input.add_tags.length + input.remove_tags.length === 0;

  async function run(dryRun: boolean) {
    setError(null);
    try {
      const answer = await call('tag_people', input, { dryRun });
      if (dryRun) setCounted(answer.count);
      else setBegun(answer.tagging);
    } catch (caught) {
      setError(caught);
    }
  }

  const edited = (set: (text: string) => void) => (text: string) => {
    set(text);
    setCounted(null);
  };
  return (
    <Dialog title={t('people.bulkTags')} onClose={onClose}>
      {begun !== null ? (
        <Progress begun={begun} onClose={onClose} />
      ) : (
        <form
          class="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void run(counted === null);
          }}
        >
          <p class="quiet-text">{everybody ? t('people.bulkAll') : t('people.bulkFiltered')}</p>
          <TagsField name="add" label={t('people.addTags')} value={add} onValue={edited(setAdd)} />
          <TagsField
            name="remove"
            label={t('people.removeTags')}
            value={remove}
            onValue={edited(setRemove)}
          />
          {error !== null && <Problem error={error} />}
          {counted !== null && (
            <p class="note warn" role="status">
              <strong>
                {counted.more
                  ? t('people.bulkAtLeast', { n: counted.people })
                  : tn('people.bulkCount.one', 'people.bulkCount.other', counted.people)}
              </strong>
              {t('people.bulkEffect')}
            </p>
          )}
          <div class="form-foot">
            <button type="submit" class="button primary" disabled={isEmpty}>
              {counted === null
                ? t('form.dryRun')
                : t('people.bulkDo', { n: number(counted.people) })}
            </button>
            <button type="button" class="button" onClick={onClose}>
              {t('action.cancel')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
