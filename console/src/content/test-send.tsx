import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useId, useState } from 'preact/hooks';
import { ActionButton } from '../operations/action-button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { t } from '../platform/words.ts';

/** Sends the email as it is saved to addresses that are written here (CON2-04). */
export function TestSend({ emailId, onClose }: { emailId: number; onClose: () => void }) {
  const [to, setTo] = useState('');
  const [done, setDone] = useState<OperationOutput<'send_test_email'> | null>(null);
  const id = useId();
  const addresses = to.split(/[\s,;]+/).filter((one) => one !== '');
  return (
    <Dialog title={t('email.test')} onClose={onClose}>
      <div class="form">
        <div class="field">
          <label for={id}>{t('email.testTo')}</label>
          <input
            id={id}
            class="input"
            value={to}
            autocomplete="email"
            aria-describedby={`${id}-hint`}
            onInput={({ currentTarget }) => setTo(currentTarget.value)}
          />
          <span class="hint" id={`${id}-hint`}>
            {t('email.testText')}
          </span>
        </div>
        <p class={done === null ? 'sr' : done.sent ? 'note good' : 'note bad'} role="status">
          {done !== null && [done.note, done.quote].filter(Boolean).join(' ')}
        </p>
        <div class="form-foot">
          <ActionButton
            name="send_test_email"
            class="primary"
            input={{ email_id: emailId, to: addresses }}
            disabled={addresses.length === 0}
            onDone={setDone}
          >
            {t('email.testSend')}
          </ActionButton>
          <button type="button" class="button" onClick={onClose}>
            {t('action.close')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
