import { useLocation } from 'preact-iso/router';
import { OperationForm } from '../operations/operation-form.tsx';
import { addressOf } from '../operations/record-address.ts';
import { Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';

/** Makes an email by its title and subject, and leads to its editor, which has the mail beside it. */
export function NewEmailScreen() {
  const { route } = useLocation();
  return (
    <Screen
      title={t('emails.new')}
      back={{ address: '/emails', label: t('nav.emails') }}
      lead={
        <>
          {t('emails.new.lead')} <a href="/operations/create_email">{t('emails.new.all')}</a>
        </>
      }
    >
      <div class="card">
        <OperationForm
          name="create_email"
          only={['title', 'subject']}
          submit={t('emails.new.create')}
          onDone={(output) => {
            const { email } = output as { email: { id: number } };
            route(addressOf('emails', String(email.id)));
          }}
        />
      </div>
    </Screen>
  );
}
