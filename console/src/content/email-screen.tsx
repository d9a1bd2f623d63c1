import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { Deleted, isDeleted } from '../account/deleted.tsx';
import { mayCall } from '../operations/contracts.ts';
import { addressOf, idIn } from '../operations/record-address.ts';
import { RecordActions } from '../operations/record-screen.tsx';
import { Absent, isGone } from '../platform/absent.tsx';
import { useRead } from '../platform/reads.ts';
import { type BackTo, Screen } from '../platform/screen.tsx';
import { hasUnsaved } from '../platform/unsaved.ts';
import { t } from '../platform/words.ts';
import { type Email, EmailDraftEditor, EmailEditor } from './email-editor.tsx';
import { EmailFacts } from './email-facts.tsx';
import { StagedDraft } from './staged-draft.tsx';
import { TestSend } from './test-send.tsx';

interface CameFrom extends BackTo {
  /** Whether nothing else sends the email, which is called like it until it has a name or a subject. */
  isOwner: boolean;
}

/** Where the email was opened to write it; null where that is not said. */
function useCameFrom(): CameFrom | null {
  const { broadcast = '', flow = '' } = useLocation().query;
  const id = idIn(broadcast);
  const ofBroadcast = useRead('get_broadcast', id === null ? null : { broadcast_id: id }).data
    ?.broadcast;
  const ofFlow = useRead('get_flow', flow === '' ? null : { flow_key: flow }).data?.flow;
  if (ofBroadcast) {
    const address = addressOf('broadcasts', broadcast);
    return { address, label: ofBroadcast.name, isOwner: true };
  }
  if (ofFlow) {
    const address = `${addressOf('flows', flow)}?layer=edit`;
    return { address, label: ofFlow.name, isOwner: false };
  }
  return null;
}

function EmailOf({ email, error }: { email: Email; error: unknown }) {
  const [isTesting, setTesting] = useState(false);
  const cameFrom = useCameFrom();
  const mayDraftOnly = !mayCall('update_email') && mayCall('save_email_draft');
  const isNameless = email.title_raw === null && email.subject === '';
  const owner = isNameless && cameFrom?.isOwner ? cameFrom.label : null;
  return (
    <Screen
      title={owner ?? (email.title || email.subject)}
      back={cameFrom ?? { address: '/emails', label: t('nav.emails') }}
      actions={
        mayCall('send_test_email') && (
          <button type="button" class="button" onClick={() => setTesting(true)}>
            {t('email.test')}
          </button>
        )
      }
    >
      <div class="stack">
        {email.archived && <p class="note warn">{t('email.archived')}</p>}
        <Deleted error={error} resource="emails" id={String(email.id)} />
        {!isDeleted(error) && <StagedDraft emailId={email.id} />}
        {mayDraftOnly ? <EmailDraftEditor email={email} /> : <EmailEditor email={email} />}
        <EmailFacts email={email} />
        {!isDeleted(error) && (
          <details class="card">
            <summary>{t('record.actions')}</summary>
            <RecordActions name="get_email" given={{ email_id: String(email.id) }} />
          </details>
        )}
      </div>
      {isTesting && (
        <TestSend emailId={email.id} isEdited={hasUnsaved()} onClose={() => setTesting(false)} />
      )}
    </Screen>
  );
}

/** What can use an email. */
const users = ['flows', 'sequences', 'broadcasts', 'segments', 'guards', 'forms', 'settings'];

/** An email: its words beside the mail as it looks, then everything about it (CON2-01, CON2-04). */
export function EmailScreen() {
  const { name = '' } = useRoute().params;
  const id = idIn(name);
  const { data, error } = useRead('get_email', id === null ? null : { email_id: id }, {
    with: users,
  });
  if (id === null || isGone(error) || data === undefined) {
    const list = { address: '/emails', label: t('nav.emails') };
    return <Absent name={name} list={list} error={error} isMissing={id === null} />;
  }
  return <EmailOf key={id} email={data.email} error={error} />;
}
