import { useLocation } from 'preact-iso/router';
import { OperationForm } from '../operations/operation-form.tsx';
import { addressOf } from '../operations/record-address.ts';
import { Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';

/** Makes a sign-up form by what visitors read, and leads to its page and what puts it on a site. */
export function NewFormScreen() {
  const { route } = useLocation();
  return (
    <Screen
      title={t('forms.new')}
      back={{ address: '/forms', label: t('noun.forms') }}
      lead={
        <>
          {t('forms.new.lead')} <a href="/operations/create_form">{t('forms.new.all')}</a>
        </>
      }
    >
      <div class="card">
        <OperationForm
          name="create_form"
          only={['name', 'consent_text', 'tags']}
          submit={t('forms.new.create')}
          onDone={(output) => {
            const { form } = output as { form: { key: string } };
            route(addressOf('forms', form.key));
          }}
        />
      </div>
    </Screen>
  );
}
