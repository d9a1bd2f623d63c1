import { holdReasons } from '@postroad/core/queue/hold-reasons';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ActionButton } from '../operations/action-button.tsx';
import { mayCall } from '../operations/contracts.ts';
import { OperationForm } from '../operations/operation-form.tsx';
import { formAddress } from '../operations/record-address.ts';
import { Dialog } from '../platform/dialog.tsx';
import { useRead } from '../platform/reads.ts';
import { Time } from '../platform/time.tsx';
import { t, tn } from '../platform/words.ts';

/** Holds all mail, or lets it go again (SENDCTL); both ask first. */
export function StopSwitch() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useRead('get_sending', {}, { with: ['queue'] });
  const state = data?.sending.state;
  if (state === undefined) return null;
  const name = state === 'held' ? 'release_sending' : 'hold_sending';
  if (!mayCall(name)) return null;
  const label = state === 'held' ? t('sending.release') : t('sending.hold');
  if (name === 'release_sending') {
    return (
      <ActionButton name={name} input={{}} class="primary">
        {label}
      </ActionButton>
    );
  }
  return (
    <>
      <button
        type="button"
        class="button danger"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <p>{t('sending.holdText')}</p>
          <OperationForm
            name={name}
            submit={label}
            onDone={() => setOpen(false)}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}

function Banner({ children }: { children: ComponentChildren }) {
  return (
    <div class="note bad" role="status">
      <h2>{t('sending.heldTitle')}</h2>
      {children}
    </div>
  );
}

/**
 * A banner while no mail leaves, with the reason: somebody stopped it, nobody is named as the sender, or
 * mail is late and none was handed over in the last minute.
 */
export function SendingBanner() {
  const sending = useRead('get_sending', {}, { with: ['queue'] }).data?.sending;
  const overdue = useRead('list_overdue', {}, { with: ['sends'] }).data;
  const holds = useRead('get_queue_reasons', { status: 'holding' }, { with: ['sends'] }).data;
  if (sending === undefined) return null;
  if (sending.state === 'held') {
    return (
      <Banner>
        <p>
          {t('sending.heldBy', {
            name: sending.held_by?.name ?? '',
            reason: sending.reason ?? '–',
          })}{' '}
          {sending.held_at && <Time at={sending.held_at} />}
        </p>
      </Banner>
    );
  }
  const nobody = holds?.by_reason.find(({ reason }) => reason === holdReasons.noSender);
  if (nobody !== undefined) {
    return (
      <Banner>
        <p>{tn('sending.noSender.one', 'sending.noSender.other', nobody.count)}</p>
        <p>
          <a class="button" href={formAddress('update_profile')}>
            {t('sending.setSender')}
          </a>
        </p>
      </Banner>
    );
  }
  const late = overdue?.lanes.find(({ lane }) => lane === 'sends');
  if (late === undefined || late.late === 0 || sending.rate.last_minute > 0) return null;
  const answer = overdue?.retrying.last_error ?? null;
  return (
    <Banner>
      <p>
        {tn('sending.stuck.one', 'sending.stuck.other', late.late)}{' '}
        {late.due_since && <Time at={late.due_since} />}
      </p>
      {answer !== null && <q>{answer}</q>}
      <p>
        <a class="button" href="/queue?status=delivery">
          {t('sending.lookAtDelivery')}
        </a>
      </p>
    </Banner>
  );
}
