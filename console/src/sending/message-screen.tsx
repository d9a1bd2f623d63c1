import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { ActionButton } from '../operations/action-button.tsx';
import { idIn } from '../operations/record-address.ts';
import { RecordView } from '../operations/record-view.tsx';
import { MailView } from '../people/mail-view.tsx';
import { Absent } from '../platform/absent.tsx';
import { problemCode } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Screen } from '../platform/screen.tsx';
import { valueLabel } from '../platform/value-words.ts';
import { t } from '../platform/words.ts';

/** Where all messages are. */
const all = '/records/messages';

/** Statuses in which a message can still be kept from being sent. */
const waits: readonly string[] = ['scheduled', 'holding'];

/** One message: its status, the mail as it looked, and a button to cancel it (CONS-07). */
export function MessageScreen() {
  const { name = '' } = useRoute().params;
  const [isOpen, setOpen] = useState(false);
  const id = idIn(name);
  const { data, error } = useRead('get_message', id === null ? null : { message_id: id }, {
    with: ['sends', 'queue'],
  });
  if (id === null || problemCode(error) === 'not_found' || data === undefined) {
    const list = { address: all, label: t('noun.messages') };
    return <Absent name={name} list={list} error={error} isMissing={id === null} />;
  }
  const { message } = data;
  return (
    <Screen
      title={message.subject}
      back={{ address: all, label: t('noun.messages') }}
      lead={
        <>
          <span class="badge">{valueLabel(message.status)}</span>{' '}
          {message.to !== null && message.person_id !== null && (
            <a href={`/people/${message.person_id}`}>{message.to}</a>
          )}
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
