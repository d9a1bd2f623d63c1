import { useId, useState } from 'preact/hooks';
import { perform } from '../operations/perform.ts';
import { problemText } from '../platform/call.ts';
import { Dialog } from '../platform/dialog.tsx';
import { t } from '../platform/words.ts';

/** Sends the email as it is saved to addresses that are written here (CON2-04). */
export function TestSend({ emailId, onClose }: { emailId: number; onClose: () => void }) {
  const [to, setTo] = useState('');
  const [note, setNote] = useState<{ isGood: boolean; text: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const addresses = to.split(/[\s,;]+/).filter((one) => one !== '');
  async function send() {
    setBusy(true);
    try {
      const done = await perform('send_test_email', { email_id: emailId, to: addresses });
      setNote({ isGood: done.sent, text: [done.note, done.quote].filter(Boolean).join(' ') });
    } catch (error) {
      setNote({ isGood: false, text: problemText(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog title={t('email.test')} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (addresses.length > 0) void send();
        }}
      >
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
        <p class={note === null ? 'sr' : note.isGood ? 'note good' : 'note bad'} role="status">
          {note?.text}
        </p>
        <div class="form-foot">
          <button type="submit" class="button primary" disabled={isBusy || addresses.length === 0}>
            {t('email.testSend')}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {t('action.close')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
