import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useId, useState } from 'preact/hooks';
import { ActionButton } from '../operations/action-button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { t } from '../platform/words.ts';

interface TestSendProps {
  emailId: number;
  /** Whether there are edits that the test goes without. */
  isEdited: boolean;
  onClose: () => void;
}

/** Sends the email as it is saved to addresses that are written here (CON2-04). */
export function TestSend({ emailId, isEdited, onClose }: TestSendProps) {
  const [to, setTo] = useState('');
  const [done, setDone] = useState<OperationOutput<'send_test_email'> | null>(null);
  const id = useId();
  // Without a provider each mail is kept where its mailbox shows it.
  const isKept = done?.sent === true && done.provider === 'outbox';
  const addresses = to.split(/[\s,;]+/).filter((one) => one !== '');
  return (
    <Dialog title={t('email.test')} onClose={onClose}>
      <div class="form">
        {isEdited && <p class="note warn">{t('email.testUnsaved')}</p>}
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
          {done !== null &&
            (isKept ? t('email.testKept') : [done.note, done.quote].filter(Boolean).join(' '))}
        </p>
        {isKept && (
          <p>
            <a class="button" href="/mailbox" target="_blank" rel="noreferrer">
              {t('email.openMailbox')}
            </a>
          </p>
        )}
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
