import type { OperationName } from '@postroad/core/catalog/catalog';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { mayCall, outlineNamed } from '../operations/contracts.ts';
import { SubmitButton } from '../platform/submit-button.tsx';
import { useUnsaved } from '../platform/unsaved.ts';
import { t } from '../platform/words.ts';
import type { WorkingRecord } from './working-record.ts';

interface SaveBarProps {
  work: Pick<WorkingRecord<{ revision: number }, object>, 'isEdited' | 'isBusy' | 'drop' | 'save'>;
  /** What writes the record. */
  operation: OperationName;
  /** What saving does to others. */
  children?: ComponentChildren;
}

/** Saves what is edited, or drops it; the page is not left with edits without a question. */
export function SaveBar({ work, operation, children }: SaveBarProps) {
  const { isEdited, isBusy } = work;
  const latest = useRef(work);
  latest.current = work;
  useUnsaved(isEdited);
  useEffect(() => {
    if (!isEdited) return;
    const save = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void latest.current.save();
    };
    addEventListener('keydown', save);
    return () => removeEventListener('keydown', save);
  }, [isEdited]);
  if (!mayCall(operation)) {
    return <p class="note">{t('form.readOnly', { scope: outlineNamed(operation).scope })}</p>;
  }
  return (
    <div class="save-bar">
      <SubmitButton isOff={!isEdited || isBusy}>
        {t(outlineNamed(operation).verb === 'save-draft' ? 'canvas.saveDraft' : 'action.save')}
      </SubmitButton>
      {isEdited && (
        <button type="button" class="button" onClick={work.drop}>
          {t('editor.drop')}
        </button>
      )}
      <span class="small quiet-text" role="status">
        {isEdited ? t('editor.unsaved') : t('editor.saved')}
      </span>
      {children}
    </div>
  );
}
