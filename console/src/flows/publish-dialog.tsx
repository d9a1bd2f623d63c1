import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useEffect, useState } from 'preact/hooks';
import { perform } from '../operations/perform.ts';
import { call } from '../platform/call.ts';
import { Dialog } from '../platform/dialog.tsx';
import { Loading, Problem } from '../platform/screen.tsx';
import { t, tn } from '../platform/words.ts';

type Effects = OperationOutput<'publish_flow'>['effects'];

function EffectsShown({ effects }: { effects: Effects }) {
  return (
    <>
      <p>{tn('canvas.publish.inside.one', 'canvas.publish.inside.other', effects.people_inside)}</p>
      {effects.steps.length > 0 && (
        <ul class="plain">
          {effects.steps.map(({ step_id, people, effect }) => (
            <li key={`${step_id} ${effect}`} class="counted">
              <span>
                <code>{step_id}</code>: {t(`canvas.effect.${effect}`)}
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
  flowKey: string;
  draft: number;
  onClose: () => void;
  onDone: () => void;
}

/** What publishing does to the people inside, in numbers, before it is done (CANVAS-06). */
export function PublishDialog({ flowKey, draft, onClose, onDone }: PublishProps) {
  const [effects, setEffects] = useState<Effects | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isAllowed, setAllowed] = useState(false);
  const input = { flow_key: flowKey, draft_revision: draft };
  useEffect(() => {
    call('publish_flow', { ...input, force: true }, { dryRun: true }).then(
      (answer) => setEffects(answer.effects),
      setError,
    );
  }, []);
  const parks = effects?.steps.some(({ effect }) => effect === 'parked') ?? false;
  const publish = async () => {
    try {
      await perform('publish_flow', parks ? { ...input, force: true } : input);
      onDone();
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <Dialog title={t('canvas.publish')} onClose={onClose}>
      {error !== null && <Problem error={error} />}
      {effects === null && error === null && <Loading />}
      {effects !== null && <EffectsShown effects={effects} />}
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
        <button
          type="button"
          class="button primary"
          disabled={effects === null || (parks && !isAllowed)}
          onClick={() => void publish()}
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
