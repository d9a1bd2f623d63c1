import { useState } from 'preact/hooks';
import { asksFirst, mayCall } from '../operations/contracts.ts';
import { OperationForm } from '../operations/operation-form.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { useRead } from '../platform/reads.ts';
import { Time } from '../platform/time.tsx';
import { t } from '../platform/words.ts';

/** Holds all mail, or lets it go again (SENDCTL); both ask first. */
export function StopSwitch() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useRead('get_sending', {}, { with: ['queue'] });
  const state = data?.sending.state;
  if (state === undefined) return null;
  const name = state === 'held' ? 'release_sending' : 'hold_sending';
  if (!mayCall(name)) return null;
  const label = state === 'held' ? t('sending.release') : t('sending.hold');
  return (
    <>
      <button
        type="button"
        class={state === 'held' ? 'button primary' : 'button danger'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <p>{asksFirst(name) ? t('sending.releaseText') : t('sending.holdText')}</p>
          <OperationForm
            name={name}
            onDone={() => setOpen(false)}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}

/** A banner while no mail leaves, with the reason. */
export function SendingBanner() {
  const sending = useRead('get_sending', {}, { with: ['queue'] }).data?.sending;
  if (sending === undefined || sending.state !== 'held') return null;
  return (
    <div class="note bad" role="status">
      <h2>{t('sending.heldTitle')}</h2>
      <p>
        {t('sending.heldBy', { name: sending.held_by?.name ?? '', reason: sending.reason ?? '–' })}{' '}
        {sending.held_at && <Time at={sending.held_at} />}
      </p>
    </div>
  );
}
