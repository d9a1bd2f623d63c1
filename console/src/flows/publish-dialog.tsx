import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useEffect, useState } from 'preact/hooks';
import { mayCall } from '../operations/contracts.ts';
import { perform } from '../operations/perform.ts';
import { call, problemCode } from '../platform/call.ts';
import { Dialog } from '../platform/dialog.tsx';
import { Loading, Problem } from '../platform/screen.tsx';
import { t, tn } from '../platform/words.ts';
import type { Flow } from './live-layer.tsx';
import { typeLabel } from './type-label.ts';
import { keepCopy, saveCopy, workingCopies } from './working-copy.ts';

type Effects = OperationOutput<'publish_flow'>['effects'];

function EffectsShown({ effects, flow }: { effects: Effects; flow: Flow }) {
  const named = new Map(flow.steps.map((step) => [step.step_id, typeLabel(step.name)]));
  return (
    <>
      <p>{tn('canvas.publish.inside.one', 'canvas.publish.inside.other', effects.people_inside)}</p>
      {effects.steps.length > 0 && (
        <ul class="plain">
          {effects.steps.map(({ step_id, people, effect }) => (
            <li key={`${step_id} ${effect}`} class="counted">
              <span>
                {named.get(step_id) ?? <code>{step_id}</code>}: {t(`canvas.effect.${effect}`)}
              </span>
              <span class="number">{tn('canvas.people.one', 'canvas.people.other', people)}</span>
            </li>
          ))}
        </ul>
      )}
      <p class="quiet-text">
        {tn('canvas.publish.mail.one', 'canvas.publish.mail.other', effects.queued_mail)}
      </p>
    </>
  );
}

interface PublishProps {
  flow: Flow;
  draft: number;
  onClose: () => void;
}

/**
 * What publishing does to the people inside, in numbers, before it is done (CANVAS-06). A flow that is
 * not live can be activated with it, so that nobody activates what was there before the edits.
 */
export function PublishDialog({ flow, draft, onClose }: PublishProps) {
  const flowKey = flow.key;
  const canActivate = flow.status !== 'live' && mayCall('activate_flow');
  const [effects, setEffects] = useState<Effects | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isAllowed, setAllowed] = useState(false);
  const input = { flow_key: flowKey, draft_revision: draft };
  useEffect(() => {
    call('publish_flow', { ...input, force: true }, { dryRun: true }).then(
      (answer) => setEffects(answer.effects),
      setError,
    );
  }, [draft]);
  const parks = effects?.steps.some(({ effect }) => effect === 'parked') ?? false;
  const isHeld = effects === null || (parks && !isAllowed);
  const publish = async (activates: boolean) => {
    setError(null);
    try {
      const published = parks ? { ...input, force: true } : input;
      if (activates) {
        // One act of the person, so one message.
        await call('publish_flow', published);
        await perform('activate_flow', { flow_key: flowKey });
      } else await perform('publish_flow', published);
      // The next edits start from the flow as it is now.
      keepCopy(flowKey, null);
      onClose();
    } catch (caught) {
      setError(caught);
    }
  };
  /** Takes the edits as they are for what should be live, whatever changed since they were begun. */
  const takeOver = async () => {
    const copy = workingCopies.value.get(flowKey);
    if (copy === undefined) return;
    try {
      const now = await call('get_flow', { flow_key: flowKey });
      setError(null);
      await saveCopy(flowKey, { ...copy, base: now.flow.revision });
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <Dialog title={t('canvas.publish')} onClose={onClose}>
      {error !== null && <Problem error={error} />}
      {problemCode(error) === 'conflict' && (
        <p class="row">
          <button type="button" class="button" onClick={() => void takeOver()}>
            {t('canvas.publish.over')}
          </button>
          <a class="button" href={`/flows/${flowKey}?layer=difference&from=current&to=draft`}>
            {t('canvas.layer.difference')}
          </a>
        </p>
      )}
      {effects === null && error === null && <Loading />}
      {effects !== null && <EffectsShown {...{ effects, flow }} />}
      {canActivate && <p class="note">{t('canvas.activate.says')}</p>}
      {parks && (
        <label class="choice">
          <input
            type="checkbox"
            checked={isAllowed}
            onChange={({ currentTarget }) => setAllowed(currentTarget.checked)}
          />
          {t('canvas.publish.park')}
        </label>
      )}
      <div class="form-foot">
        {canActivate && (
          <button
            type="button"
            class="button primary"
            disabled={isHeld}
            onClick={() => void publish(true)}
          >
            {t('canvas.publishAndActivate')}
          </button>
        )}
        <button
          type="button"
          class={canActivate ? 'button' : 'button primary'}
          disabled={isHeld}
          onClick={() => void publish(false)}
        >
          {t('canvas.publish')}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {t('action.cancel')}
        </button>
      </div>
    </Dialog>
  );
}
