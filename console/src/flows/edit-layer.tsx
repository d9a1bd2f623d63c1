import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { DraftSaved } from '../account/draft-saved.tsx';
import { ActionButton } from '../operations/action-button.tsx';
import { AlsoEditing } from '../operations/also-editing.tsx';
import { mayCall, outlineNamed } from '../operations/contracts.ts';
import { call, problemCode } from '../platform/call.ts';
import { Dialog } from '../platform/dialog.tsx';
import { useTimesRead } from '../platform/reads.ts';
import { Empty, Loading, Problem } from '../platform/screen.tsx';
import { valueAt } from '../platform/value-at.ts';
import { t, tn } from '../platform/words.ts';
import { Canvas, focusStep } from './canvas.tsx';
import {
  addStep,
  type Direction,
  duplicateStep,
  type Edited,
  moveStep,
  nearestAfter,
  nudgeStep,
  pathAfter,
  placeAfter,
  removeStep,
  withValue,
} from './edits.ts';
import { withKey } from './fields/controls.tsx';
import { FlowConflict } from './flow-conflict.tsx';
import { GoalList } from './goals/goal-list.tsx';
import { GoalsForm } from './goals/goals-form.tsx';
import { IssueList } from './issue-list.tsx';
import type { LayerProps } from './live-layer.tsx';
import { Panel } from './panel/people-panel.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { useRecordTitles } from './record-titles.ts';
import { StepForm } from './step-form.tsx';
import { StepIcon } from './step-icon.tsx';
import { stepText } from './step-text.ts';
import { type StepTypeName, stepPathOf, stepTree, stepTypes } from './steps.ts';
import { TriggerForm } from './trigger-form.tsx';
import { triggerText } from './trigger-text.ts';
import { typeLabel } from './type-label.ts';
import {
  edited,
  type Issue,
  keepCopy,
  rebased,
  redone,
  saveCopy,
  undone,
  useValidation,
  type WorkingCopy,
  workingCopies,
} from './working-copy.ts';

type Position = { list: string; index: number };

/** Chooses the type of a step that is added. */
function TypeDialog({ onChoose, onClose }: TypeDialogProps) {
  return (
    <Dialog title={t('canvas.addStep')} onClose={onClose}>
      <div class="type-choices">
        {stepTypes.map((type) => (
          <button type="button" class="button" key={type} onClick={() => onChoose(type)}>
            <StepIcon type={type} />
            {typeLabel(type)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

interface TypeDialogProps {
  onChoose: (type: StepTypeName) => void;
  onClose: () => void;
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};

/** The edits on a working copy; each puts the focus where its step is then. */
function useEditing({ flow, chosen, onChoose }: LayerProps, copy: WorkingCopy) {
  const [adding, setAdding] = useState<Position | null>(null);
  const { definition } = copy;
  const [focus, setFocus] = useState<Edited | null>(null);
  // At once: an effect that ran after the next key would forget where that one puts the focus.
  useLayoutEffect(() => {
    // Only once the edit is drawn: its path may be that of another step, or of none, before.
    if (focus === null || focus.definition !== definition) return;
    focusStep(focus.path);
    setFocus(null);
  }, [focus, definition]);
  const keep = (next: WorkingCopy) => keepCopy(flow.key, next);
  const change = (next: Readonly<JsonObject>) => keep(edited(copy, next));
  // The panel stays with its step wherever an edit puts it, and closes where the step is gone.
  const follow = (next: Readonly<JsonObject>) => {
    const now = chosen === '' ? '' : (pathAfter(definition, next, chosen) ?? '');
    if (now !== chosen) onChoose(now);
  };
  const take = (done: Edited | null) => {
    if (done === null) return;
    change(done.definition);
    follow(done.definition);
    setFocus(done);
  };
  const turn = (next: WorkingCopy) => {
    keep(next);
    follow(next.definition);
  };
  const onStep = (path: string) => path.endsWith(']');
  return {
    ...{ adding, setAdding, change, take, turn },
    add: (type: StepTypeName) => {
      if (adding === null) return;
      const done = addStep(definition, adding, type, typeLabel(type));
      change(done.definition);
      setAdding(null);
      onChoose(done.path);
    },
    press: ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, path: string): boolean => {
      const direction = arrows[key];
      const isCommand = ctrlKey || metaKey;
      if (altKey && direction !== undefined) {
        if (onStep(path)) take(nudgeStep(definition, path, direction));
      } else if (key === 'Delete' || key === 'Backspace') {
        if (onStep(path)) take(removeStep(definition, path));
      } else if (isCommand && key.toLowerCase() === 'd') {
        if (onStep(path)) take(duplicateStep(definition, path));
      } else if (isCommand && key.toLowerCase() === 'z') {
        const next = shiftKey ? redone(copy) : undone(copy);
        turn(next);
        setFocus({
          definition: next.definition,
          path: nearestAfter(definition, next.definition, path),
        });
      } else if (key === 'Insert' || key === '+') setAdding(placeAfter(path));
      else return false;
      return true;
    },
  };
}

function StepTools({ path, copy, editing, onChoose }: ToolsProps) {
  const { definition } = copy;
  const take = (done: Edited | null) => {
    if (done === null) return;
    editing.change(done.definition);
    onChoose(done.path);
  };
  const directions = ['up', 'down', 'out', 'in'] as const;
  return (
    <fieldset class="row tight" aria-label={t('list.actions')}>
      <button type="button" class="button" onClick={() => editing.setAdding(placeAfter(path))}>
        {t('canvas.addAfter')}
      </button>
      {path.endsWith(']') && (
        <>
          {directions.map((direction) => (
            <button
              type="button"
              class="button"
              key={direction}
              onClick={() => take(nudgeStep(definition, path, direction))}
            >
              {t(`canvas.move.${direction}`)}
            </button>
          ))}
          <button
            type="button"
            class="button"
            onClick={() => take(duplicateStep(definition, path))}
          >
            {t('canvas.duplicate')}
          </button>
          <button
            type="button"
            class="button danger"
            onClick={() => editing.take(removeStep(definition, path))}
          >
            {t('canvas.delete')}
          </button>
        </>
      )}
    </fieldset>
  );
}

interface ToolsProps {
  path: string;
  copy: WorkingCopy;
  editing: ReturnType<typeof useEditing>;
  onChoose: (path: string) => void;
}

function SaveBar({ copy, flow, editing, errors }: SaveBarProps) {
  const [error, setError] = useState<unknown>(null);
  const [isPublishing, setPublishing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const key = { flow_key: flow.key };
  const save = async () => {
    setError(null);
    setBusy(true);
    try {
      if (!copy.isSaved) await saveCopy(flow.key, copy);
      return true;
    } catch (caught) {
      setError(caught);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const forget = () => keepCopy(flow.key, null);
  const goOn = async (keepsMine: boolean) => {
    try {
      const now = await begun(flow.key);
      // What was edited meanwhile stays too.
      keepCopy(flow.key, rebased(workingCopies.value.get(flow.key) ?? copy, now, keepsMine));
      setError(null);
    } catch (caught) {
      setError(caught);
    }
  };
  const hasSteps = stepTree(own(copy.definition, 'nodes')).length > 0;
  return (
    <div class="stack-tight">
      <div class="row">
        <button
          type="button"
          class={copy.isDirect && copy.isSaved ? 'button' : 'button primary'}
          // A second save would meet the first as if it were somebody else's.
          disabled={copy.isSaved || isBusy}
          onClick={() => void save()}
        >
          {t(copy.isDirect ? 'action.save' : 'canvas.saveDraft')}
        </button>
        {copy.isDirect && (
          <ActionButton
            name="activate_flow"
            input={key}
            class={copy.isSaved && hasSteps ? 'primary' : ''}
            disabled={!hasSteps}
            before={save}
            onDone={forget}
          >
            {t('canvas.activate')}
          </ActionButton>
        )}
        {!copy.isDirect && mayCall('publish_flow') && (
          <button
            type="button"
            class="button"
            disabled={isBusy || (copy.isSaved && copy.draft === null)}
            onClick={async () => setPublishing(await save())}
          >
            {t('canvas.publish')}
          </button>
        )}
        <button
          type="button"
          class="button"
          disabled={copy.past.length === 0}
          onClick={() => editing.turn(undone(copy))}
        >
          {t('action.undo')}
        </button>
        <button
          type="button"
          class="button"
          disabled={copy.future.length === 0}
          onClick={() => editing.turn(redone(copy))}
        >
          {t('canvas.redo')}
        </button>
        {copy.draft !== null && (
          <ActionButton
            name="delete_flow_draft"
            input={key}
            ifRevision={copy.draft}
            onRefused={setError}
            onDone={forget}
          >
            {t('canvas.dropDraft')}
          </ActionButton>
        )}
        <span class="quiet-text small" role="status">
          {copy.isSaved ? t('canvas.saved') : t('canvas.unsaved')}{' '}
          {errors > 0 && tn('canvas.errors.one', 'canvas.errors.other', errors)}
        </span>
      </div>
      {problemCode(error) === 'revision_mismatch' ? (
        <FlowConflict error={error} copy={copy} onGoOn={(keepsMine) => void goOn(keepsMine)} />
      ) : (
        error !== null && <Problem error={error} />
      )}
      {isPublishing && copy.draft !== null && (
        <PublishDialog flow={flow} draft={copy.draft} onClose={() => setPublishing(false)} />
      )}
    </div>
  );
}

interface SaveBarProps extends Pick<LayerProps, 'flow'> {
  copy: WorkingCopy;
  editing: ReturnType<typeof useEditing>;
  errors: number;
}

/** What a flow without steps needs (CON-23). */
function NoSteps({ onAdd }: { onAdd: () => void }) {
  return (
    <Empty
      title={t('canvas.noSteps')}
      text={t('canvas.noSteps.text')}
      example={t('canvas.noSteps.example')}
      action={
        <button type="button" class="button primary" onClick={onAdd}>
          {t('canvas.addFirst')}
        </button>
      }
    />
  );
}

/** How many issues a step has, in the words of the head of the flow: its errors, else its warnings. */
function badgeOf(issues: readonly Issue[]) {
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  if (errors > 0)
    return { tone: 'bad', text: tn('canvas.errors.one', 'canvas.errors.other', errors) };
  const n = issues.length;
  return n === 0
    ? null
    : { tone: 'warn', text: tn('canvas.warnings.one', 'canvas.warnings.other', n) };
}

function Editor(props: LayerProps & { copy: WorkingCopy }) {
  const { flow, chosen, onChoose, copy } = props;
  const { definition } = copy;
  useRecordTitles();
  const editing = useEditing(props, copy);
  const { validation, isCurrent } = useValidation(flow.key, definition);
  const issues = [...(validation?.errors ?? []), ...(validation?.warnings ?? [])];
  const nodes = useMemo(() => stepTree(own(definition, 'nodes')), [definition]);
  const of = (path: string) =>
    issues.filter((issue) =>
      path === 'trigger' ? stepPathOf(issue.path) === '' : stepPathOf(issue.path) === path,
    );
  const badge = (path: string) => badgeOf(of(path));
  const trigger = own(definition, 'trigger');
  const value = chosen === 'trigger' ? trigger : valueAt(definition, chosen || 'nothing');
  const step = isObject(value) ? value : null;
  const open = (path: string, field: string) => {
    onChoose(path);
    setTimeout(() =>
      document.querySelector<HTMLElement>(`.canvas-panel [name="${field}"]`)?.focus(),
    );
  };
  return (
    <div class="stack">
      <AlsoEditing noun="flows" record={flow.key} />
      <SaveBar {...{ copy, flow, editing }} errors={validation?.errors.length ?? 0} />
      {copy.draft !== null && (
        <p class="quiet-text small">
          {t('canvas.draftText')} <DraftSaved resource="flows" id={flow.key} />
        </p>
      )}
      <GoalList goals={own(definition, 'goals')} />
      <div class={step === null ? 'canvas-frame' : 'canvas-frame open'}>
        <Canvas
          label={t('canvas.label', { name: flow.name })}
          {...{ nodes, chosen, onChoose }}
          trigger={{ text: triggerText(trigger), badge: badge('trigger') }}
          of={(node) => ({ text: stepText(node), badge: badge(node.path), draggable: true })}
          onKey={editing.press}
          onAdd={editing.setAdding}
          onDrop={(from, slot) => {
            if (from.endsWith(']')) editing.take(moveStep(definition, from, slot));
          }}
        />
        {step !== null && (
          <Panel
            title={chosen === 'trigger' ? t('canvas.trigger') : typeLabel(String(step.name ?? ''))}
            of={chosen === 'trigger' ? chosen : String(step.id ?? chosen)}
            onClose={() => {
              onChoose('');
              focusStep(chosen);
            }}
          >
            <IssueList
              issues={of(chosen)}
              definition={definition}
              isCurrent={isCurrent}
              onFix={editing.change}
              onOpen={open}
            />
            {chosen === 'trigger' ? (
              <>
                <TriggerForm
                  value={step}
                  onChange={(next) => editing.change({ ...definition, trigger: next })}
                />
                <GoalsForm
                  value={own(definition, 'goals')}
                  onChange={(goals) => editing.change(withKey(definition, 'goals', goals))}
                />
              </>
            ) : (
              <StepForm
                key={`${step.id} ${step.type}`}
                value={step}
                onChange={(next) =>
                  editing.change(withValue(definition, chosen, next) as JsonObject)
                }
              />
            )}
            <StepTools path={chosen} {...{ copy, editing, onChoose }} />
          </Panel>
        )}
      </div>
      {nodes.length === 0 ? (
        <NoSteps onAdd={() => editing.setAdding({ list: 'nodes', index: 0 })} />
      ) : (
        <p class="quiet-text small">{t('canvas.keys')}</p>
      )}
      {editing.adding !== null && (
        <TypeDialog onChoose={editing.add} onClose={() => editing.setAdding(null)} />
      )}
    </div>
  );
}

/** What is edited first: the draft as it is kept, else the flow as it is. */
async function begun(flowKey: string): Promise<WorkingCopy> {
  const { flow } = await call('get_flow', { flow_key: flowKey });
  const isDirect = flow.status === 'draft' && !flow.has_draft && mayCall('update_flow');
  const fresh = { past: [], future: [], isDirect, isSaved: true };
  const asItIs = { ...fresh, definition: flow.definition, draft: null, base: flow.revision };
  if (!flow.has_draft) return asItIs;
  try {
    const { draft } = await call('get_flow_draft', { flow_key: flowKey });
    const { definition, revision, base_revision } = draft;
    return { ...fresh, definition, draft: revision, base: base_revision };
  } catch (error) {
    if (problemCode(error) !== 'not_found') throw error;
    return asItIs;
  }
}

/** Whether two copies are of the same draft, or of the same revision of the flow where there is none. */
function isSameState(one: WorkingCopy, other: WorkingCopy): boolean {
  const { draft, base, isDirect } = one;
  return draft === other.draft && base === other.base && isDirect === other.isDirect;
}

/** A copy in which everything is saved follows what others save; undoing shows what was there before. */
async function follow(flowKey: string): Promise<void> {
  const copy = workingCopies.value.get(flowKey);
  if (copy?.isSaved !== true) return;
  const now = await begun(flowKey);
  if (workingCopies.value.get(flowKey) !== copy || isSameState(copy, now)) return;
  // A draft that was published is the same in words, and no step of its own to undo.
  const isSame = JSON.stringify(copy.definition) === JSON.stringify(now.definition);
  const { past, future } = copy;
  if (isSame) keepCopy(flowKey, { ...now, past, future });
  else keepCopy(flowKey, past.length === 0 ? now : rebased(copy, now, false));
}

/**
 * Edits of a flow, checked at each change and kept as a draft until they are published (CANVAS-04).
 * Before a flow is live for the first time they are kept in the flow itself.
 */
export function EditLayer(props: LayerProps) {
  const { flow } = props;
  const copy = workingCopies.value.get(flow.key);
  const [error, setError] = useState<unknown>(null);
  const isMissing = copy === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let wanted = true;
    begun(flow.key).then((first) => {
      if (wanted) keepCopy(flow.key, first);
    }, setError);
    return () => {
      wanted = false;
    };
  }, [flow.key, isMissing]);
  const timesRead = useTimesRead(['flows']);
  useEffect(() => {
    // What cannot be read now is read after the next change; a save would find out too.
    follow(flow.key).catch(() => undefined);
  }, [flow.key, timesRead]);
  if (!mayCall('save_flow_draft')) {
    const { scope } = outlineNamed('save_flow_draft');
    return <p class="note">{t('form.readOnly', { scope })}</p>;
  }
  if (copy === undefined) return error === null ? <Loading /> : <Problem error={error} />;
  return <Editor {...props} copy={copy} />;
}
