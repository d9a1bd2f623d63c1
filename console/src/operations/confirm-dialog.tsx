import type { OperationName, OperationRequest } from '@postroad/core/catalog/catalog';
import { useEffect, useState } from 'preact/hooks';
import { call, inWords } from '../platform/call.ts';
import { Dialog } from '../platform/dialog.tsx';
import { Loading, Problem } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';
import { outlineNamed } from './contracts.ts';
import { RecordView } from './record-view.tsx';

interface ConfirmProps {
  name: OperationName;
  input: Readonly<Record<string, unknown>>;
  onClose: () => void;
  onConfirm: () => void;
}

/** Shows what a write would do, by its dry run, before it is done (CON-24). */
export function ConfirmDialog({ name, input, onClose, onConfirm }: ConfirmProps) {
  const [output, setOutput] = useState<object | null>(null);
  const [error, setError] = useState<unknown>(null);
  const { summary, safety } = outlineNamed(name);
  useEffect(() => {
    call(name, input as OperationRequest<OperationName>, { dryRun: true }).then(
      setOutput,
      setError,
    );
  }, []);
  return (
    <Dialog title={inWords(summary)} onClose={onClose}>
      {error !== null && <Problem error={error} />}
      {output === null && error === null && <Loading />}
      {output !== null && (
        <>
          <p class="lead">{t('form.consequences')}</p>
          <RecordView record={output as Record<string, unknown>} />
        </>
      )}
      <div class="form-foot">
        <button
          type="button"
          class={`button primary ${safety === 'remove' ? 'danger' : ''}`}
          disabled={output === null}
          onClick={onConfirm}
        >
          {t('action.confirm')}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {t('action.cancel')}
        </button>
      </div>
    </Dialog>
  );
}
