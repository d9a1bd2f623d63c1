import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { ActionButton } from '../operations/action-button.tsx';
import { valueWords } from '../operations/field-words.ts';
import { RecordView } from '../operations/record-view.tsx';
import { MailView } from '../people/mail-view.tsx';
import { problemCode } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem, Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';

/** Where all messages are. */
const all = '/records/messages';

/** Statuses in which a message can still be kept from being sent. */
const waits: readonly string[] = ['scheduled', 'holding'];

/** One message: its status, the mail as it looked, and a button to cancel it (CONS-07). */
export function MessageScreen() {
  const { name = '' } = useRoute().params;
  const [isOpen, setOpen] = useState(false);
  const id = /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null;
  const { data, error } = useRead('get_message', id === null ? null : { message_id: id }, {
    with: ['sends', 'queue'],
  });
  if (id === null || problemCode(error) === 'not_found') {
    return (
      <Screen title={t('state.notFound')} lead={t('state.notFoundText')}>
        <a class="button" href={all}>
          {t('noun.messages')}
        </a>
      </Screen>
    );
  }
  if (data === undefined) {
    return <Screen title={name}>{error === null ? <Loading /> : <Problem error={error} />}</Screen>;
  }
  const { message } = data;
  return (
    <Screen
      title={message.subject}
      lead={
        <>
          <span class="badge">{valueWords(message.status)}</span>{' '}
          {message.to !== null && message.person_id !== null && (
            <>
              <a href={`/people/${message.person_id}`}>{message.to}</a>
              {' · '}
            </>
          )}
          <a href={all}>{t('record.all', { noun: t('noun.messages') })}</a>
        </>
      }
      actions={
        <>
          {message.attempts > 0 && (
            <button
              type="button"
              class="button"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              {t('message.open')}
            </button>
          )}
          {waits.includes(message.status) && (
            <ActionButton name="cancel_message" input={{ message_id: id }}>
              {t('message.cancel')}
            </ActionButton>
          )}
        </>
      }
    >
      <div class="card">
        <RecordView record={message} />
      </div>
      {isOpen && <MailView sendId={id} onClose={() => setOpen(false)} />}
    </Screen>
  );
}
