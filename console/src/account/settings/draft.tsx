import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { mayCall } from '../../operations/contracts.ts';
import { perform } from '../../operations/perform.ts';
import { call, type FieldProblem, fieldProblems, problemCode } from '../../platform/call.ts';
import { useRead } from '../../platform/reads.ts';
import { Loading, Problem } from '../../platform/screen.tsx';
import { SubmitButton } from '../../platform/submit-button.tsx';
import { useUnsaved } from '../../platform/unsaved.ts';
import { t, tn } from '../../platform/words.ts';
import { BothSides } from './both-sides.tsx';

export type SettingValues = OperationOutput<'get_settings'>['settings'];
type Saved = OperationOutput<'update_settings'>;
type Times = Saved['times'];

/** Edits of some settings that are not saved yet. */
export interface Draft {
  /** As they would be after a save. */
  values: SettingValues;
  set: (key: string, value: unknown) => void;
  /** What the service refused at a path below a setting, such as `rules[0].start`. */
  faultAt: (path: string) => string | null;
}

interface Editing {
  before: SettingValues;
  revision: number;
  edited: Readonly<Record<string, unknown>>;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The settings that somebody else changed while they were edited here. */
function changedMeanwhile({ before, edited }: Editing, now: SettingValues): string[] {
  return Object.keys(edited).filter((key) => !same(before[key], now[key]));
}

/** The edits with one more; a value that is as it was before is none. */
function withValue(begun: Editing, key: string, value: unknown): Editing {
  const { [key]: _, ...rest } = begun.edited;
  const isBack = same(value, begun.before[key]);
  return { ...begun, edited: isBack ? rest : { ...rest, [key]: value } };
}

/** What was edited while a save was under way, on top of what it saved; null: nothing. */
function typedSince(
  now: Editing | null,
  sent: Editing['edited'],
  { settings, revision }: Saved,
): Editing | null {
  if (now === null || now.edited === sent) return null;
  const rest = Object.entries(now.edited).filter(([key, value]) => !same(value, settings[key]));
  return { before: settings, revision, edited: Object.fromEntries(rest) };
}

/** Who waits where a time changes, which a save says first. */
function TimesMoved({ times }: { times: NonNullable<Times> }) {
  return (
    <div class="note warn">
      {times.move > 0 && <p>{tn('settings.move.one', 'settings.move.other', times.move)}</p>}
      {times.keep > 0 && <p>{tn('settings.keep.one', 'settings.keep.other', times.keep)}</p>}
    </div>
  );
}

/** The settings as a save answered them, until they are read again: the old ones would show meanwhile. */
function useSettings() {
  const { data: read, error } = useRead('get_settings', {});
  const [saved, setSaved] = useState<Pick<Saved, 'settings' | 'revision'> | null>(null);
  const isNewer = saved !== null && read !== undefined && saved.revision > read.revision;
  return { data: isNewer ? saved : read, error, setSaved };
}

function Faults({ faults }: { faults: readonly FieldProblem[] }) {
  if (faults.length === 0) return null;
  return (
    <ul class="note bad">
      {faults.map(({ path, message }) => (
        <li key={path}>{message}</li>
      ))}
    </ul>
  );
}

interface FootProps {
  label: string;
  isOff: boolean;
  /** null: there is nothing to discard. */
  onDiscard: (() => void) | null;
}

function Foot({ label, isOff, onDiscard }: FootProps) {
  if (!mayCall('update_settings')) {
    return <p class="note">{t('form.readOnly', { scope: 'admin' })}</p>;
  }
  return (
    <div class="form-foot">
      <SubmitButton isOff={isOff}>{label}</SubmitButton>
      {onDiscard !== null && (
        <button type="button" class="button" onClick={onDiscard}>
          {t('settings.discard')}
        </button>
      )}
    </div>
  );
}

interface SettingsFormProps {
  title: string;
  lead?: string;
  aside?: (draft: Draft) => ComponentChildren;
  children: (draft: Draft) => ComponentChildren;
}

/** A card in which settings are edited and saved together; what others saved meanwhile is not lost. */
export function SettingsForm({ title, lead, aside, children }: SettingsFormProps) {
  const { data, error, setSaved } = useSettings();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [times, setTimes] = useState<Times>(undefined);
  const [isBusy, setBusy] = useState(false);
  const edited = editing?.edited ?? {};
  const isEdited = Object.keys(edited).length > 0;
  useUnsaved(isEdited, 'address');
  if (data === undefined) return error === null ? <Loading /> : <Problem error={error} />;
  const { settings, revision } = data;
  const faults = fieldProblems(problem);
  const draft: Draft = {
    values: { ...settings, ...edited },
    set(key, value) {
      const begun: Editing = { before: settings, revision, edited: {} };
      setEditing((now) => withValue(now ?? begun, key, value));
      setTimes(undefined);
    },
    faultAt: (path) => faults.find((fault) => fault.path === `settings.${path}`)?.message ?? null,
  };
  const leave = (left: (now: Editing | null) => Editing | null) => {
    setEditing(left);
    setProblem(null);
    setOthers([]);
    setTimes(undefined);
  };
  const send = async (seen: number) => {
    if (times === undefined && 'tunables' in edited) {
      const rehearsed = await call('update_settings', { settings: edited }, { dryRun: true });
      if (rehearsed.times !== undefined) return setTimes(rehearsed.times);
    }
    const saved = await perform('update_settings', { settings: edited }, { ifRevision: [seen] });
    setSaved(saved);
    leave((now) => typedSince(now, edited, saved));
  };
  const save = async (seen: number) => {
    if (editing === null) return;
    setBusy(true);
    setProblem(null);
    try {
      await send(seen);
    } catch (caught) {
      if (problemCode(caught) !== 'revision_mismatch') return setProblem(caught);
      const now = await call('get_settings', {});
      setSaved(now);
      const changed = changedMeanwhile(editing, now.settings);
      setEditing({ ...editing, before: now.settings, revision: now.revision });
      setOthers(changed);
      if (changed.length === 0) await send(now.revision).catch(setProblem);
    } finally {
      setBusy(false);
    }
  };
  const form = (
    <form
      class="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(editing?.revision ?? revision);
      }}
    >
      <div>
        <h2>{title}</h2>
        {lead && <p class="quiet-text">{lead}</p>}
      </div>
      {children(draft)}
      {problem !== null && <Problem error={problem} />}
      <Faults faults={faults} />
      <BothSides
        names={others}
        theirs={editing?.before ?? settings}
        mine={edited}
        onTake={(name) => {
          draft.set(name, editing?.before[name]);
          setOthers(others.filter((one) => one !== name));
        }}
      />
      {times !== undefined && <TimesMoved times={times} />}
      <Foot
        label={t(times !== undefined || others.length > 0 ? 'settings.saveAnyway' : 'action.save')}
        isOff={!isEdited || isBusy}
        onDiscard={isEdited ? () => leave(() => null) : null}
      />
    </form>
  );
  if (aside === undefined) return form;
  return (
    <div class="settings-halves">
      {form}
      {aside(draft)}
    </div>
  );
}
