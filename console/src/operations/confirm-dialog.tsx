import type { OperationName, OperationRequest } from '@postroad/core/catalog/catalog';
import type { Consequence } from '@postroad/core/catalog/consequence-words';
import { consequencesOf } from '@postroad/core/catalog/consequences';
import { useEffect, useState } from 'preact/hooks';
import { call, inWords } from '../platform/call.ts';
import { Dialog } from '../platform/dialog.tsx';
import { Loading, Problem } from '../platform/screen.tsx';
import { t, tn } from '../platform/words.ts';
import { operationWords, verbWords } from './catalog-words.ts';
import { outlineNamed } from './contracts.ts';
import { RecordView } from './record-view.tsx';

interface ConfirmProps {
  name: OperationName;
  input: Readonly<Record<string, unknown>>;
  /** What the button says that does it, where a screen has words of its own for that. */
  submit?: string | undefined;
  /** What it is done to, where that is not beside the button. */
  about?: string | null | undefined;
  onClose: () => void;
  onConfirm: () => void;
}

interface Told {
  answer: object;
  consequences: readonly Consequence[] | null;
}

async function rehearse({ name, input }: Pick<ConfirmProps, 'name' | 'input'>): Promise<Told> {
  const answer = await call(name, input as OperationRequest<OperationName>, { dryRun: true });
  // What the dry run answers is still shown where more cannot be read beside it.
  const consequences = await consequencesOf(name, input, answer, call).catch(() => null);
  return { answer, consequences };
}

function sentence(told: Consequence): string {
  if ('one' in told) return t(`consequenceOne.${told.one}`);
  const { about, n, more } = told;
  const line = tn(`consequence.${about}.one`, `consequence.${about}.other`, n);
  return more === true ? t('form.atLeast', { line }) : line;
}

/** What the service warns of, in its words. */
function warningsIn(answer: object): string[] {
  const { warnings } = answer as { warnings?: readonly { message: string }[] };
  return (warnings ?? []).map(({ message }) => inWords(message));
}

function Consequences({ told }: { told: Told }) {
  const { answer, consequences } = told;
  if (consequences === null) return <RecordView record={answer as Record<string, unknown>} />;
  return (
    <>
      <ul class="consequences">
        {consequences.map((one) => (
          <li key={sentence(one)}>{sentence(one)}</li>
        ))}
      </ul>
      {warningsIn(answer).map((warning) => (
        <p key={warning} class="note">
          {warning}
        </p>
      ))}
    </>
  );
}

/** Shows what a write would do, by its dry run, before it is done (CON-24). */
export function ConfirmDialog(props: ConfirmProps) {
  const { name, input, submit, about = null, onClose, onConfirm } = props;
  const [told, setTold] = useState<Told | null>(null);
  const [error, setError] = useState<unknown>(null);
  const { safety } = outlineNamed(name);
  const does = submit ?? verbWords(name);
  useEffect(() => {
    rehearse({ name, input }).then(setTold, setError);
  }, []);
  return (
    <Dialog title={operationWords(name)} onClose={onClose}>
      {error !== null && <Problem error={error} />}
      {told === null && error === null && <Loading />}
      {told !== null && (
        <>
          {about !== null && (
            <p>
              <strong>{about}</strong>
            </p>
          )}
          <p class="lead">{t('form.consequences')}</p>
          <Consequences told={told} />
        </>
      )}
      <div class="form-foot">
        <button
          type="button"
          class={`button primary confirm ${safety === 'remove' ? 'danger' : ''}`}
          disabled={told === null}
          onClick={onConfirm}
        >
          {does}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {/* Beside "Cancel" for a broadcast, another "Cancel" would say nothing. */}
          {t(does === t('action.cancel') ? 'action.close' : 'action.cancel')}
        </button>
      </div>
    </Dialog>
  );
}
